import type { IDataObject } from 'n8n-workflow';
import type { LoggedRequest } from '../../harness/service';
import { connected, haveOneKey, keysOf, type Contact } from './contacts';
import { alike, isPersonal, Page, type Invitation, type Scene } from './page';
import { readEmail } from './values';

/** One run of Sync: what was there, what it said, what it sent, and what is there now. */
export interface Outcome {
	scene: Scene;
	isDry: boolean;
	/** Of a run with Approved Steps. */
	isApproval: boolean;
	hasLevel: boolean;
	items: IDataObject[];
	error?: string;
	/** Whether a request was refused, or got no answer of the service. */
	isDisturbed: boolean;
	/** Whether the service hides whom its invitations are for. */
	isHidden: boolean;
	/** What a run said that was started at the same time. */
	twin?: IDataObject[];
	writes: LoggedRequest[];
	/** How many faults struck that strike once. */
	faults: number;
	after: Invitation[];
}

export interface Finding {
	/** The run that it is about. */
	scene?: Scene;
	what:
		| 'rows'
		| 'action'
		| 'dry'
		| 'stopped'
		| 'guard'
		| 'twice'
		| 'lost'
		| 'optOut'
		| 'rewritten'
		| 'untold'
		| 'content'
		| 'revoked'
		| 'again'
		| 'plan';
	detail: string;
}

type Say = (what: Finding['what'], detail: string) => void;

export const STEPS = ['created', 'updated', 'revoked'];
const ACTIONS = [...STEPS, 'unchanged', 'duplicate', 'skipped', 'failed'];

/** "`wouldCreate`, `wouldUpdate` and `wouldRevoke` instead of `created`, `updated` and `revoked`". */
export function done(action: unknown): string {
	const word = String(action);
	return word.startsWith('would') ? `${word.slice(5).toLowerCase()}d` : word;
}

/** Refused, not answered, or answered with something else. */
export const isTroubled = ({ status, fault }: LoggedRequest) =>
	status === null || status >= 400 || fault !== null;
const told = (value: unknown) => JSON.stringify(value);

/** @param probe what a dry run without limits plans, for a run that stopped */
export function judge(outcome: Outcome, probe?: Outcome): Finding[] {
	const findings: Finding[] = [];
	const { isDry, error, writes, scene, after } = outcome;
	const say: Say = (what, detail) => findings.push({ what, detail, scene });
	if (outcome.isHidden) {
		hidden(outcome, say);
		return findings;
	}
	const isCalm = !outcome.isDisturbed;
	if (isDry && writes.length > 0) say('dry', `a dry run sent ${writes[0]?.rawBody}`);
	if (error !== undefined && isCalm) {
		if (writes.length > 0) say('guard', `${error}, after ${writes.length} writes`);
		if (!isExplained(outcome, probe)) say('stopped', error);
	}
	twice(scene, after, say);
	rewritten(outcome, say);
	if (error !== undefined) {
		counts(outcome, say);
		if (!isDry) refusals(outcome, say);
		return findings;
	}
	const changes = outcome.twin?.filter(({ action }) => STEPS.includes(String(action))) ?? [];
	if (changes.length > 0 && isCalm) say('again', `two runs at once: ${told(changes)}`);
	const page = new Page(scene);
	guards(outcome, say);
	rows(outcome, page, say);
	effects(outcome, say);
	revocations(outcome, say);
	if (!outcome.isApproval) lost(outcome, page, say);
	return findings;
}

const itemsOfRows = ({ items }: Outcome) => items.filter(({ row }) => typeof row === 'number');
const itemsOfGone = ({ items }: Outcome) => items.filter(({ row }) => typeof row !== 'number');
const count = ({ items }: Outcome, action: string) =>
	items.filter((item) => done(item.action) === action).length;

function hasUnknownProperty({ scene, hasLevel }: Outcome, isSure: boolean): boolean {
	if (hasLevel || scene.options.unknownProperties === 'send') return false;
	return scene.contacts.some(
		({ properties, state }) => properties.level && (!isSure || state === 'fine'),
	);
}

