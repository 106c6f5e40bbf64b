import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { SOURCE, createEngine, type Engine, type PendingRun, type Run } from '../engine';
import { startService, type Service, type ServiceOptions } from '../service';

/** A world that is small enough to be made hundreds of times. */
const SMALL = { surveys: 1, respondents: 6, invitations: 12 };

export const CREDENTIAL = 'surveyInterviewApi';

/** One run of the action node, as a test writes it. */
export interface Act {
	/** Resource and operation, as the service's log names them too: `mailing.send`. */
	operation: string;
	parameters?: INodeParameters;
	items?: IDataObject[];
	node?: Partial<INode>;
	executionId?: string | null;
	signal?: AbortSignal;
	/** Instead of the service's own token. */
	token?: string;
}

/** A reference service with a small world of its own. */
export async function smallService(options: ServiceOptions = {}): Promise<Service> {
	return await startService({ ...options, seed: { ...SMALL, ...options.seed } });
}

/** So many invitations that can be mailed, as input items. */
export function invite(service: Service, count: number): Array<{ id: string; email: string }> {
	const surveyId = service.world.survey('Customer').id;
	return Array.from({ length: count }, (_, n) => {
		const email = `person.${n}@example.com`;
		const { id } = service.world.createInvitation(surveyId, 'personal', {
			recipientEmail: email,
		});
		return { id, email };
	});
}

/** Runs the built action node against the service. */
export function act(engine: Engine, service: Service, of: Act): PendingRun {
	const [resource = '', operation = ''] = of.operation.split('.');
	const data = { baseUrl: service.url, token: of.token ?? service.token };
	return engine.runNode({
		parameters: { resource, operation, ...of.parameters },
		credentials: { [CREDENTIAL]: data },
		node: of.node,
		items: of.items,
		signal: of.signal,
		...('executionId' in of ? { executionId: of.executionId } : {}),
	});
}

/** A resource locator that holds an id, or an expression for one. */
export function byId(value: string): INodeParameters[string] {
	return { __rl: true, mode: 'id', value };
}

/** What the user reads of a failed run: n8n's copy of the error, with this package's own fields. */
export interface Failure {
	message: string;
	description: string;
	maybeDone: boolean;
	status?: number;
	code?: string;
}

export function failureOf(run: Pick<Run, 'error'>): Failure | undefined {
	if (!run.error) return undefined;
	const { message, description } = run.error;
	const own = run.error as unknown as Partial<Failure>;
	return {
		message,
		description: String(description ?? ''),
		maybeDone: own.maybeDone === true,
		status: own.status,
		code: own.code,
	};
}

/** A node that calls n8n's HTTP helper itself, to show what the helper does by default. */
export async function plainNode(execute: INodeType['execute']): Promise<INodeType> {
	const engine = await createEngine();
	const { description } = engine.nodeTypes.getByNameAndVersion(SOURCE);
	engine.close();
	return {
		description: {
			...description,
			inputs: ['main'],
			credentials: [{ name: CREDENTIAL, required: true }],
		},
		execute,
	};
}

/** Waits, without a fixed time, until something is so. */
export async function until(what: () => boolean): Promise<void> {
	while (!what()) await new Promise((tick) => setTimeout(tick, 5));
}

/** Works on all at once, but on so many at a time. */
export async function sideBySide<T, R>(
	all: readonly T[],
	width: number,
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		while (next < all.length) {
			const place = next++;
			results[place] = await work(all[place] as T);
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
	return results;
}
