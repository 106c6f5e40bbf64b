import type { FaultRule, InvitationRecord, Service } from '../../harness/service';
import type { Deed, History, Step } from './history';
import {
	BAD_IDS,
	NO_ID,
	NOBODY,
	readEmail,
	readId,
	respelled,
	respelledId,
	type Cell,
} from './values';

/** A contact, as it stands in the list. */
export interface Row {
	/** The first survey, or the second. */
	survey: number;
	email: Cell;
	id: Cell;
	name: Cell;
	team: Cell;
	level: Cell;
	/** What programs add to a row. */
	added?: Record<string, Cell>;
}

const PEOPLE: Array<[name: string, email: string, id: Cell]> = [
	['Ada Berg', 'ada@example.com', 'A-0'],
	['Jürgen Müller', 'jm@müller.de', '0012'],
	['Zoë Ünal', 'zoe@example.org', 7],
	['Jennifer Null', "o'neil+x@x.co.uk", '42'],
	['May June', 'may@example.com', 'May'],
	['Łukasz Żak', 'lukasz@example.pl', '2024-01-05'],
	['李雷', 'li.lei@example.cn', 'a-0'],
	['Bob', 'bob@example.com', 1042],
	['Noor', 'noor@example.nl', 'e5'],
	['Ada Okoye', 'ada+news@example.com', 'A-00'],
];
const TEAMS: Cell[] = [
	'Care',
	' Sales ',
	'None',
	'Unknown',
	'2026-05-01',
	'vip, nl',
	0,
	true,
	['vip', 'nl'],
];
const BAD_ADDRESSES = [
	'ada@example.com, bob@example.com',
	'nobody at all',
	'ada@',
	'call bob@x.org',
];
/** As Airtable and Google Sheets fill them in rows that nobody has filled in. */
const ADDED: Row['added'] = { lfdNr: 7, createdTime: '2026-05-01T10:00:00.000Z', vip: false };
const REFUSALS = [400, 403, 409, 422, 500];
const DAY = 86_400_000;

/** A service, its surveys, and the list of contacts that changes from run to run. */
export class Stage {
	rows: Row[] = [];
	optOuts: string[] = [];
	/** Addresses that the service never takes, with the status that it answers. */
	refused = new Map<string, number>();
	/** How the service hides whom its invitations are for, if it does. */
	hides?: 'anonymous' | 'masked';
	readonly surveys: string[];
	/** A survey of the token that the list is not about. */
	readonly elsewhere: string;
	private count = 0;

	constructor(
		readonly service: Service,
		readonly history: History,
	) {
		const { world } = service;
		const names = history.hasTwoSurveys ? ['First', 'Second'] : ['First'];
		this.surveys = names.map((name) => world.createSurvey({ name }).id);
		this.elsewhere = world.createSurvey({ name: 'Elsewhere' }).id;
		for (const id of this.surveys) {
			world.createProperty(id, { key: 'team' });
			if (history.hasLevel) world.createProperty(id, { key: 'level' });
		}
	}