/** Whether the page says that such a run is stopped. */
function isExplained(outcome: Outcome, probe: Outcome | undefined): boolean {
	const { scene, hasLevel } = outcome;
	const { options, contacts, invitations } = scene;
	if (hasUnknownProperty({ ...outcome, hasLevel }, false)) return true;
	// "A field that has no value in any row of two or more stops the run, if it is the address".
	if (contacts.length > 1 && contacts.every(({ lacksAddress }) => lacksAddress)) return true;
	// "If none of a survey's invitations shows an address or an external ID, nothing is sent."
	for (const { survey } of contacts) {
		const own = invitations.filter((one) => one.survey === survey && one.isListed);
		if (own.length > 0 && !own.some((one) => one.email ?? one.externalId)) return true;
	}
	// "Nobody is revoked if no contact could be read": whether the run then ends is left open.
	const isRead = (survey: string) =>
		contacts.some((one) => one.survey === survey && one.state === 'fine');
	if (options.whenMissing === 'revoke' && !contacts.every(({ survey }) => isRead(survey)))
		return true;
	if (!probe || probe.error !== undefined) return false;
	if (count(probe, 'created') > (options.maxCreates ?? Infinity)) return true;
	return isTooManyRevoked(probe, isPersonal);
}

function isTooManyRevoked(
	{ scene, items }: Outcome,
	counts: (one: Invitation) => boolean,
): boolean {
	const share = (scene.options.maxRevokePercent ?? 10) / 100;
	const ids = new Set(items.filter(({ action }) => done(action) === 'revoked').map(({ id }) => id));
	return [...new Set(scene.contacts.map(({ survey }) => survey))].some((survey) => {
		const open = scene.invitations.filter(
			(one) => one.survey === survey && one.status === 'open' && one.isListed && counts(one),
		);
		return open.filter(({ id }) => ids.has(id)).length > share * open.length;
	});
}

function guards(outcome: Outcome, say: Say): void {
	const { scene, isApproval } = outcome;
	const { maxCreates = Infinity } = scene.options;
	const created = count(outcome, 'created');
	if (created > maxCreates) say('guard', `${created} are created, Max Creates is ${maxCreates}`);
	if (hasUnknownProperty(outcome, true)) say('guard', 'a contact has the unknown property level');
	if (!isApproval && isTooManyRevoked(outcome, () => true)) say('guard', 'too many are revoked');
	const { contacts } = scene;
	const filled = contacts.filter(({ state }) => state !== 'empty');
	if (filled.length > 1 && contacts.every(({ lacksAddress }) => lacksAddress)) {
		say('guard', 'no row has an address');
	}
}

/** "Each item is a flat row", and each row an item. */
function rows(outcome: Outcome, page: Page, say: Say): void {
	const { scene, isDry, isApproval, writes } = outcome;
	const items = itemsOfRows(outcome);
	const numbers = items.map(({ row }) => row);
	if (told(numbers) !== told(scene.contacts.map(({ row }) => row))) say('rows', told(numbers));
	let refused = writes.filter(isTroubled).length;
	for (const item of outcome.items) {
		const isStep = STEPS.includes(done(item.action));
		const isPlan = isStep && item.action !== done(item.action);
		if (!ACTIONS.includes(done(item.action)) || isPlan !== (isStep && isDry))
			say('action', told(item));
	}
	for (const item of items) {
		const contact = scene.contacts.find(({ row }) => row === item.row);
		if (!contact) continue;
		const action = done(item.action);
		const who = `row ${contact.row} ${told(contact)}: ${told(item)}`;
		if (contact.email && readEmail(String(item.email)).text !== contact.email) say('rows', who);
		if (contact.state === 'fine' && contact.id && item.external_id !== contact.id) say('rows', who);
		if (['duplicate', 'skipped', 'failed'].includes(action) && !item.reason) say('untold', who);
		// An ID that all rows have is not used.
		const person = contact.state === 'open' ? { ...contact, id: undefined } : contact;
		if (action === 'created' && page.isSkipped(person)) say('optOut', who);
		if (isApproval) continue;
		const { allowed, ids, says } = page.verdict(contact);
		const isAllowed = (allowed as string[]).includes(action);
		if (!isAllowed && action === 'failed' && refused-- > 0) continue;
		if (!isAllowed) {
			const isSecond =
				action === 'created' && (allowed.includes('updated') || allowed.includes('unchanged'));
			say(isSecond ? 'twice' : 'lost', `${who}, not ${allowed.join(', ')}`);
		}
		const hasIts = ['updated', 'unchanged'].includes(action);
		if (ids && hasIts && !ids.includes(String(item.id)))
			say('rewritten', `${who}, not ${ids.join()}`);
		if (!says || isDry || !(hasIts || action === 'created')) continue;
		const record = outcome.after.find(({ id }) => id === item.id);
		if (!record || !alike(record, says))
			say('content', `${who}: ${told(record)}, not ${told(says)}`);
	}
}

