import { connected, haveOneKey, keysOf, type Contact } from './contacts';
import type { MatchBy, Options } from './history';
import { readEmail, readId } from './values';

/** An invitation, as the service holds it. */
export interface Invitation {
	id: string;
	survey: string;
	type: string;
	/** The person, as the page compares them. */
	email?: string;
	externalId?: string;
	rawEmail: string | null;
	name?: string;
	properties: Record<string, string>;
	status: 'open' | 'used' | 'expired';
	/** Whether the service's list shows it. */
	isListed: boolean;
	createdAt: number;
	revoked: boolean;
}

export type Action = 'created' | 'updated' | 'unchanged' | 'duplicate' | 'skipped' | 'failed';

/** What the page allows for a contact. */
export interface Verdict {
	allowed: Action[];
	/** Which invitation may be the contact's, where it has one. */
	ids?: string[];
	/** What that invitation says in the end, of what Sync writes. */
	says?: Pick<Invitation, 'email' | 'externalId' | 'name' | 'properties'>;
}

export interface Scene {
	contacts: Contact[];
	invitations: Invitation[];
	matchBy: MatchBy;
	options: Options;
	optOuts: string[];
	now: number;
}

const ANY: Action[] = ['created', 'updated', 'unchanged', 'duplicate', 'skipped', 'failed'];
const DAY = 86_400_000;

export const isPersonal = ({ type }: Invitation) => ['personal', 'csv', 'api'].includes(type);
const keysOfInvitation = ({ email, externalId }: Invitation) => ({ email, id: externalId });

/** What the page says of each contact before the run. */
export class Page {
	private readonly mustSkip = new Set<string>();
	private readonly maySkip: Set<string>;

	constructor(private readonly scene: Scene) {
		const { contacts, invitations } = scene;
		const lately = this.lately().map(keysOfInvitation);
		const optOuts = scene.optOuts.flatMap((entry) => {
			const [email, id] = [readEmail(entry).text, readId(entry).text];
			return keysOf(email ? { email } : { id });
		});
		const left = [...optOuts, ...lately.flatMap(keysOf)];
		for (const key of left) this.mustSkip.add(key);
		for (const contact of contacts) {
			// "If one row opts out, the person is opted out"; it "holds for the mailbox and for the ID".
			const hasOptedOut = keysOf(contact).some((key) => optOuts.includes(key));
			if (hasOptedOut && contact.state === 'fine')
				keysOf(contact).forEach((key) => this.mustSkip.add(key));
		}
		this.maySkip = connected(left, [...contacts, ...invitations.map(keysOfInvitation)]);
	}

	verdict(contact: Contact): Verdict {
		const verdict = this.verdictOf(contact);
		const { allowed } = verdict;
		const hasOwn = allowed.includes('updated') || allowed.includes('unchanged');
		if (hasOwn || !this.isMaybeSkipped(contact)) return verdict;
		return { ...verdict, allowed: [...allowed, 'skipped'] };
	}

	private verdictOf(contact: Contact): Verdict {
		if (contact.state === 'empty') {
			// Whether a row that names a survey is empty is left open.
			const namesSurvey = this.scene.contacts.some(({ survey }) => survey !== contact.survey);
			return { allowed: namesSurvey ? ['skipped', 'failed'] : ['skipped'] };
		}
		if (contact.state === 'bad') return { allowed: ['failed'] };
		if (contact.state === 'open') return { allowed: ANY };
		if (contact.state === 'keyless') return { allowed: ANY.filter((one) => one !== 'created') };
		const same = this.sameKey(contact);
		// Whether those who share the address or the ID are one person is left open, but for the plain cases.
		const isClear = same.every(
			(one) =>
				one.state === 'fine' &&
				new Set([...same, contact].flatMap(({ id }) => id ?? [])).size < 2 &&
				new Set([...same, contact].flatMap(({ email }) => email ?? [])).size < 2 &&
				this.sameKey(one).length === same.length,
		);
		if (this.isMailbox(contact, same)) {
			return { allowed: same.every(({ row }) => row > contact.row) ? ['created'] : ['duplicate'] };
		}
		if (!isClear) return { allowed: this.isSkipped(contact) ? without(ANY, 'created') : ANY };
		const isFirst = same.every(({ row }) => row > contact.row);
		if (!isFirst) return { allowed: ['duplicate'] };
		const email = contact.email ?? same.find((one) => one.email)?.email;
		const id = contact.id ?? same.find((one) => one.id)?.id;
		return this.verdictOfPerson({ ...contact, email, id }, same);
	}