	/** All but a run of Sync. */
	happen({ deed, rolls }: Step): void {
		const of = <T>(list: readonly T[], roll = 0) => list[Math.floor(roll * list.length)];
		const [a = 0, b = 0, c = 0, d = 0, e = 0] = rolls;
		const [row, other] = [of(this.rows, a), of(this.rows, b)];
		const open = this.invitations().filter(
			({ id, type, revoked }) =>
				!revoked && type !== 'test' && this.service.world.invitationStatus(id) === 'open',
		);
		const invitation = of(open, a);
		const survey = Math.floor(c * this.surveys.length);
		const deeds: Record<Exclude<Deed, 'sync'>, () => void> = {
			add: () => {
				const [name, email, id] = of(PEOPLE, a) ?? ['', '', ''];
				const team = d < 0.3 ? (of(TEAMS, e) ?? '') : '';
				const one = { survey, name, email, id, team, level: e < 0.15 ? 3 : '' };
				this.rows.splice(Math.floor(b * (this.rows.length + 1)), 0, one);
			},
			remove: () => void (this.rows = this.rows.filter((one) => one !== row)),
			swap: () => {
				if (!row || !other) return;
				const [from, to] = [this.rows.indexOf(row), this.rows.indexOf(other)];
				[this.rows[from], this.rows[to]] = [other, row];
			},
			double: () => {
				if (!row) return;
				const email = respelled(row.email, c);
				const id = d < 0.4 ? '' : row.id;
				this.rows.push({
					...row,
					email: e < 0.2 ? '' : email,
					id,
					name: e < 0.5 ? 'Kim' : row.name,
				});
			},
			address: () => void (row && (row.email = `moved.${++this.count}@example.com`)),
			newId: () => void (row && (row.id = `N-${++this.count}`)),
			exchangeIds: () => void (row && other && ([row.id, other.id] = [other.id, row.id])),
			exchangeAddresses: () =>
				void (row && other && ([row.email, other.email] = [other.email, row.email])),
			empty: () => this.fill(row, b, d < 0.5 ? '' : null),
			nothing: () => {
				if (e < 0.7) this.fill(row, b, of(NOBODY, d) ?? '');
				else if (row && b < 0.5) row.id = of(NO_ID, d) ?? '';
				else if (row) row.name = d < 0.5 ? 'undefined undefined' : `${row.name ?? ''} -`;
			},
			bad: () => {
				if (!row) return;
				if (b < 0.5) row.email = of(BAD_ADDRESSES, c) ?? '';
				else if (b < 0.75) row.id = of(BAD_IDS, c) ?? '';
				else row.name = c < 0.5 ? 'J\uFFFDrgen' : 'JÃ¼rgen';
			},
			mailbox: () => void (row && other && (row.email = respelled(other.email, c))),
			sameId: () => void (row && other && (row.id = other.id)),
			crm: () => void (row && other && (row.id = other.id = 'crm-')),
			rename: () =>
				void (row && (row.name = of(['Kim', 'Zoe\u0308 Ünal', 'Ada  Lo', 'nil'], b) ?? '')),
			property: () => {
				if (!row) return;
				if (b < 0.75) row.team = of(TEAMS, c) ?? '';
				else row.level = of(['3', 3, '', 'NULL'], c) ?? '';
			},
			respell: () => {
				if (!row) return;
				if (c < 0.6) row.email = respelled(row.email, b);
				else row.id = respelledId(row.id, b);
			},
			blank: () =>
				void this.rows.push({
					survey,
					email: '',
					id: b < 0.5 ? '' : 'NULL',
					name: null,
					team: '',
					level: '',
					added: c < 0.5 ? ADDED : undefined,
				}),
			optOut: () => {
				const [, email = '', id = ''] = of(PEOPLE, a) ?? [];
				if (b < 0.6) this.optOuts.push(respelled(email, c));
				else this.optOuts.push(String(respelledId(readId(row?.id ?? '').text ?? id, c)));
			},
			invite: () => {
				const [name, email, id] = of(PEOPLE, a) ?? [];
				const externalId = d < 0.35 ? undefined : String(id);
				this.invite(survey, { name, email: d > 0.9 ? undefined : email, externalId }, e);
			},
			stranger: () => this.invite(survey, { email: `stranger.${++this.count}@example.com` }, b),
			impersonal: () => {
				const type = of(['shared_link', 'popup', 'test'] as const, b) ?? 'popup';
				this.service.world.createInvitation(this.surveys[survey] ?? '', type, { label: 'All' });
			},
			elsewhere: () => {
				const [, email, id] = of(PEOPLE, a) ?? [];
				const draft = { recipientEmail: email, recipientExternalId: b < 0.5 ? String(id) : null };
				const made = this.service.world.createInvitation(this.elsewhere, 'personal', draft);
				made.createdAt -= (c < 0.6 ? 2 : 60) * DAY;
			},
			answer: () =>
				void (invitation && this.service.world.interview({ invitationId: invitation.id })),
			expire: () => void (invitation && (invitation.expiresAt = invitation.createdAt - DAY)),
			revoke: () => void (invitation && this.service.world.revokeInvitation(invitation.id)),
			refuse: () => {
				const address = readEmail(row?.email ?? '').text;
				if (address) this.refused.set(address, of(REFUSALS, b) ?? 422);
			},
			hide: () => {
				this.hides = a < 0.5 ? 'anonymous' : 'masked';
				if (a < 0.5) this.surveys.forEach((id) => this.service.world.makeAnonymous(id));
			},
		};
		if (deed !== 'sync') deeds[deed]();
	}

	/** How the service treats everybody, or single people, in every run. */
	habits(): FaultRule[] {
		const habits = [...this.refused].map(([address, status]): FaultRule => {
			const match: FaultRule['match'] = ({ method, rawBody }) =>
				method === 'POST' && rawBody.toLowerCase().includes(`"${address}"`);
			return { match, fault: { kind: 'status', status }, times: Infinity };
		});
		const { hides } = this;
		if (!hides) return habits;
		const shown = (key: string, value: unknown): unknown => {
			if (!/email|external|name/.test(key) || typeof value !== 'string') return value;
			return hides === 'anonymous' ? null : value.includes('@') ? 'a***@example.com' : 'hidden';
		};
		const rewrite = (body: string) => JSON.stringify(JSON.parse(body, shown));
		const match: FaultRule['match'] = ({ path }) => path.includes('/invitations');
		return [...habits, { match, fault: { kind: 'rewritten body', rewrite }, times: Infinity }];
	}

	invitations(): InvitationRecord[] {
		return [...this.surveys, this.elsewhere].flatMap((id) => this.service.world.invitations(id));
	}

	private fill(row: Row | undefined, roll: number, cell: Cell): void {
		if (!row) return;
		const columns = ['email', 'id', 'name', 'team'] as const;
		row[columns[Math.floor(roll * columns.length)] ?? 'name'] = cell;
	}

	/** What a colleague did without Sync. No two are equally new. */
	private invite(
		survey: number,
		who: { name?: string; email?: string; externalId?: string },
		roll: number,
	): void {
		const { world } = this.service;
		// The service keeps an address as it was given.
		const email = who.email?.replace('müller', 'xn--mller-kva');
		const type = (['personal', 'csv', 'api'] as const)[Math.floor(roll * 97) % 3] ?? 'personal';
		const made = world.createInvitation(this.surveys[survey] ?? '', type, {
			recipientName: who.name,
			recipientEmail: roll > 0.8 ? email?.toUpperCase() : email,
			recipientExternalId: who.externalId,
			properties: roll < 0.3 ? { team: 'Old', city: 'Bonn' } : {},
		});
		made.createdAt -= (100 - ++this.count) * DAY;
		if (roll < 0.25) world.interview({ invitationId: made.id });
		else if (roll < 0.4) made.expiresAt = made.createdAt + 1;
		else if (roll < 0.5) world.revokeInvitation(made.id);
	}
}