/** What is said to be done was done, and nothing else. */
function effects(outcome: Outcome, say: Say): void {
	const { scene, isDry, writes, after } = outcome;
	const before = new Map(scene.invitations.map((one) => [one.id, one]));
	const said = (action: string) =>
		outcome.items.filter((item) => item.action === action).map(({ id }) => String(id));
	const made = after.filter(({ id }) => !before.has(id)).map(({ id }) => id);
	const now = new Map(after.map((one) => [one.id, one]));
	const changed = [...before.values()].filter((one) => {
		const next = now.get(one.id);
		return next && (!alike(one, next) || one.rawEmail !== next.rawEmail);
	});
	const gone = [...before.values()].filter(
		(one) => !one.revoked && now.get(one.id)?.revoked !== false,
	);
	// "This invitation does not exist" is as good as revoked, if it is true.
	const isSaidToBeGone = (id: string) =>
		writes.some((one) => one.method === 'DELETE' && one.status === 404 && one.path.endsWith(id));
	const isSaid = (what: string, ids: string[], action: string) => {
		const words = said(action);
		const silent = ids.filter((id) => !words.includes(id));
		const untrue = words.filter((id) => !ids.includes(id) && !isSaidToBeGone(id));
		const refused = writes.filter(isTroubled).length;
		if (silent.length > refused || untrue.length > 0 || new Set(words).size < words.length) {
			say('untold', `${what}: ${silent.join()} and not ${untrue.join()}`);
		}
	};
	isSaid('made', made, 'created');
	isSaid(
		'changed',
		changed.map(({ id }) => id),
		'updated',
	);
	isSaid(
		'gone',
		gone.map(({ id }) => id),
		'revoked',
	);
	for (const one of [...changed, ...gone]) {
		if (!isPersonal(one)) say('rewritten', `belongs to no person: ${told(one)}`);
	}
	if (isDry && made.length + changed.length + gone.length > 0)
		say('dry', 'a dry run did something');
	if (writes.some(({ rawBody }) => rawBody.includes('\uFFFD')))
		say('content', 'lost letters were sent');
	for (const item of itemsOfRows(outcome)) {
		const contact = scene.contacts.find(({ row }) => row === item.row);
		const record = now.get(String(item.id));
		if (item.action !== 'created' || !contact || !record) continue;
		if (record.survey !== contact.survey || (contact.email && record.email !== contact.email)) {
			say('content', `row ${contact.row} got ${told(record)}`);
		}
	}
}

/** A run that broke off says how many of each are done, and how many may be. */
function counts({ scene, after, error = '' }: Outcome, say: Say): void {
	const before = new Map(scene.invitations.map((one) => [one.id, one]));
	const isChanged = (one: Invitation) => {
		const old = before.get(one.id);
		return old !== undefined && !(alike(old, one) && old.rawEmail === one.rawEmail);
	};
	const now = new Map(after.map((one) => [one.id, one]));
	const done: Record<string, number> = {
		created: after.filter(({ id }) => !before.has(id)).length,
		updated: after.filter(isChanged).length,
		revoked: scene.invitations.filter((one) => !one.revoked && now.get(one.id)?.revoked !== false)
			.length,
	};
	const counted = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(error)?.[1] ?? 0);
	let open = 0;
	for (const [action, count] of Object.entries(done)) {
		const said = counted(`of \\d+ ${action}`);
		open += count - said;
		if (said > count) say('untold', `${said} ${action}, but ${count} are: ${error}`);
	}
	if (open > counted('more may have been done')) say('untold', `${open} more are done: ${error}`);
}