	/** Of a person who is clearly one: by the table of "How a contact finds its invitation". */
	private verdictOfPerson(person: Contact, rows: Contact[]): Verdict {
		const { matchBy } = this.scene;
		const listed = this.listed(person.survey);
		const byEmail = listed.filter(({ email }) => email !== undefined && email === person.email);
		const byId = listed.filter(({ externalId }) => externalId && externalId === person.id);
		const strangers = this.scene.contacts.filter(
			(one) => one.survey === person.survey && one.row !== person.row && !rows.includes(one),
		);
		const isElsewhere =
			byId.some(({ email }) => email !== person.email) ||
			byEmail.some(({ externalId }) => externalId !== person.id) ||
			strangers.some((one) => haveOneKey(one, person));
		const isAsked = (own: Invitation[]) =>
			own.some(({ externalId }) =>
				strangers.some(({ id }) => id !== undefined && id === externalId),
			);
		// "Where two people seem to be exchanged, both are `failed`".
		const isExchanged = strangers.some(
			(one) =>
				one.email !== undefined &&
				one.id !== undefined &&
				byEmail.length > 0 &&
				byId.length > 0 &&
				byEmail.every(({ externalId }) => externalId === one.id) &&
				byId.every(({ email }) => email === one.email) &&
				this.sameKey(one).length === 0,
		);
		if (matchBy === 'email') return this.found(person, byEmail, isElsewhere);
		if (matchBy === 'emailThenExternalId') {
			const own = byEmail.filter(
				(one) => !one.externalId || !person.id || one.externalId === person.id,
			);
			if (own.length > 0) return this.found(person, own, isElsewhere);
			if (isExchanged) return { allowed: ['failed'] };
			if (byEmail.length > 0) {
				const isNew = byId.length === 0 && !isAsked(byEmail);
				// "If no invitation has the address" does not say whether one without any address is hers.
				if (byId.some(({ email }) => !email)) return { allowed: without(ANY, 'created') };
				return { allowed: isNew ? ['duplicate'] : ['duplicate', 'failed'] };
			}
		}
		if (isExchanged) return { allowed: ['failed'] };
		// "An external ID alone gives nobody the invitation of another address if …"
		const hasNone = (one: Contact) =>
			matchBy === 'externalId'
				? // Whether an ID that cannot be read is none is left open.
					one.id === undefined && one.state !== 'bad'
				: !listed.some(
						({ email, externalId }) =>
							email === one.email && (!externalId || externalId === one.id),
					);
		// Of several invitations the preferred one counts.
		const best = preferred(byId, person);
		const refused = best.filter(
			({ status, email }) =>
				person.email !== undefined &&
				email !== undefined &&
				email !== person.email &&
				(status === 'used' || strangers.some((one) => one.email === email && hasNone(one))),
		);
		// Whether a cell with several addresses makes each of them somebody's is left open.
		const isNamed = byId.some(
			({ email }) =>
				email && email !== person.email && strangers.some(({ cells }) => cells.includes(email)),
		);
		// "… if its name is another too": how much of a name may change is left open.
		const hasOtherName = best.some(
			({ email, name }) =>
				person.email !== undefined &&
				email !== undefined &&
				email !== person.email &&
				name !== undefined &&
				person.name !== undefined &&
				wordsOf(name).every((word) => !wordsOf(person.name ?? '').includes(word)),
		);
		const isRefused = refused.length > 0 && refused.length === best.length;
		if ((isNamed || hasOtherName || refused.length > 0) && !isRefused)
			return { allowed: without(ANY, 'created') };
		if (isRefused) return { allowed: ANY.filter((one) => one !== 'updated') };
		return this.found(person, byId, isElsewhere);
	}

	private found(person: Contact, own: Invitation[], isElsewhere: boolean): Verdict {
		const { options } = this.scene;
		const unclear: Action[] = isElsewhere ? ['duplicate', 'failed'] : [];
		if (own.length === 0) {
			// The service documents address and name; whether it takes an ID alone is its own affair.
			if (!person.email) unclear.push('failed');
			const says = { email: person.email, externalId: person.id, ...pick(person) };
			if (this.isSkipped(person)) return { allowed: ['skipped', ...unclear] };
			return { allowed: ['created', ...unclear], says };
		}
		const best = preferred(own, person);
		const ids = best.map(({ id }) => id);
		if (options.updateExisting === false) return { allowed: ['unchanged', ...unclear], ids };
		const [one] = best;
		if (isElsewhere || !one || best.length > 1)
			return { allowed: ['updated', 'unchanged', ...unclear], ids };
		const says = {
			email: person.email ?? one.email,
			externalId: person.id ?? one.externalId,
			name: person.name ?? one.name,
			properties: propertiesAfter(person.properties, one.properties, options.propertiesMode),
		};
		const allowed: Action[] = [alike(says, one) ? 'unchanged' : 'updated'];
		return { allowed, ids, says };
	}

	/** "A contact with a new ID and the address of somebody else is `duplicate`." */
	private isMailbox(contact: Contact, same: Contact[]): boolean {
		const all = [contact, ...same];
		return (
			this.scene.matchBy === 'emailThenExternalId' &&
			same.length > 0 &&
			new Set(all.map(({ email }) => email)).size === 1 &&
			new Set(all.map(({ id }) => id ?? '')).size === all.length &&
			all.every(
				(one) =>
					one.state === 'fine' &&
					one.email &&
					one.id &&
					this.sameKey(one).length === same.length &&
					!this.isMaybeSkipped(one) &&
					!this.listed(one.survey).some((other) => haveOneKey(keysOfInvitation(other), one)),
			)
		);
	}

