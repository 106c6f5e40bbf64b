import type { Service, ServiceOptions } from '../../harness/service';
import { until } from '../../n8n/rest/n8nRest';
import { HARMFUL } from '../text/strangers';
import { withExtraFields } from './extraFields';
import { expectImportable } from './importable';
import { harmIn, letterAfter, linesIn, readable } from './letters';
import { everythingOf, isAbout, privacyCase, UNREADABLE, type PrivacyCase } from './privacyCase';
import { APPROVER, FORM, FROM, OPERATOR, PrivacyOffice } from './privacyOffice';
import { READINGS } from './readings';
import { Visitor } from './visitor';
import { useWorkflowStage } from './workflowStage';

const FILE = 'privacy-request-with-approval.json';
const YES = 'Yes, erase all of it';

describe(FILE, () => {
	const stage = useWorkflowStage(FILE, {
		settings: () => ({ 'Ask a person': { fromEmail: FROM, toEmail: APPROVER } }),
	});
	let office: PrivacyOffice;
	let service: Service;
	let known: PrivacyCase;
	const begin = async (options: ServiceOptions = {}) => {
		service = await office.serviceOf(options);
		known = privacyCase(service);
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

	beforeAll(async () => {
		await stage().publish();
		office = await PrivacyOffice.of(stage());
	});
	afterEach(async () => {
		await service.stop();
		expect(stage().destinations.strange).toEqual([]);
	});

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		beforeEach(async () => {
			await begin({ dialect });
			withExtraFields(service);
		});

		it('it asks, erases all that was found, and nothing else', async () => {
			const before = everythingOf(service);
			const question = await office.request(known.email);
			expect(question.mail).toMatchObject({ from: FROM, to: [APPROVER] });
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

			const { text } = await office.decide(question, YES);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([4, 2]);
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
			const again = await office.request(known.email);
			expect(count(readable(again.mail), 'None found.')).toBe(2);
			expect(readable(again.mail)).toContain('Every survey was read.');
			expect((await office.decide(again, YES)).text).toContain('None was erased.');
			expect(writes()).toEqual([]);
		});

		it('it does nothing when it is declined', async () => {
			const before = everythingOf(service);
			const question = await office.request(known.email, known.externalId);
			expect((await office.decide(question, 'No')).text).toContain('None was erased.');
			expect([writes(), everythingOf(service)]).toEqual([[], before]);
		});

		it('it takes for done what somebody else did in the meantime', async () => {
			Object.assign(service.choices, { erase: 'gone', revoke: 'gone' });
			const question = await office.request(known.email);
			service.world.eraseRespondent(known.respondents[0]?.id ?? '');
			const [emptied, gone] = known.invitations;
			service.world.revokeInvitation(gone?.id ?? '');
			// Somebody revokes this one after it was emptied.
			fail('invitation.revoke', 404, emptied?.id, 'not_found');
			const { text } = await office.decide(question, YES);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([3, 1]);
			// One of the readings says 403, as it might also of somebody whom the token must not see.
			const [words, other] = [' It is gone.', ' There is no such '];
			expect([count(text, words), count(text, other)]).toEqual(
				dialect === 'nested' ? [0, 2] : [2, 0],
			);
			expect(leftOf(known)).toEqual([]);
		});

		it('it shows what others wrote as text, and people without a name by their address', async () => {
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
			const question = await office.request(email, '', reference);
			expect(linesIn(question.mail)).toEqual(
				expect.arrayContaining([`${email}: completed in Nameless.`, `${email}: open in Nameless.`]),
			);
			expect(harmIn(question.mail)).toEqual([]);
			const told = await office.decide(question, YES);
			expect(harmIn(told)).toEqual([]);
			expect(count(told.text, ' Erased.')).toBe(names.length);
			expect(count(told.text, ' Done.')).toBe(names.length);
		});
	});

	describe('whatever the service speaks', () => {
		beforeEach(async () => await begin());

		it.each([' mailto:%s', '"%s"', 'Ada <%s>', '%s;', '\u200b%s'])(
			'finds whoever was pasted as %j',
			async (pasted) => {
				const question = await office.request(pasted.replace('%s', known.email));
				expect(linesIn(question.mail).filter((line) => /lovelace/i.test(line))).toHaveLength(7);
				await office.decide(question, 'No');
			},
		);

		it('finds by the external ID, and by either', async () => {
			const byId = await office.request('', known.externalId);
			expect(readable(byId.mail).match(/lovelace/gi)?.length).toBeGreaterThan(0);
			const { text } = await office.decide(byId, YES);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([1, 1]);
			const either = await office.decide(await office.request(known.email, 'crm-other'), YES);
			expect([count(either.text, ' Erased.'), count(either.text, ' Done.')]).toEqual([3, 1]);
		});

		it('says which searches failed, and erases what was found', async () => {
			const [gone] = known.respondents;
			fail('respondent.getAll', 500, gone?.surveyId);
			const question = await office.request(known.email);
			expect(readable(question.mail)).toContain(
				'Not every survey could be read, so there may be more.',
			);
			expect(readable(question.mail)).toContain('Searches that failed: 1.');
			const { text } = await office.decide(question, YES);
			expect(text).toMatch(/Searches that failed: 1\n.*500/);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([3, 2]);
			expect(leftOf(known).map(({ id }) => id)).toEqual([gone?.id]);
		});

		it('says so when the surveys cannot be read, or nobody is named', async () => {
			const unnamed = await office.request('');
			expect(readable(unnamed.mail)).not.toContain('Searches that failed: 0.');
			expect(count((await office.decide(unnamed, YES)).text, 'External ID is empty')).toBe(1);
			fail('survey.getAll', 403);
			const blind = await office.request(known.email);
			expect(readable(blind.mail)).toContain('Searches that failed: 2.');
			expect((await office.decide(blind, YES)).text).toContain('403');
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
			const { text } = await office.decide(await office.request(known.email), YES);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([2, 0]);
			expect(count(text, 'may have been erased')).toBe(1);
			expect([erased().length, new Set(erased()).size]).toEqual([4, 4]);
			// A list may lack what is revoked: what is not empty must stay in it.
			const revoked = service.requests({ operation: 'invitation.revoke' });
			expect(revoked.map(({ path }) => path)).toEqual([
				expect.stringContaining(unrevoked?.id ?? '') as string,
			]);
			for (const end of ends) end();
			const next = await office.decide(await office.request(known.email), YES);
			expect([count(next.text, ' Erased.'), count(next.text, ' Done.')]).toEqual([1, 1]);
			expect(leftOf(known)).toEqual([]);
		});

		it('takes only the word of the service for it that somebody is gone', async () => {
			service.faults.inject({
				match: { operation: 'respondent.erase', path: new RegExp(known.respondents[0]?.id ?? '') },
				fault: { kind: 'html', status: 404 },
			});
			const { text } = await office.decide(await office.request(known.email), YES);
			expect([count(text, ' Erased.'), count(text, ' It is gone.')]).toEqual([3, 0]);
		});

		it('sends the answer, and erases nothing again, when a failed execution is retried', async () => {
			const question = await office.request(known.email);
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
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([4, 2]);
		});

		it('erases nobody twice when n8n is killed while the question is open, and while it erases', async () => {
			const { n8n } = stage().stand;
			const restart = async () => {
				await n8n.stop('SIGKILL');
				await n8n.start();
				office = await PrivacyOffice.of(stage());
			};
			const question = await office.request(known.email);
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
			const { text } = await office.decide(await office.request(known.email), YES);
			expect([count(text, ' Erased.'), count(text, ' Done.')]).toEqual([3, 2]);
			expect(leftOf(known)).toEqual([]);
			expect(new Set(erased()).size).toBe(4);
		});

		it('erases nothing when nobody decides', async () => {
			const before = everythingOf(service);
			const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
			const impatient = await stage().importAgain({ 'Ask a person': noTime });
			await stage().rest.unpublish(stage().workflowId);
			expect(await stage().rest.publish(impatient)).toBe('published');
			const earlier = mails().length;
			await office.request(known.email);
			const told = await letterAfter(stage().destinations, earlier + 1);
			expect(told.to).toEqual([OPERATOR]);
			expect(told.text).toContain('None was erased.');
			expect([writes(), everythingOf(service)]).toEqual([[], before]);
		});

		it('imports without a warning, keeps nothing of what went well, and shows strangers no form', async () => {
			const { rest, workflowId } = stage();
			await expectImportable(stage(), ['Ask a person']);
			const kept = await rest.executions(workflowId);
			expect(kept.map(({ status }) => status)).not.toContain('success');
			const stranger = new Visitor(rest.url);
			expect(await stranger.send(FORM, '', ['ada@example.com', '', 'Mine'])).toBe(401);
		});
	});
});
