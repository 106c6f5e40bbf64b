import { withExtraFields } from './extraFields';
import { letterAfter, readable } from './letters';
import { everythingOf, idsOf, isAbout, otherNames, privacyCase } from './privacyCase';
import { APPROVER, FORM, OPERATOR, PrivacyOffice } from './privacyOffice';
import { READINGS } from './readings';
import { Visitor } from './visitor';
import { useWorkflowStage } from './workflowStage';

describe.each(READINGS)(
	'privacy-request-with-approval.json, where a service speaks $name',
	({ dialect, isGenerated }) => {
		const stage = useWorkflowStage('privacy-request-with-approval.json', {
			service: { dialect },
			settings: () => ({
				'Ask a person': { fromEmail: 'surveys@example.com', toEmail: APPROVER },
			}),
		});
		const service = () => stage().service;
		const mails = () => stage().destinations.mailbox.mails;
		const writes = () => service().log.filter(({ method }) => method !== 'GET');
		let office: PrivacyOffice;

		beforeAll(async () => {
			await stage().publish();
			office = await PrivacyOffice.of(stage());
		});

		let withoutExtraFields = () => {};
		beforeEach(() => {
			withoutExtraFields = withExtraFields(service());
		});
		afterEach(() => withoutExtraFields());

		it('erases what was approved, and nothing else', async () => {
			const known = privacyCase(service());
			const before = everythingOf(service());
			const mail = await office.request(known.email);
			expect(mail).toMatchObject({ from: 'surveys@example.com', to: [APPROVER] });
			expect(mail.text.match(/<(a|b)[ >]/g)).toEqual(['<a ']);
			expect(readable(mail)).toContain('Request: Ticket 4711\n');
			expect(readable(mail)).toContain(`Asked by: ${OPERATOR}`);
			expect(readable(mail)).toContain(
				'Workplace pulse (anonymous): 80 respondents show no email address',
			);
			const shown = await office.boxes(mail);
			const ids = idsOf(known);
			const idIn = (label: string) => ids.find((id) => label.includes(id));
			expect(shown.map(({ label }) => idIn(label)).sort()).toEqual([...ids].sort());
			const unsure = shown.filter(({ ticked }) => !ticked).map(({ label }) => idIn(label));
			expect(unsure.sort()).toEqual(known.doubtful.map(({ id }) => id).sort());
			expect(writes()).toEqual([]);
			expect(everythingOf(service())).toEqual(before);

			const told = await office.decide(mail, await office.labels(mail));
			expect(told.subject).toBe('Privacy request: done');
			for (const id of ids) expect(told.text).toContain(`${id} – e`);
			expect(told.text).not.toContain('Ada');
			const after = everythingOf(service());
			const left = Object.values(after).flat();
			expect(left.filter((record) => isAbout(record, known))).toEqual([]);
			const knownBefore = new Set(before.respondents.map(({ id }) => id));
			// One of the readings gives what is left of an erased person a new id.
			const remains = after.respondents.filter(({ id }) => !knownBefore.has(id));
			for (const one of remains) expect(one).toMatchObject({ status: 'erased', messages: [] });
			const leftOver = new Set(remains.map(({ id }) => id));
			const own = (record: object) =>
				('id' in record && (ids.includes(String(record.id)) || leftOver.has(String(record.id)))) ||
				('respondentId' in record && ids.includes(String(record.respondentId)));
			// Neither in the name, nor in notes, labels and properties.
			expect(JSON.stringify(left.filter(own))).not.toContain(known.letters);
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

			const again = await office.request(known.email);
			expect(again).toMatchObject({ to: [OPERATOR], subject: 'Privacy request: nobody was found' });
			expect(writes()).toEqual([]);
			expect(service().effects.erasures).toHaveLength(erased);
		});

		if (isGenerated) return;

		it('erases of several in one survey only whom the approver ticked', async () => {
			const known = privacyCase(service());
			const mail = await office.request('', known.externalId);
			const [one, ...more] = (await office.boxes(mail)).filter(({ ticked }) => ticked);
			expect(one?.label).toContain('crm');
			expect(more).toHaveLength(1);
			const both = await office.request(known.email, known.externalId);
			const [chosen] = known.doubtful;
			const ticked = (await office.labels(both)).filter((label) =>
				label.includes(chosen?.id ?? ''),
			);
			const told = await office.decide(both, ticked);
			expect(told.text).toMatch(new RegExp(`\nDone\n- .*${chosen?.id} – erased\n`));
			const [, kept] = known.doubtful;
			expect(told.text).toMatch(new RegExp(`Not erased \\(box not ticked\\)\n[^]*${kept?.id}\n`));
			expect(writes().map(({ path: at }) => at)).toEqual([`/api/respondents/${chosen?.id}/erase`]);
		});

		it('does nothing when it is declined, or when nothing is ticked', async () => {
			const known = privacyCase(service());
			const before = everythingOf(service());
			const mail = await office.request(known.email);
			const all = await office.labels(mail);
			const told = await office.decide(mail, all, 'Erase nothing');
			expect(told.subject).toBe('Privacy request: nothing was erased');
			expect(told.text).toContain('The approver chose to erase nothing.');
			const none = await office.decide(await office.request(known.email), []);
			expect(none.subject).toBe('Privacy request: nothing was erased');
			expect(writes()).toEqual([]);
			expect(everythingOf(service())).toEqual(before);
		});

		it('does not tick whose other key differs', async () => {
			const known = privacyCase(service());
			const mail = await office.request(known.email, 'crm-of-somebody-else');
			const sure = (await office.boxes(mail)).filter(({ ticked }) => ticked);
			expect(sure.map(({ label }) => label.includes('crm'))).toEqual([false, false]);
			await office.decide(mail, []);
		});

		it.each(['participant_email', 'contactEmail', 'identity'])(
			'does not tick whose email address differs under the name %s, and says so',
			async (name) => {
				const { email, externalId, same, other } = otherNames(service(), name);
				const mail = await office.request(email, externalId);
				const boxes = await office.boxes(mail);
				const [sure, unsure] = [same, other].map(({ id }) =>
					boxes.find(({ label }) => label.includes(id)),
				);
				expect(boxes).toHaveLength(2);
				expect([sure?.ticked, unsure?.ticked]).toEqual([true, false]);
				expect(sure?.label).toContain(`· ${email.toUpperCase()} · external ID ${externalId} ·`);
				expect(unsure?.label).toContain(
					`· not.${email} · external ID ${externalId} · ANOTHER email address ·`,
				);
				const [before = '', after = ''] = readable(mail).split('Please decide');
				expect(before).toContain(same.id);
				expect(before).not.toContain(other.id);
				expect(after).toContain('ANOTHER email address');
				await office.decide(mail, []);
			},
		);

		it('says what the service refused, does the rest, and finishes it the next time', async () => {
			withoutExtraFields();
			const known = privacyCase(service());
			const mail = await office.request(known.email);
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
			const told = await office.decide(mail, await office.labels(mail));
			expect(told.subject).toBe('Privacy request: not everything was done');
			expect(told.text).toMatch(new RegExp(`Not done\n[^]*${erasing?.id} – not erased. .+\n`));
			expect(told.text).toMatch(
				new RegExp(`${emptying?.id} – not emptied, and therefore not revoked. .+\n`),
			);
			expect(told.text).toMatch(new RegExp(`${revoking?.id} – emptied, but not revoked. .+\n`));
			for (const { id } of known.doubtful) expect(told.text).toContain(`${id} – erased`);
			expect(service().requests({ operation: 'respondent.erase' })).toHaveLength(4);

			const next = await office.request(known.email);
			const left = await office.labels(next);
			expect((await office.decide(next, left)).subject).toBe('Privacy request: done');
			expect(
				Object.values(everythingOf(service()))
					.flat()
					.filter((one) => isAbout(one, known)),
			).toEqual([]);
		});

		it('says so when nobody is found, nobody is named, or the surveys cannot be read', async () => {
			withoutExtraFields();
			const nobody = await office.request('nobody.at.all@example.com');
			expect(nobody).toMatchObject({
				to: [OPERATOR],
				subject: 'Privacy request: nobody was found',
			});
			expect(nobody.text).toContain(
				'Workplace pulse (anonymous): 80 respondents show no email address',
			);
			const unnamed = await office.request('');
			expect(unnamed.subject).toBe('Privacy request: no person was named');
			expect(service().log).toEqual([]);
			const match = { operation: 'survey.getAll' };
			service().faults.inject({ match, fault: { kind: 'status', status: 403, code: 'no' } });
			const blind = await office.request('ada@example.com');
			expect(blind.text).toContain('Could not be checked\n- All surveys could not be searched. ');
			service().faults.inject({
				match: { operation: 'respondent.getAll' },
				fault: { kind: 'status', status: 409, code: 'no' },
			});
			const partly = await office.request('nobody.at.all@example.com');
			expect(partly.text.match(/could not be searched/g)).toHaveLength(1);
		});

		it('erases nothing when nobody decides', async () => {
			const known = privacyCase(service());
			const before = everythingOf(service());
			const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
			const impatient = await stage().importAgain({ 'Ask a person': noTime });
			await stage().rest.unpublish(stage().workflowId);
			expect(await stage().rest.publish(impatient)).toBe('published');
			const count = mails().length;
			await office.request(known.email);
			const told = await letterAfter(stage().destinations, count + 1);
			expect(told).toMatchObject({
				to: [OPERATOR],
				subject: 'Privacy request: nothing was erased',
			});
			expect(told.text).toContain('The approver did not decide in time.');
			expect(everythingOf(service())).toEqual(before);
		});

		it('leaves nothing of a person in n8n when all went well', async () => {
			const { rest, workflowId } = stage();
			const kept = await rest.executions(workflowId);
			expect(kept.map(({ status }) => status)).not.toContain('success');
		});

		it('shows its form to nobody who is not signed in', async () => {
			const stranger = new Visitor(stage().rest.url);
			expect(await stranger.send(FORM, '', ['ada@example.com', '', 'Mine'])).toBe(401);
			expect(stage().destinations.strange).toEqual([]);
		});
	},
);
