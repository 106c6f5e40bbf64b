/** Contacts as lists really hold them: each gets its action and its sentence, and none stops the others. */
import type { IDataObject } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import { map } from '../../nodes/SurveyInterview/operations/field';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { act, byId, useEngine } from '../harness/support';
import { faultsOfRows, propertiesOf } from './row';
import { sync, told, writesIn, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const CREATED: Array<[string, IDataObject, IDataObject]> = [
	[
		'spaces and upper case',
		{ email: '  ADA@Example.COM ' },
		{ recipient_email: 'ADA@Example.COM' },
	],
	[
		'10,000 characters of notes',
		{ email: 'b@x.com', notes: 'n'.repeat(10_000) },
		{ recipient_notes: 'n'.repeat(10_000) },
	],
	[
		'numbers',
		{ id: 42, name: 7, label: 1.5 },
		{ recipient_external_id: '42', recipient_name: '7', label: '1.5' },
	],
	['a huge id as text', { id: '9'.repeat(400) }, { recipient_external_id: '9'.repeat(400) }],
	[
		'keys that are null or empty',
		{ id: 'e1', email: '', name: null, notes: ' ' },
		{ recipient_external_id: 'e1', recipient_name: null },
	],
	[
		'properties',
		{ id: 'e2', team: false, level: 3 },
		{ properties: { team: 'false', level: '3' } },
	],
	['a property that is empty', { id: 'e3', team: '', level: 3 }, { properties: { level: '3' } }],
	['a property of spaces', { id: 'e5', team: ' \n', level: 3 }, { properties: { level: '3' } }],
	['a domain with a dot at its end', { email: 'F@X.com.' }, { recipient_email: 'F@X.com' }],
	['a link as address', { email: 'mailto:g@x.com' }, { recipient_email: 'g@x.com' }],
	['an unseen character', { email: 'h\u200bi@x.com' }, { recipient_email: 'hi@x.com' }],
	['a property that is a list', { id: 'e6', team: ['a', 'b'] }, { properties: { team: 'a, b' } }],
	['joined letters in an ID', { id: '\u0645\u06cc\u200c\u062e' }, {}],
	['an apostrophe', { email: "o'neil@x.com" }, { recipient_email: "o'neil@x.com" }],
	['emoji and right-to-left', { id: 'e4', name: '👩🏽‍🚀 שלום' }, { recipient_name: '👩🏽‍🚀 שלום' }],
];

const FAILED: Array<[string, IDataObject, RegExp]> = [
	['a name alone', { name: 'Ada' }, /neither external ID nor email address/],
	[
		'no address',
		{ email: 'ada at x' },
		/^Recipient Email "ada at x" is not an email address: correct it/,
	],
	[
		'two addresses',
		{ email: 'a@x.com, b@x.com' },
		/^Recipient Email "a@x.com, b@x.com" has several email addresses/,
	],
	[
		'dots out of place',
		{ email: 'a..b@x.com' },
		/^Recipient Email "a..b@x.com" is not an email address/,
	],
	[
		'a domain with a sign that none has',
		{ email: 'ada@ex_ample.com' },
		/^Recipient Email "ada@ex_ample.com" is not an email address/,
	],
	[
		'an unseen character in an ID',
		{ id: 'A\u200b1' },
		/^Recipient External ID contains an invisible character/,
	],
	['no number', { id: NaN }, /^Recipient External ID .*is not a number/],
	['a number as address', { email: 5 }, /^Recipient Email "5" is not an email address/],
	[
		'an object as address',
		{ email: { a: 1 } },
		/^Recipient Email must be text, but it is {"a":1}: map it/,
	],
	[
		'a list as name',
		{ id: '1', name: ['Ada', 'Bob'] },
		/^Recipient Name must be text, but it is \["Ada","Bob"\]/,
	],
	['a boolean as id', { id: true }, /^Recipient External ID must be text, but it is true: map it/],
	[
		'an id beyond exact numbers',
		{ id: 1e20 },
		/^Recipient External ID is a number that is too large.*pass it as text/,
	],
	[
		'a property that is an object',
		{ id: '6', team: { a: 'b' } },
		/^Properties by Key → "team" must be text/,
	],
	[
		'a row without a key',
		{ id: '7', key: ' ', team: 'x' },
		/^Properties by Key has a value without a key/,
	],
	[
		'__proto__',
		{ id: '8', key: '__proto__', team: 'x' },
		/^Properties by Key has the key __proto__.*rename/,
	],
	[
		'constructor',
		{ id: '9', key: 'constructor', team: 'x' },
		/^Properties by Key has the key constructor/,
	],
	[
		'a key twice',
		{ id: '10', key: 'level', team: 'x', level: 'y' },
		/^Properties by Key has the key "level" twice/,
	],
];

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	/** The invitations that were created, as the service holds them. */
	const invitationsOf = async (created: IDataObject[]) => {
		const { items } = await act(engine, service, {
			operation: 'invitation.get',
			items: created,
			parameters: { invitationId: byId('={{ $json.id }}') },
		});
		return items.map(({ json }) => json);
	};

	it('what can be sent is, and stays as it is', async () => {
		const contacts = CREATED.map(([, contact]) => contact);
		// Create Personal may need an address, and some have only an external ID.
		const options = { createWith: 'public' };
		const run = await sync(engine, service, { surveyId, contacts, options });
		expect(run.error).toBeUndefined();
		const held = await invitationsOf(run.items.map(({ json }) => json));
		for (const [place, [what, , expected]] of CREATED.entries()) {
			expect(held[place]?.recipient_notes ?? null).toBe(expected.recipient_notes ?? null);
			expect([what, run.items[place]?.json.action]).toEqual([what, 'created']);
			expect([what, held[place]]).toMatchObject([what, expected]);
		}
		service.clearLog();
		const again = await sync(engine, service, { surveyId, contacts });
		expect(new Set(told(again.items).map(([action]) => action))).toEqual(new Set(['unchanged']));
		expect(writesIn(service)).toEqual([]);
	});

	it('what cannot be sent fails alone, with one sentence', async () => {
		const contacts = [...FAILED.map(([, contact]) => contact), { email: 'last@x.com' }];
		const parameters = { output: 'everything' };
		const run = await sync(engine, service, { surveyId, contacts, parameters });
		expect(run.status).toBe('success');
		expect(faultsOfRows(run, true)).toEqual([]);
		/** A value that is no text is in the reason alone. */
		const asText = (value: unknown) =>
			typeof value === 'string' || typeof value === 'number' ? String(value) : null;
		for (const [place, [what, contact, sentence]] of FAILED.entries()) {
			const { action, reason, message, email, name, external_id } = run.items[place]?.json ?? {};
			expect([what, action, reason]).toEqual([what, 'failed', expect.stringMatching(sentence)]);
			expect(message).toEqual(expect.stringMatching(/./));
			// Only the contact with a key twice has a property that can be read.
			const told = propertiesOf(run.items[place]?.json ?? {}, true);
			expect([what, told]).toEqual([what, { level: what === 'a key twice' ? 'x' : null }]);
			const { email: address, name: called, id } = contact;
			expect([what, email, name, external_id]).toEqual([
				what,
				...[address, called, id].map(asText),
			]);
		}
		expect(run.items.at(-1)?.json.action).toBe('created');
		expect(writesIn(service)).toHaveLength(1);
	});

	it('an address in another script is one with its form in DNS', async () => {
		service.world.createInvitation(surveyId, 'csv', { recipientEmail: 'ada@xn--mnchen-3ya.de' });
		const contacts = [{ email: 'Ada@münchen.de' }, { email: 'ADA@MÜNCHEN.DE' }];
		const run = await sync(engine, service, { surveyId, contacts });
		expect(run.items.map(({ json }) => json.action)).toEqual(['unchanged', 'duplicate']);
		await sync(engine, service, { surveyId, contacts: [{ email: 'Bob@zürich.ch' }] });
		expect(writesIn(service)[0]?.body).toMatchObject({ recipient_email: 'Bob@xn--zrich-kva.ch' });
	});

	it('a shared link with the same label is nobody’s', async () => {
		service.world.createInvitation(surveyId, 'shared_link', { label: 'Ada' });
		const contacts = [{ email: 'ada@x.com', label: 'Ada' }];
		const run = await sync(engine, service, { surveyId, contacts });
		expect(run.items[0]?.json).toMatchObject({ action: 'created' });
		const held = await invitationsOf(run.items.map(({ json }) => json));
		expect(held).toMatchObject([{ type: 'personal', recipient_email: 'ada@x.com' }]);
		expect(service.world.invitations(surveyId)).toHaveLength(2);
	});

	it('an expression that fails is the contact’s own', async () => {
		const parameters = { recipient_email: '={{ $json.email.toLowerCase() }}' };
		const contacts = [{ id: '1' }, { email: 'B@x.com' }];
		const run = await sync(engine, service, { surveyId, contacts, parameters });
		expect(run.items.map(({ json }) => json.action)).toEqual([expect.any(String), 'created']);
	});
});

/** n8n hands over rows alone; an expression elsewhere, or a later n8n, may hand over an object. */
describe('properties as a plain object', () => {
	const refusal = (value: unknown) => {
		try {
			new FieldChecker('UTC').check(map('properties', 'Texts by key'), value);
			return undefined;
		} catch (error) {
			return (error as Error).message;
		}
	};

	it.each<[string, unknown, string]>([
		['a key of the prototype', JSON.parse('{"__proto__":"x"}'), 'has the key __proto__'],
		['text', 'team=North', 'must be keys with one text each, but it is "team=North"'],
		['a list', ['North'], 'must be keys with one text each'],
		['an object inside', { team: { a: 1 } }, '→ "team" must be text, but it is {"a":1}'],
		['rows that are no rows', { values: ['x'] }, 'has a value without a key'],
	])('%s is refused', (_, value, why) => {
		expect(refusal(value)).toContain(why);
	});

	it('of texts, numbers and booleans is taken', () => {
		expect(refusal({ team: 'North', level: 3, vip: false })).toBeUndefined();
	});
});