	/** Rows of the survey that have the key by which it is matched, or might have it. */
	private sameKey(contact: Contact): Contact[] {
		const { matchBy, contacts } = this.scene;
		const { email, id } = contact;
		return contacts.filter((one) => {
			if (one === contact || one.survey !== contact.survey) return false;
			if (
				one.state === 'bad' &&
				[email, id].some((key) => key && one.cells.includes(key.toLowerCase()))
			)
				return true;
			if (matchBy === 'email') return one.email !== undefined && one.email === email;
			if (matchBy === 'externalId') return one.id !== undefined && one.id === id;
			return haveOneKey(one, contact);
		});
	}

	listed(survey: string): Invitation[] {
		return this.scene.invitations.filter(
			(one) => one.survey === survey && one.isListed && isPersonal(one),
		);
	}

	/** Nobody who has opted out, or was invited lately, gets a new invitation. */
	isSkipped(contact: Pick<Contact, 'email' | 'id'> & { survey: string }): boolean {
		return (
			keysOf(contact).some((key) => this.mustSkip.has(key)) ||
			this.isInvitedByAnother(contact, true)
		);
	}

	isMaybeSkipped(contact: Contact): boolean {
		return (
			keysOf(contact).some((key) => this.maySkip.has(key)) ||
			this.isInvitedByAnother(contact, false)
		);
	}

	/** Invitations of the survey that the list is not about, which is the same for all contacts. */
	private lately(): Invitation[] {
		const surveys = new Set(this.scene.contacts.map(({ survey }) => survey));
		return this.recent().filter(({ survey }) => !surveys.has(survey));
	}

	private recent(): Invitation[] {
		const { options, invitations, now } = this.scene;
		const since = now - (options.notInvitedWithin ?? 0) * DAY;
		return invitations.filter((one) => isPersonal(one) && one.isListed && one.createdAt > since);
	}

	/** By another survey of the list: before the run, or perhaps by the run itself. */
	private isInvitedByAnother(
		contact: Pick<Contact, 'email' | 'id'> & { survey: string },
		isSure: boolean,
	): boolean {
		if (this.scene.options.notInvitedWithin === undefined) return false;
		const lists = this.scene.contacts.filter(({ survey }) => survey !== contact.survey);
		const invited = this.recent()
			.filter(({ survey }) => survey !== contact.survey)
			.map(keysOfInvitation);
		if (isSure) return invited.some((one) => haveOneKey(one, contact));
		// "… or one that stands beside it in a row or an invitation".
		const joined = this.scene.invitations.map(keysOfInvitation);
		const all = [...lists, ...invited];
		return all.some((one) =>
			keysOf(one).some((key) =>
				connected(keysOf(contact), [...this.scene.contacts, ...joined]).has(key),
			),
		);
	}
}

const without = (all: Action[], one: Action) => all.filter((other) => other !== one);
const pick = ({ name, properties }: Contact) => ({ name, properties });

/**
 * "The one with its address and its ID is preferred; then an open one, a used one, an expired one, the newest": whether
 * one that has no other address goes before others is left open.
 */
function preferred(all: Invitation[], person: Contact): Invitation[] {
	const both = all.filter(
		({ email, externalId }) =>
			email && externalId && email === person.email && externalId === person.id,
	);
	const own = both.length > 0 ? both : all;
	const bestOf = (some: Invitation[]) => {
		const status = (['open', 'used', 'expired'] as const).find((word) =>
			some.some((one) => one.status === word),
		);
		const alike = some.filter((one) => one.status === status);
		const whole = alike.filter(({ email, externalId }) => email && externalId);
		return [alike, whole].flatMap(newestOf);
	};
	const fitting = own.filter(({ email }) => !email || email === person.email);
	return [...new Set([own, fitting].flatMap(bestOf))];
}

const wordsOf = (name: string) =>
	name
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/** Some services write times in whole seconds. */
function newestOf(all: Invitation[]): Invitation[] {
	const newest = Math.max(...all.map(({ createdAt }) => createdAt));
	return all.filter(({ createdAt }) => createdAt >= newest - 1000);
}

function propertiesAfter(
	given: Record<string, string>,
	there: Record<string, string>,
	mode: Options['propertiesMode'],
): Record<string, string> {
	if (Object.keys(given).length === 0) return there;
	return mode === 'replace' ? given : { ...there, ...given };
}

export type Says = NonNullable<Verdict['says']>;

export function alike(a: Says, b: Says): boolean {
	const written = ({ email, externalId, name, properties }: Says) =>
		JSON.stringify([email, externalId, name, Object.entries(properties).sort()]);
	return written(a) === written(b);
}
