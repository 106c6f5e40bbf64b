import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../harness/engine';
import type { LoggedRequest, Service } from '../../harness/service';
import { byId, failureOf } from '../../harness/support';
import { wrong, type Contradiction, type Deed, type Kind } from './deed';

type Action = 'created' | 'updated' | 'unchanged' | 'revoked';

/** What a sync should do with one person, and how its requests are known. */
interface Step {
	wanted: Action;
	email: string;
	mark: string;
}

/** What becomes of the contacts, in turn. */
const ACTIONS: Action[] = ['created', 'updated', 'created', 'unchanged', 'updated'];
/** Who is in the list no more, and how many of them. */
const GONE = 'gone.';
const MISSING = 2;

/** Invitation → Sync, where each contact is another case, and two invitations are to be revoked. */
export function syncDeed(createWith: 'public' | 'personal'): Deed {
	return {
		name: createWith === 'public' ? 'invitation.sync' : `invitation.sync/${createWith}`,
		operation: 'invitation.sync',
		asked: 'invitation.sync',
		method: 'POST',
		path: '',
		retryClass: 'idempotent',
		parameters: {
			surveyId: byId('={{ $json.survey_id }}'),
			recipient_email: '={{ $json.email }}',
			recipient_name: '={{ $json.name }}',
			dryRun: false,
			options: { createWith, whenMissing: 'revoke', maxRevokePercent: 100 },
		},
		items: ({ marks }, service) => contacts(service, marks.length),
		mark: ({ mark }) => String(mark),
		judge: (items, run, service) => judgeSync(items, run, service, createWith),
	};
}

function contacts({ world }: Service, count: number): IDataObject[] {
	const surveyId = world.createSurvey({ name: 'To be synced' }).id;
	const invited = (email: string, name: string) =>
		world.createInvitation(surveyId, 'api', { recipientEmail: email, recipientName: name }).id;
	const gone = Array.from({ length: MISSING }, (_, place): Step => {
		const email = `${GONE}${place}@example.com`;
		return { wanted: 'revoked', email, mark: invited(email, 'Gone') };
	});
	return ACTIONS.slice(0, count).map((wanted, place) => {
		const email = `contact.${place}@example.com`;
		const name = `Name ${place}`;
		const mark =
			wanted === 'created' ? email : invited(email, wanted === 'unchanged' ? name : 'Another');
		return { survey_id: surveyId, email, name, wanted, mark, gone: gone as never };
	});
}

function judgeSync(
	items: IDataObject[],
	run: Run,
	service: Service,
	createWith: 'public' | 'personal',
): Contradiction[] {
	const steps = [...items, ...((items[0]?.gone ?? []) as IDataObject[])] as unknown as Step[];
	const writes = service.log.filter(({ method }) => method !== 'GET');
	const of = (step: Step) => writes.filter((request) => isOf(step, request));
	const strange = writes
		.filter((request) => !steps.some((step) => isOf(step, request)))
		.map(({ method, url, rawBody }) => wrong('another request', `${method} ${url} ${rawBody}`));
	const twice = steps
		.filter(({ wanted }) => wanted === 'created' && createWith === 'personal')
		.filter((step) => of(step).filter(({ done }) => done).length > 1)
		.map(({ email }) => wrong('done twice', `${email} was created twice`));
	const told = run.error
		? judgeCounts(run, steps, (step) => of(step).some(({ done }) => done))
		: steps.flatMap((step, place) => judgeStep(step, toldOf(step, place, run), of(step)));
	return [...strange, ...twice, ...told];
}

const METHODS: Record<Action, string> = {
	created: 'POST',
	updated: 'PATCH',
	revoked: 'DELETE',
	unchanged: 'none',
};

function isOf({ wanted, mark }: Step, { method, url, rawBody }: LoggedRequest): boolean {
	return method === METHODS[wanted] && `${url} ${rawBody}`.includes(mark);
}

/** What was said of a contact, by its place, or of an invitation, by its address; errors may have it under `details`. */
function toldOf({ wanted, email }: Step, place: number, run: Run): IDataObject[] {
	const said = run.outputs.flat().map(({ json, pairedItem }) => {
		const all: IDataObject = { ...json, ...(json.details as IDataObject | undefined) };
		return { all, address: String(all.email), paired: JSON.stringify(pairedItem) };
	});
	return said
		.filter(({ address, paired }) =>
			// n8n itself pairs everything with the item of a run that has one alone.
			wanted === 'revoked' || address.includes(GONE)
				? address === email
				: paired === JSON.stringify({ item: place }),
		)
		.map(({ all }) => all);
}

function judgeStep(step: Step, told: IDataObject[], sent: LoggedRequest[]): Contradiction[] {
	const worked = sent.some(({ done }) => done);
	const log = sent.map(({ status, fault }) => `${status} (${fault})`).join(', ') || 'nothing sent';
	const at = (kind: Kind, says = log) => [wrong(kind, `${step.email}, ${step.wanted}: ${says}`)];
	const [one] = told;
	if (told.length > 1) return at('said twice', JSON.stringify(told.map(({ action }) => action)));
	if (!one) {
		// A sync that cannot read what is there cannot say who would have been revoked.
		return step.wanted === 'revoked' && sent.length === 0 ? [] : at('an item is lost');
	}
	const says = `${JSON.stringify([one.action, one.error ?? one.reason])}; ${log}`;
	if (one.action === step.wanted) {
		return worked === (step.wanted === 'unchanged') ? at('done, but it was not', says) : [];
	}
	if (one.maybeDone === true) return [];
	if (String(one.error).startsWith('Not started') && sent.length > 0) {
		return at('not started, but sent', says);
	}
	return worked ? at('failed, but it was done', says) : [];
}

/** A sync that broke off says how many of each are done, and how many may be. */
function judgeCounts(run: Run, steps: Step[], isDone: (step: Step) => boolean): Contradiction[] {
	const { description = '', message = '' } = failureOf(run) ?? {};
	const counted = (what: string) =>
		Number(new RegExp(`(\\d+) ${what}`).exec(description)?.[1] ?? 0);
	const actions: Action[] = ['updated', 'created', 'revoked'];
	let open = 0;
	const found = actions.flatMap((action) => {
		const count = counted(`of \\d+ ${action}`);
		const done = steps.filter((step) => step.wanted === action && isDone(step)).length;
		open += done - count;
		return count > done ? [wrong('done, but it was not', `${done} ${action}: ${description}`)] : [];
	});
	return open > counted('more may have been done')
		? [...found, wrong('failed, but it was done', `${open} more: ${message} ${description}`)]
		: found;
}