/** "The service refuses one record … and Sync continues", but for what the page names. */
function refusals({ scene, writes, faults, error = '' }: Outcome, say: Say): void {
	const creates = writes.filter(({ method }) => method === 'POST');
	const isOfRecord = (one: LoggedRequest) =>
		!isTroubled(one) || (one.method === 'POST' && one.fault === 'status');
	if (faults > 0 || writes.length === 0 || !writes.every(isOfRecord)) return;
	const isOutage = writes.filter(({ status }) => status === 403 || status === 500).length >= 5;
	const page = new Page(scene);
	// Whether somebody is invited whose invitation is in doubt is left open.
	const isInvited = scene.contacts.some((contact) =>
		page.verdict(contact).allowed.every((action) => ['updated', 'unchanged'].includes(action)),
	);
	const areAllRefused = creates.every(isTroubled) && (creates.length >= 5 || !isInvited);
	if (!isOutage && !areAllRefused) say('stopped', error);
}

/** "If none of a survey's invitations shows …, nothing is sent"; else the first one that is created stops the run. */
function hidden({ scene, writes, items, after, error = '', isDry }: Outcome, say: Say): void {
	const surveys = new Set(scene.contacts.map(({ survey }) => survey));
	const isThere = (one: Invitation) => surveys.has(one.survey) && isPersonal(one) && one.isListed;
	const had = scene.invitations.some(isThere);
	const before = new Set(scene.invitations.map(({ id }) => id));
	const made = after.filter(({ id }) => !before.has(id));
	if (writes.length > (had || isDry ? 0 : 1 + writes.filter(isTroubledByRecord).length))
		say('guard', `${writes.length} writes, although nobody can see for whom they are: ${error}`);
	for (const { id } of made) if (!error.includes(id)) say('untold', `${id} is not named: ${error}`);
	if (had && items.some(({ action }) => STEPS.includes(done(action)))) say('guard', told(items));
}

const isTroubledByRecord = ({ fault }: LoggedRequest) => fault === 'status';

/** "Nobody is invited twice": by the key under which Match By knows a person. */
function twice({ matchBy, invitations, contacts }: Scene, after: Invitation[], say: Say): void {
	const surveys = new Set(contacts.map(({ survey }) => survey));
	const isOpen = (one: Invitation) =>
		surveys.has(one.survey) && one.status === 'open' && !one.revoked;
	const isSame = (a: Invitation, b: Invitation) => {
		if (a.survey !== b.survey) return false;
		if (matchBy === 'externalId' || !a.email)
			return !!a.externalId && a.externalId === b.externalId;
		if (a.email !== b.email) return false;
		return matchBy === 'email' || !a.externalId || !b.externalId || a.externalId === b.externalId;
	};
	const openOf = (all: Invitation[], whose: Invitation) =>
		all.filter((one) => isPersonal(one) && isOpen(one) && isSame(whose, one));
	for (const one of after.filter((other) => isPersonal(other) && isOpen(other))) {
		// That two of them turn out to be of one person is no new invitation.
		const before = invitations.find(({ id }) => id === one.id);
		if (before && before.email === one.email) continue;
		const now = openOf(after, one).length;
		if (now > Math.max(1, openOf(invitations, one).length)) {
			say('twice', `${one.survey} ${one.email} ${one.externalId}: ${now} open invitations`);
		}
	}
}

/** No invitation becomes that of somebody else. */
function rewritten({ scene, items, error, after }: Outcome, say: Say): void {
	const { matchBy, contacts } = scene;
	for (const one of scene.invitations) {
		const next = after.find(({ id }) => id === one.id);
		if (!next || (alike(one, next) && one.rawEmail === next.rawEmail)) continue;
		const hasNewEmail = one.email !== undefined && one.email !== next.email;
		const hasNewId = one.externalId !== undefined && one.externalId !== next.externalId;
		const change = `${told(one)} became ${told(next)}`;
		if (hasNewEmail && (one.status === 'used' || matchBy === 'email')) say('rewritten', change);
		if (hasNewId && matchBy !== 'email') say('rewritten', change);
		if (next.email === undefined && one.email !== undefined) say('rewritten', change);
		if (error !== undefined) continue;
		const item = items.find(({ id, action }) => id === one.id && action === 'updated');
		const contact = contacts.find(({ row }) => row === item?.row);
		if (!contact) continue;
		const own = contacts.filter(({ survey }) => survey === contact.survey);
		const keys = connected(keysOf(contact), own);
		const hers = [
			...(one.email && matchBy !== 'externalId' ? [`email ${one.email}`] : []),
			...(one.externalId && matchBy !== 'email' ? [`id ${one.externalId}`] : []),
		];
		if (!hers.some((key) => keys.has(key))) say('rewritten', `${change} by row ${contact.row}`);
	}
}

