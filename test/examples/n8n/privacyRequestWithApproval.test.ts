import {
	DIALECT_NAMES,
	startService,
	type Service,
	type ServiceOptions,
} from '../../harness/service';
import { CREDENTIAL } from '../../harness/support/names';
import { CREDENTIAL_NAME, credentialFor } from '../../n8n/furnish';
import { until } from '../../n8n/rest/n8nRest';
import { OWNER } from '../../n8n/rest/session';
import type { Mail } from '../destinations';
import { HARMFUL } from '../text/strangers';
import { harmIn, letterAfter, linesIn, Question, readable } from './letters';
import { everythingOf, isAbout, privacyCase, UNREADABLE, type PrivacyCase } from './privacyCase';
import { Visitor } from './visitor';
import { useWorkflowStage } from './workflowStage';

const FILE = 'privacy-request-with-approval.json';
const FORM = '/form/privacy-request';
const OPERATOR = OWNER.email;
const BY_MAIL = { fromEmail: 'surveys@example.com', toEmail: 'approver@example.com' };
const YES = 'Yes, erase all of it';

describe(FILE, () => {
	const stage = useWorkflowStage(FILE, () => ({ 'Ask a person': BY_MAIL }));
	let operator: Visitor;
	let service: Service;
	let known: PrivacyCase;
	/** From now on the published workflow asks a service of its own. */
	const begin = async (options: ServiceOptions = {}) => {
		const { rest, credentialId } = stage().office.stand;
		service = await startService({ seed: { surveys: 0 }, ...options });
		const data = credentialFor(service);
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
		known = privacyCase(service);
	};
	const signIn = async () => {
		operator = new Visitor(stage().rest.url);
		await operator.signIn();
	};
	/** The operator sends the form. */
	const request = async (email: string, externalId = '', reference = 'Ticket 4711') =>
		await Question.after(stage().rest, stage().destinations, async () => {
			const page = await operator.openForm(FORM);
			expect(await operator.send(FORM, page, [email, externalId, reference])).toBe(200);
		});
	/** The approver decides. @returns the operator's answer */
	const decide = async (question: Question, choice: string): Promise<Mail> => {
		const { length } = mails();
		expect(await question.submit(choice)).toBe(200);
		const told = await letterAfter(stage().destinations, length);
		expect(told).toMatchObject({ from: BY_MAIL.fromEmail, to: [OPERATOR] });
		return told;
	};
	const mails = () => stage().destinations.mailbox.mails;
	const writes = () => service.log.filter(({ method }) => method !== 'GET');
	const erased = () => service.requests({ operation: 'respondent.erase' }).map(({ path }) => path);
	const leftOf = (person: PrivacyCase) =>
		everythingOf(service).filter((one) => isAbout(one, person));
	const count = (text: string, words: string) => text.split(words).length - 1;
	const fail = (operation: string, status: number, id = '', code?: string) =>
		service.faults.inject({
			match: { operation, path: new RegExp(id) },
			fault: { kind: 'status', status, code },
			times: Infinity,
		});

	/** How many the answer calls erased, and how many invitations done. */
	const doneIn = (text: string) => [count(text, ' Erased.'), count(text, ' Done.')];

	beforeAll(async () => {
		await stage().publish();
		await signIn();
	});
	afterEach(async () => await service.stop());

	describe.each(DIALECT_NAMES)('with a service that speaks %s', (dialect) => {
		beforeEach(async () => await begin({ dialect }));

		it('it asks, erases all that was found, and nothing else', async () => {
			const before = everythingOf(service);
			const question = await request(known.email);
			expect(question.mail).toMatchObject({ from: BY_MAIL.fromEmail, to: [BY_MAIL.toEmail] });
			const asked = readable(question.mail);
			const [, respondents = '', invitations = ''] = asked.split(/(?:Respondents|Invitations):\n/);
			expect(asked).toContain(`Person: ${known.email}\n`);
			expect(asked).toContain('Request: Ticket 4711\n');
			expect(count(respondents.toLowerCase(), known.email)).toBe(4);
			expect(count(invitations.toLowerCase(), known.email)).toBe(2);
			expect(asked).not.toMatch(/not\.ada|\.au/);
			expect(asked).toContain('Searches that failed: 0.');
			expect(asked).toContain(`cannot be compared, as in anonymous surveys: ${UNREADABLE}.`);
			expect(await question.open()).toContain('Erasing cannot be undone');
			expect([writes(), everythingOf(service)]).toEqual([[], before]);

			const { text } = await decide(question, YES);
			expect(doneIn(text)).toEqual([4, 2]);
			expect(text).toContain(`Person: ${known.email}\n`);
			expect(text).toContain(`in anonymous surveys: ${UNREADABLE}\n`);
			expect(leftOf(known)).toEqual([]);
			const own = new Set([...known.respondents, ...known.invitations].map(({ id }) => id));
			const there = new Set(before.map(({ id }) => id));
			// One of the readings gives what is left of an erased person a new id.
			const ofOthers = everythingOf(service).filter(({ id }) => there.has(id) && !own.has(id));
			expect(ofOthers).toEqual(before.filter(({ id }) => !own.has(id)));
			expect(service.effects.erasures.map(({ reason }) => reason)).toEqual(
				Array(4).fill('Ticket 4711'),
			);
			expect(service.effects.of('revoked')).toHaveLength(2);

			service.clearLog();
			const again = await request(known.email);
			expect(count(readable(again.mail), 'None found.')).toBe(2);
			expect(readable(again.mail)).toContain('Every survey was read.');
			expect((await decide(again, YES)).text).toContain('None was erased.');
			expect(writes()).toEqual([]);
		});

		it('it takes for done what somebody else did in the meantime', async () => {
			Object.assign(service.choices, { erase: 'gone', revoke: 'gone' });
			const question = await request(known.email);
			service.world.eraseRespondent(known.respondents[0]?.id ?? '');
			const [emptied, gone] = known.invitations;
			service.world.revokeInvitation(gone?.id ?? '');
			// Somebody revokes this one after it was emptied.
			fail('invitation.revoke', 404, emptied?.id, 'not_found');
			const { text } = await decide(question, YES);
			expect(doneIn(text)).toEqual([3, 0]);
			// One of the readings says 403, as it might also of somebody whom the token must not see.
			const [words, other] = [' It is gone.', ' There is no such '];
			expect([count(text, words), count(text, other)]).toEqual(
				dialect === 'nested' ? [1, 2] : [3, 0],
			);
			expect(leftOf(known)).toEqual([]);
		});
	});

	describe('whatever the service speaks', () => {
		beforeEach(async () => await begin());

		it('does nothing when it is declined', async () => {
			const before = everythingOf(service);
			const question = await request(known.email, known.externalId);
			expect((await decide(question, 'No')).text).toContain('None was erased.');
			expect([writes(), everythingOf(service)]).toEqual([[], before]);
		});

		it('shows what others wrote as text, and people without a name by their address', async () => {
			const { world } = service;
			const email = 'odd@example.com';
			const names = [...HARMFUL, null];
			for (const name of names) {
				const { id: surveyId } = world.createSurvey({ name: name ?? 'Nameless' });
				world.interview({ surveyId }, { name, email, messages: [name ?? 'Hello'], score: 4 });
				const recipient = { recipientName: name, recipientEmail: email, label: name };
				world.createInvitation(surveyId, 'personal', recipient);
			}
			const reference = 'Ada <b>B</b> &lt;img src=x&gt; &amp;lt;i&amp;gt;';
			const question = await request(email, '', reference);
			expect(linesIn(question.mail)).toEqual(
				expect.arrayContaining([`${email}: completed in Nameless.`, `${email}: open in Nameless.`]),
			);
			expect(harmIn(question.mail)).toEqual([]);
			const told = await decide(question, YES);
			expect(harmIn(told)).toEqual([]);
			expect(count(told.text, ' Erased.')).toBe(names.length);
			expect(count(told.text, ' Done.')).toBe(names.length);
		});

		it('finds by the external ID, and by either', async () => {
			const byId = await request('', known.externalId);
			expect(readable(byId.mail).match(/lovelace/gi)?.length).toBeGreaterThan(0);
			const { text } = await decide(byId, YES);
			expect(doneIn(text)).toEqual([1, 1]);
			const either = await decide(await request(known.email, 'crm-other'), YES);
			expect(doneIn(either.text)).toEqual([3, 1]);
		});

		it('says which searches failed, and erases what was found', async () => {
			const [gone] = known.respondents;
			fail('respondent.getAll', 500, gone?.surveyId);
			const question = await request(known.email);
			expect(readable(question.mail)).toContain(
				'Not every survey could be read, so there may be more.',
			);
			expect(readable(question.mail)).toContain('Searches that failed: 1.');
			const { text } = await decide(question, YES);
			expect(text).toMatch(/Searches that failed: 1\n.*500/);
			expect(doneIn(text)).toEqual([3, 2]);
			expect(leftOf(known).map(({ id }) => id)).toEqual([gone?.id]);
		});

		it('says so when the surveys cannot be read, or nobody is named', async () => {
			const unnamed = await request('');
			expect(readable(unnamed.mail)).not.toContain('Searches that failed: 0.');
			expect(count((await decide(unnamed, YES)).text, 'External ID is empty')).toBe(1);
			fail('survey.getAll', 403);
			const blind = await request(known.email);
			expect(readable(blind.mail)).toContain('Searches that failed: 2.');
			expect((await decide(blind, YES)).text).toContain('403');
			expect(writes()).toEqual([]);
		});

		it('says what was refused or is unclear, repeats none of it, and finishes it the next time', async () => {
			const [unclear, refused] = known.respondents;
			const [unemptied, unrevoked] = known.invitations;
			service.faults.inject({
				match: { operation: 'respondent.erase', path: new RegExp(unclear?.id ?? '') },
				fault: { kind: 'reset', when: 'after' },
			});
			const ends = [
				fail('respondent.erase', 409, refused?.id),
				fail('invitation.update', 409, unemptied?.id),
				fail('invitation.revoke', 409, unrevoked?.id),
			];
			const { text } = await decide(await request(known.email), YES);
			expect(doneIn(text)).toEqual([2, 0]);
			expect(count(text, 'may have been erased')).toBe(1);
			expect([erased().length, new Set(erased()).size]).toEqual([4, 4]);
			// A list may lack what is revoked: what is not empty must stay in it.
			const revoked = service.requests({ operation: 'invitation.revoke' });
			expect(revoked.map(({ path }) => path)).toEqual([
				expect.stringContaining(unrevoked?.id ?? '') as string,
			]);
			for (const end of ends) end();
			const next = await decide(await request(known.email), YES);
			expect(doneIn(next.text)).toEqual([1, 1]);
			expect(leftOf(known)).toEqual([]);
		});

		it('takes only the word of the service for it that somebody is gone', async () => {
			service.faults.inject({
				match: { operation: 'respondent.erase', path: new RegExp(known.respondents[0]?.id ?? '') },
				fault: { kind: 'html', status: 404 },
			});
			const { text } = await decide(await request(known.email), YES);
			expect([count(text, ' Erased.'), count(text, ' It is gone.')]).toEqual([3, 0]);
		});

		it('sends the answer, and erases nothing again, when a failed execution is retried', async () => {
			const question = await request(known.email);
			const { rest, workflowId, destinations } = stage();
			const before = mails().length;
			destinations.mailbox.isDown = true;
			expect(await question.submit(YES)).toBe(200);
			const failed = await until('the execution to fail', async () =>
				(await rest.executions(workflowId)).find(({ status }) => status === 'error'),
			);
			destinations.mailbox.isDown = false;
			const done = writes().length;
			await rest.requestRetry(failed.id);
			const { to, text } = await letterAfter(destinations, before);
			expect([to, writes().length, mails().length]).toEqual([[OPERATOR], done, before + 1]);
			expect(doneIn(text)).toEqual([4, 2]);
		});

		it('erases nobody twice when n8n is killed while the question is open, and while it erases', async () => {
			const restart = async () => {
				await stage().crash();
				await signIn();
			};
			const question = await request(known.email);
			await question.open();
			await restart();
			const end = service.faults.inject({
				match: { operation: 'respondent.erase' },
				fault: { kind: 'held', when: 'after', until: new Promise(() => {}) },
			});
			expect(await question.submit(YES)).toBe(200);
			await until('the first erasure', async () => erased().length === 1 || undefined);
			end();
			await restart();
			expect(erased()).toHaveLength(1);
			const { text } = await decide(await request(known.email), YES);
			expect(doneIn(text)).toEqual([3, 2]);
			expect(leftOf(known)).toEqual([]);
			expect(new Set(erased()).size).toBe(4);
		});

		it('erases nothing when nobody decides', async () => {
			const before = everythingOf(service);
			const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
			const impatient = await stage().copy({ 'Ask a person': noTime });
			await stage().rest.unpublish(stage().workflowId);
			await impatient.publish();
			const earlier = mails().length;
			await request(known.email);
			const told = await letterAfter(stage().destinations, earlier + 1);
			expect(told.to).toEqual([OPERATOR]);
			expect(told.text).toContain('None was erased.');
			expect([writes(), everythingOf(service)]).toEqual([[], before]);
		});

		it('keeps nothing of what went well, and shows strangers no form', async () => {
			const { rest, workflowId } = stage();
			const kept = await rest.executions(workflowId);
			expect(kept.map(({ status }) => status)).not.toContain('success');
			const stranger = new Visitor(rest.url);
			expect(await stranger.send(FORM, '', ['ada@example.com', '', 'Mine'])).toBe(401);
		});
	});
});
