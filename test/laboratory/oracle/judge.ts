import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../harness/engine';
import type { DialectName, LoggedRequest, Service } from '../../harness/service';
import { wrong, type Contradiction, type Deed, type Kind } from './deed';
import { whyNotHeld } from './held';
import type { Fate, Told } from './told';

/** What the judge looks at: the deed, what was told of it, and the service afterwards. */
export interface Evidence {
	deed: Deed;
	dialect: DialectName;
	items: IDataObject[];
	run: Run;
	told: Told;
	service: Service;
	/** What the service answers to the read of each item when nothing disturbs it. */
	truths: unknown[];
}

/** Everything in which report and log contradict each other. */
export function judge(evidence: Evidence): Contradiction[] {
	const { deed, items, run, told, service } = evidence;
	return [
		...(deed.judge?.(items, run, service) ?? judgeItems(evidence)),
		...judgeEffects(service),
		...told.texts.flatMap((text) =>
			text.includes(service.token) ? [wrong('the token is told', text)] : [],
		),
	];
}

function judgeItems(evidence: Evidence): Contradiction[] {
	const { deed, items, service } = evidence;
	const strange = service.log.filter(
		({ method, operation }) => method !== 'GET' && operation !== deed.operation,
	);
	return [
		...items.flatMap((item, place) => judgeItem(evidence, item, place)),
		...strange.map(({ method, url }) => wrong('another request', `${method} ${url}`)),
	];
}

function judgeItem(evidence: Evidence, item: IDataObject, place: number): Contradiction[] {
	const { deed, run, told, service } = evidence;
	const mark = deed.mark?.(item) ?? '';
	const requests = service.log.filter(
		({ operation, url, rawBody }) => operation === deed.asked && `${url} ${rawBody}`.includes(mark),
	);
	const fates = told.fates[place] ?? [];
	const [fate] = fates;
	const at = (kind: Kind, says: string) => wrong(kind, `item ${place}: ${says}`);
	if (fates.length > 1) return [at('said twice', fates.join(', '))];
	if (deed.retryClass === 'read') return judgeRead();
	return fate ? judgeWrite(fate) : [at('an item is lost', 'the report does not name it')];

	function judgeWrite(said: Fate): Contradiction[] {
		const worked = requests.filter(({ done }) => done);
		const once = deed.retryClass !== 'idempotent';
		const found: Contradiction[] = [];
		const log = requests.map(inShort).join(', ') || 'nothing was sent';
		if (once && worked.length > 1) found.push(at('done twice', `${said}; ${log}`));
		if (said === 'done' && worked.length === 0) found.push(at('done, but it was not', log));
		if (said === 'failed' && worked.length > 0) found.push(at('failed, but it was done', log));
		if (said === 'not started' && requests.length > 0) found.push(at('not started, but sent', log));
		const [first] = requests;
		const other = requests.find((one) => one.url !== first?.url || one.rawBody !== first.rawBody);
		if (other) found.push(at('a repeat differs', `${other.url} ${other.rawBody}`));
		return found;
	}

	function judgeRead(): Contradiction[] {
		if (fate !== 'done' && fate !== undefined) return [];
		if (run.error) {
			// A run that failed as a whole hands nothing out, and names the items that were read or not.
			return fate || (told.fates.flat().length === 0 && deed.mark === null)
				? []
				: [at('an item is lost', 'the report does not name it')];
		}
		const why = whyNotHeld({
			deed,
			dialect: evidence.dialect,
			item,
			outputs: told.outputs[place] ?? [],
			requests,
			truth: evidence.truths[place],
		});
		if (why === null) return [];
		return [at('not what the service holds', `${why} (${requests.map(inShort).join(', ')})`)];
	}
}

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
