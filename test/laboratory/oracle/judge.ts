import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../harness/engine';
import type { LoggedRequest, Service } from '../../harness/service';
import type { Deed } from './deeds';
import type { Fate, Told } from './told';

/** Where what the node said and what the service saw cannot both be true. */
export interface Contradiction {
	kind: Kind;
	says: string;
}

export type Kind =
	| 'stuck'
	| 'an item is lost'
	| 'said twice'
	| 'done, but it was not'
	| 'done, but no answer says so'
	| 'failed, but it was done'
	| 'not started, but sent'
	| 'done twice'
	| 'a repeat differs'
	| 'another request'
	| 'a redirect was followed'
	| 'the token is told';

export const wrong = (kind: Kind, says: string): Contradiction => ({ kind, says });

/** What the judge looks at: the deed, what was told of it, and the service afterwards. */
export interface Evidence {
	deed: Deed;
	items: IDataObject[];
	run: Run;
	told: Told;
	service: Service;
}

/** Faults that leave an answer that is one of the service, whole, though it may look odd. */
const WHOLE: ReadonlyArray<string | null> = [null, 'slow', 'drip', 'extra fields', 'wrong types'];

/** Everything in which report and log contradict each other. */
export function judge(evidence: Evidence): Contradiction[] {
	const { deed, items, told, service } = evidence;
	const others = service.log.filter(
		({ method, operation }) => method !== 'GET' && operation !== deed.operation,
	);
	return [
		...items.flatMap((item, place) => judgeItem(evidence, item, place)),
		...others.map(({ method, url }) => wrong('another request', `${method} ${url}`)),
		...judgeEffects(service),
		...told.texts
			.filter((text) => text.includes(service.token))
			.map((text) => wrong('the token is told', text)),
	];
}

function judgeItem(
	{ deed, run, told, service }: Evidence,
	item: IDataObject,
	place: number,
): Contradiction[] {
	const requests = service.log.filter(
		({ operation, url }) => operation === deed.asked && url.includes(String(item.id)),
	);
	const fates = told.fates[place] ?? [];
	const log = requests.map(inShort).join(', ') || 'nothing was sent';
	const at = (kind: Kind, says = log) => wrong(kind, `item ${place}: ${says}`);
	if (fates.length > 1) return [at('said twice', fates.join(', '))];
	const [fate] = fates;
	const isRead = deed.retryClass === 'read';
	// A list without a record becomes no item.
	if (!fate && (run.error || !isRead)) return [at('an item is lost')];
	const isProved = requests.some((one) => isAnswered(one) || isGone(one));
	const found = isRead ? [] : judgeWrite(fate as Fate);
	if ((fate ?? 'done') === 'done' && !isProved) found.push(at('done, but no answer says so'));
	return found;

	function judgeWrite(said: Fate): Contradiction[] {
		const worked = requests.filter(({ done }) => done);
		const contradictions: Contradiction[] = [];
		if (deed.retryClass !== 'idempotent' && worked.length > 1)
			contradictions.push(at('done twice', `${said}; ${log}`));
		if (said === 'done' && worked.length === 0 && !requests.some(isGone))
			contradictions.push(at('done, but it was not'));
		if (said === 'failed' && worked.length > 0) contradictions.push(at('failed, but it was done'));
		if (said === 'not started' && requests.length > 0)
			contradictions.push(at('not started, but sent'));
		const [first] = requests;
		const other = requests.find((one) => one.url !== first?.url || one.rawBody !== first.rawBody);
		if (other) contradictions.push(at('a repeat differs', `${other.url} ${other.rawBody}`));
		return contradictions;
	}
}

/** Whether the service answered with a success of its own; that of a delete is no more than a status. */
const isAnswered = ({ method, done, status, fault }: LoggedRequest) =>
	done &&
	(status === 200 || status === 201 || status === 204) &&
	(WHOLE.includes(fault) || (method === 'DELETE' && status === 204));

/** After a delete whose answer was lost, it is done if the record is not there. */
const isGone = ({ method, status }: LoggedRequest) =>
	method === 'DELETE' && (status === 404 || status === 410);

/** Whatever was told: no email goes to the same person twice, and nobody is erased twice. */
function judgeEffects({ effects }: Service): Contradiction[] {
	const emails = effects.emails.map(
		({ invitationId, mailingId }) => `an email of ${mailingId ?? 'nobody'} to ${invitationId}`,
	);
	const erasures = effects.erasures.map(({ id }) => `an erasure of ${id}`);
	const all = [...emails, ...erasures];
	return all
		.filter((one, place) => all.indexOf(one) !== place)
		.map((one) => wrong('done twice', one));
}

function inShort({ method, status, fault, done }: LoggedRequest): string {
	return `${method} ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}${done ? ', done' : ''}`;
}
