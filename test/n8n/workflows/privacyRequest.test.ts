import { DIALECT_NAMES } from '../../service';
import type { Mail } from '../destinations';
import { answer, boxesOn, buttonIn, letterAfter, open, readable } from './letters';
import { everythingOf, privacyCase, type PrivacyCase } from './privacyCase';
import { Visitor } from './visitor';
import { useWorkflowStage } from './workflowStage';

const OPERATOR = 'owner@example.com';
const APPROVER = 'approver@example.com';
const YES = 'Erase what is ticked';

describe.each(DIALECT_NAMES)('privacy-request.json, where a service speaks %s', (dialect) => {
	const stage = useWorkflowStage('privacy-request.json', {
		service: { dialect },
		settings: () => ({
			Settings: {
				'assignments.assignments[0].value': APPROVER,
				'assignments.assignments[1].value': 'surveys@example.com',
			},
		}),
	});
	const service = () => stage().service;
	const mails = () => stage().destinations.mailbox.mails;
	const writes = () => service().log.filter(({ method }) => method !== 'GET');
	const path = () => `/form/${String(stage().workflow.nodes[0]?.webhookId)}`;
	let operator: Visitor;

	beforeAll(async () => {
		await stage().publish();
		operator = new Visitor(stage().rest.url);
		await operator.signIn();
	});

	/** Sends the form. @returns the e-mail that comes of it */
	const request = async (email: string, externalId = '', reference = 'Ticket 4711') => {
		service().clearLog();
		const before = mails().length;
		const page = await operator.openForm(path());
		expect(await operator.send(path(), page, [email, externalId, reference])).toBe(200);
		return await letterAfter(stage().destinations, before);
	};
	/** Ticks what is to be ticked, and sends the form behind the e-mail's button. @returns the answer */
	const decide = async (mail: Mail, ticked: string[], decision = YES) => {
		const before = mails().length;
		await answer(stage().rest, buttonIn(mail, 'Decide'), [JSON.stringify(ticked), decision]);
		const told = await letterAfter(stage().destinations, before);
		expect(told.to).toEqual([OPERATOR]);
		return told;
	};
	const boxes = async (mail: Mail) => boxesOn(await open(stage().rest, buttonIn(mail, 'Decide')));
	const labels = async (mail: Mail) => (await boxes(mail)).map(({ label }) => label);
	const idsOf = (known: PrivacyCase) =>
		[...known.clear, ...known.doubtful, ...known.invitations].map(({ id }) => id);
	const isNamed = (record: unknown, { email }: PrivacyCase) =>
		JSON.stringify(record)
			.toLowerCase()
			.replaceAll(`not.${email}`, '')
			.replaceAll(`${email}.au`, '')
			.includes(email);

	it('erases what was approved, and nothing else', async () => {
		const known = privacyCase(service());
		const before = everythingOf(service());
		const mail = await request(known.email);
		expect(mail).toMatchObject({ from: 'surveys@example.com', to: [APPROVER] });
		expect(mail.text.match(/<(a|b)[ >]/g)).toEqual(['<a ']);
		expect(readable(mail)).toContain('Request: Ticket 4711\n');
		expect(readable(mail)).toContain(`Asked by: ${OPERATOR}`);
		expect(readable(mail)).toContain('Workplace pulse (anonymous): 80 respondents carry nothing');
		const shown = await boxes(mail);
		const ids = idsOf(known);
		const idIn = (label: string) => ids.find((id) => label.includes(id));
		expect(shown.map(({ label }) => idIn(label)).sort()).toEqual([...ids].sort());
		const unsure = shown.filter(({ ticked }) => !ticked).map(({ label }) => idIn(label));
		expect(unsure.sort()).toEqual(known.doubtful.map(({ id }) => id).sort());
		expect(writes()).toEqual([]);
		expect(everythingOf(service())).toEqual(before);

		const told = await decide(mail, await labels(mail));
		expect(told.subject).toBe('Privacy request: done');
		for (const id of ids) expect(told.text).toContain(`${id} – e`);
		expect(told.text).not.toContain('Ada');
		const after = everythingOf(service());
		const left = Object.values(after).flat();
		expect(left.filter((record) => isNamed(record, known))).toEqual([]);
		const own = (record: object) =>
			('id' in record && ids.includes(String(record.id))) ||
			('respondentId' in record && ids.includes(String(record.respondentId)));
		const others = (all: typeof after) =>
			Object.values(all)
				.flat()
				.filter((one) => !own(one));
		expect(others(after)).toEqual(others(before));
		expect(service().effects.erasures.slice(-4)).toEqual(
			Array(4).fill(expect.objectContaining({ reason: 'Ticket 4711' })),
		);
		expect(service().effects.of('revoked').slice(-2)).toHaveLength(2);
		const erased = service().effects.erasures.length;

		const again = await request(known.email);
		expect(again).toMatchObject({ to: [OPERATOR], subject: 'Privacy request: nobody was found' });
		expect(writes()).toEqual([]);
		expect(service().effects.erasures).toHaveLength(erased);
	});

	it('erases of several in one survey only whom the approver ticked', async () => {
		const known = privacyCase(service());
		const mail = await request('', known.externalId);
		const [one, ...more] = (await boxes(mail)).filter(({ ticked }) => ticked);
		expect(one?.label).toContain('crm');
		expect(more).toHaveLength(1);
		const both = await request(known.email, known.externalId);
		const [chosen] = known.doubtful;
		const ticked = (await labels(both)).filter((label) => label.includes(chosen?.id ?? ''));
		const told = await decide(both, ticked);
		expect(told.text).toMatch(new RegExp(`DONE\n.*${chosen?.id} – erased\n`));
		const [, kept] = known.doubtful;
		expect(told.text).toMatch(new RegExp(`NOT TICKED\n[^]*${kept?.id}\n`));
		expect(writes().map(({ path: at }) => at)).toEqual([`/api/respondents/${chosen?.id}/erase`]);
	});

	it('does nothing when it is declined, or when nothing is ticked', async () => {
		const known = privacyCase(service());
		const before = everythingOf(service());
		const mail = await request(known.email);
		const all = await labels(mail);
		const told = await decide(mail, all, 'Erase nothing');
		expect(told.subject).toBe('Privacy request: nothing was erased');
		expect(told.text).toContain('It was declined, or nothing was ticked.');
		const none = await decide(await request(known.email), []);
		expect(none.subject).toBe('Privacy request: nothing was erased');
		expect(writes()).toEqual([]);
		expect(everythingOf(service())).toEqual(before);
	});

	it('does not tick whose other key differs', async () => {
		const known = privacyCase(service());
		const mail = await request(known.email, 'crm-of-somebody-else');
		const sure = (await boxes(mail)).filter(({ ticked }) => ticked);
		expect(sure.map(({ label }) => label.includes('crm'))).toEqual([false, false]);
		await decide(mail, []);
	});

	it('says what the service refused, does the rest, and finishes it the next time', async () => {
		const known = privacyCase(service());
		const mail = await request(known.email);
		const refuse = (operation: string, id = '', status = 409) =>
			service().faults.inject({
				match: { operation, path: new RegExp(id) },
				fault: { kind: 'status', status, code: 'not_now' },
			});
		const [erasing] = known.clear;
		const [emptying, revoking] = known.invitations;
		refuse('respondent.erase', erasing?.id);
		refuse('invitation.update', emptying?.id, 404);
		refuse('invitation.revoke', revoking?.id);
		const told = await decide(mail, await labels(mail));
		expect(told.subject).toBe('Privacy request: NOT all was done');
		expect(told.text).toMatch(new RegExp(`NOT DONE\n[^]*${erasing?.id} – NOT erased: .+\n`));
		expect(told.text).toMatch(
			new RegExp(`${emptying?.id} – NOT emptied, and so not revoked: .+\n`),
		);
		expect(told.text).toMatch(new RegExp(`${revoking?.id} – emptied, but NOT revoked: .+\n`));
		for (const { id } of known.doubtful) expect(told.text).toContain(`${id} – erased`);
		expect(service().requests({ operation: 'respondent.erase' })).toHaveLength(4);

		const next = await request(known.email);
		const left = await labels(next);
		expect((await decide(next, left)).subject).toBe('Privacy request: done');
		expect(
			Object.values(everythingOf(service()))
				.flat()
				.filter((one) => isNamed(one, known)),
		).toEqual([]);
	});

	it('says so when nobody is found, nobody is named, or the surveys cannot be read', async () => {
		const nobody = await request('nobody.at.all@example.com');
		expect(nobody).toMatchObject({ to: [OPERATOR], subject: 'Privacy request: nobody was found' });
		expect(nobody.text).toContain('Workplace pulse (anonymous): 80 respondents carry nothing');
		const unnamed = await request('');
		expect(unnamed.subject).toBe('Privacy request: nobody was named');
		expect(service().log).toEqual([]);
		const match = { operation: 'survey.getAll' };
		service().faults.inject({ match, fault: { kind: 'status', status: 403, code: 'no' } });
		const blind = await request('ada@example.com');
		expect(blind.text).toContain('CANNOT BE TOLD\nAll surveys: could not be searched. ');
		service().faults.inject({
			match: { operation: 'respondent.getAll' },
			fault: { kind: 'status', status: 409, code: 'no' },
		});
		const partly = await request('nobody.at.all@example.com');
		expect(partly.text.match(/could not be searched/g)).toHaveLength(1);
	});

	it('shows its form to nobody who is not signed in', async () => {
		const stranger = new Visitor(stage().rest.url);
		expect(await stranger.send(path(), '', ['ada@example.com', '', 'Mine'])).toBe(401);
		expect(stage().destinations.strange).toEqual([]);
	});
});