/** "Only if it is certain that the person is not in the list." */
function revocations(outcome: Outcome, say: Say): void {
	const { scene } = outcome;
	const items = itemsOfGone(outcome);
	const isRevoking = scene.options.whenMissing === 'revoke';
	if (!isRevoking && items.length > 0) say('revoked', `nobody asked for ${told(items)}`);
	for (const one of scene.invitations) {
		const contacts = scene.contacts.filter(({ survey }) => survey === one.survey);
		const item = items.find(({ id }) => id === one.id);
		const isOpen = isPersonal(one) && one.isListed && one.status === 'open';
		const isRevoked = item && done(item.action) === 'revoked';
		if (isRevoked && (!isOpen || mayBeIn(one, contacts)))
			say('revoked', `${told(one)} is in the list`);
		const isTold =
			item?.action === 'skipped' || (item?.action === 'failed' && outcome.writes.some(isTroubled));
		if (item && !isRevoked && !(isTold && item.reason)) say('action', told(item));
		if (!isRevoking || !isOpen || contacts.length === 0 || keysOfOne(one).length === 0) continue;
		const isGone = !contacts.some((contact) => isOrNames(one, contact));
		if (isGone && !item) say('revoked', `nothing is said of ${told(one)}, whose person is gone`);
	}
}

const keysOfOne = ({ email, externalId }: Invitation) => keysOf({ email, id: externalId });

const isOrNames = (one: Invitation, contact: Contact) =>
	haveOneKey({ email: one.email, id: one.externalId }, contact) ||
	(one.email !== undefined && contact.cells.includes(one.email)) ||
	(one.externalId !== undefined && contact.cells.includes(one.externalId.toLowerCase()));

function mayBeIn(one: Invitation, contacts: Contact[]): boolean {
	const readable = contacts.filter(({ state }) => state !== 'bad' && state !== 'empty');
	if (readable.length === 0) return true;
	const isComparable = ({ email, id }: Contact) =>
		(email !== undefined && one.email !== undefined) ||
		(id !== undefined && one.externalId !== undefined);
	if (!readable.some(isComparable)) return true;
	return contacts.some(
		(contact) => isOrKnows(one, contact) || (contact.state === 'bad' && !isComparable(contact)),
	);
}

const isOrKnows = (one: Invitation, contact: Contact) =>
	haveOneKey({ email: one.email, id: one.externalId }, contact) ||
	(one.email !== undefined && contact.cells.includes(one.email));

/** Of people who share an address or an ID, one at least has an invitation, or a row says why not. */
function lost(outcome: Outcome, page: Page, say: Say): void {
	const { contacts } = outcome.scene;
	const items = itemsOfRows(outcome);
	for (const contact of contacts) {
		const item = items.find(({ row }) => row === contact.row);
		if (contact.state !== 'fine' || item?.action !== 'duplicate') continue;
		const own = contacts.filter(({ survey }) => survey === contact.survey);
		const keys = connected(keysOf(contact), own);
		const same = own.filter((one) => keysOf(one).some((key) => keys.has(key)));
		// "The address or ID belongs to somebody else".
		const has = page
			.listed(contact.survey)
			.some((one) => keysOfOne(one).some((key) => keys.has(key)));
		if (same.length === 1 && !has) say('lost', `row ${contact.row} is a duplicate of nobody`);
		const isSettled = same.some((one) => {
			const action = items.find(({ row }) => row === one.row)?.action;
			return one.state !== 'fine' || done(action) !== 'duplicate';
		});
		if (!isSettled && !has) say('lost', `all are duplicates: ${same.map(({ row }) => row).join()}`);
	}
}
