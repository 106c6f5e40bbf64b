import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Engine, PendingRun, Run } from '../harness/engine';
import {
	startService,
	type LoggedRequest,
	type Service,
	type ServiceOptions,
} from '../harness/service';
import { act, byId, useForEach, type Act } from '../harness/support';

/** Where the contact of an item is, as a user maps it. Some fields are missing in some items. */
export const MAPPED: INodeParameters = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.id }}',
	recipient_name: '={{ $json.name }}',
	contactFields: {
		recipient_notes: '={{ $json.notes }}',
		label: '={{ $json.label }}',
		properties: {
			values: [
				{ key: '={{ $json.key ?? "team" }}', value: '={{ $json.team }}' },
				{ key: 'level', value: '={{ $json.level }}' },
			],
		},
	},
};

const COLUMNS = ['email', 'id', 'name', 'notes', 'label', 'team', 'level'];

/** Contacts with the columns of `MAPPED` that nobody has filled in, as a sheet has them. */
export function withColumns(contacts: IDataObject[]): IDataObject[] {
	const empty = COLUMNS.filter((name) => !contacts.some((contact) => name in contact));
	const cells = Object.fromEntries(empty.map((name) => [name, '']));
	return contacts.map((contact) => ({ ...cells, ...contact }));
}

export interface SyncRun extends Omit<Act, 'operation'> {
	surveyId: string;
	contacts: IDataObject[];
	options?: IDataObject;
}

/** Runs Invitation → Sync in n8n's engine. */
export function sync(engine: Engine, service: Service, run: SyncRun): PendingRun {
	const { surveyId, contacts, options = {}, parameters, ...rest } = run;
	return act(engine, service, {
		operation: 'invitation.sync',
		items: withColumns(contacts),
		parameters: {
			...MAPPED,
			surveyId: byId(surveyId),
			dryRun: false,
			output: 'simplified',
			options: options as INodeParameters,
			...parameters,
		},
		...rest,
	});
}

/** A survey that has the properties of these tests. @returns its id */
export function createSurvey({ world }: Service, name: string): string {
	const { id } = world.createSurvey({ name });
	for (const key of ['team', 'level', 'city']) world.createProperty(id, { key });
	return id;
}

/** A service with one survey in which nobody is invited yet. */
export async function emptySurvey(options: ServiceOptions = {}) {
	const seed = { surveys: 1, respondents: 0, invitations: 0, ...options.seed };
	const service = await startService({ ...options, seed });
	const surveyId = createSurvey(service, 'Empty');
	return { service, surveyId };
}

/** Gives each test a service with an empty survey. */
export function useEmptySurvey(
	take: (started: { service: Service; surveyId: string }) => void,
	options?: ServiceOptions,
): void {
	const start = async () => {
		const started = await emptySurvey(options);
		return { ...started, stop: async () => await started.service.stop() };
	};
	useForEach(take, start);
}

/** What was sent besides the reading of lists. */
export function writesIn(service: Service): LoggedRequest[] {
	return service.log.filter(({ method }) => method !== 'GET');
}

/** What became of each contact; of a run that gave nothing, why. */
export function actions({ items, error }: Pick<Run, 'items' | 'error'>): unknown[] {
	return error && items.length === 0 ? [error.message] : items.map(({ json }) => json.action);
}

/** Items with their personal parts only: action and reason. */
export function told(items: Array<{ json: IDataObject }>): Array<[unknown, unknown]> {
	return items.map(({ json }) => [json.action, json.reason ?? null]);
}
