import { startService, type Service } from '../../harness/service';
import type { Execution } from '../../n8n/rest/n8nRest';
import { contactsOffice } from './contactsOffice';
import { CHANNEL } from './crm';
import { withExtraFieldsBesideProperties } from './extraFields';
import type { Settings } from './file';
import { Imported } from './imported';
import { READINGS, type Reading } from './readings';
import { useWorkflowStage } from './workflowStage';

const survey = (value: string) => ({ surveyId: { __rl: true, mode: 'list', value } });

describe('the small workflows that begin on Mondays', () => {
	const stage = useWorkflowStage('contacts-to-invitations.json');
	const { contacts } = contactsOffice(stage);
	const posted = () => stage().destinations.slack.messages.map(({ text }) => text);
	const services: Service[] = [];
	const serve = async (dialect: Reading['dialect']) => {
		const service = await startService({ dialect });
		services.push(service);
		return service;
	};
	afterEach(async () => {
		for (const service of services.splice(0)) await service.stop();
		expect(stage().destinations.strange).toEqual([]);
	});
	const success = async (run: Promise<Execution>) => expect((await run).status).toBe('success');

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		it('contacts-to-invitations.json says what it would do, then does it, and then nothing more', async () => {
			const service = await serve(dialect);
			withExtraFieldsBesideProperties(service);
			const { world } = service;
			const { id } = world.createSurvey({ name: 'Welcome' });
			world.createProperty(id, { key: 'department' });
			const recipient = { recipientExternalId: '7', recipientName: 'Kim' };
			world.createInvitation(id, 'personal', { ...recipient, recipientEmail: 'kim@example.com' });
			const invitations = () => structuredClone(world.invitations(id));
			const before = invitations();
			contacts(
				[1001, 'ada@example.com', 'Ada', 'Sales', ''],
				['', 'eve@example.com', 'Eve <!channel> https://evil.example', 'Care', ''],
				['7', 'kim@example.com', 'Kim Berg', '', ''],
				['', '', 'Noa', 'Care', ''],
			);
			const { url, title } = stage().destinations.spreadsheet;
			const settings = (dryRun: boolean): Settings => ({
				'List of contacts': {
					documentId: { __rl: true, mode: 'url', value: url },
					sheetName: { __rl: true, mode: 'name', value: title },
				},
				'Sync invitations': { ...survey(id), dryRun },
				'Post the summary': CHANNEL,
			});
			const sent = posted().length;
			const dry = await Imported.for(stage(), service, settings(true));
			await success(dry.run());
			expect(posted()).toHaveLength(sent + 1);
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: Nothing was changed\. It would ask the service to invite 2 people and correct 1 invitation\. 1 contact cannot be used: row 5 \(Noa\), /,
			);
			expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(invitations()).toEqual(before);

			const real = await Imported.for(stage(), service, settings(false));
			await success(real.run());
			expect(posted()).toHaveLength(sent + 2);
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: 2 invited, 1 corrected\. 1 could not be used: row 5 \(Noa\), /,
			);
			const after = invitations();
			expect(
				after
					.map((one) => [one.recipientName, one.recipientEmail, one.properties])
					.sort(([, one], [, other]) => String(one).localeCompare(String(other))),
			).toEqual([
				['Ada', 'ada@example.com', { department: 'Sales' }],
				['Eve <!channel> https://evil.example', 'eve@example.com', { department: 'Care' }],
				['Kim Berg', 'kim@example.com', {}],
			]);
			expect(service.effects.emails).toEqual([]);

			await success(real.run());
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: 3 unchanged\. 1 could not be used: row 5 \(Noa\), /,
			);
			expect(invitations()).toEqual(after);
			for (const text of posted()) expect(text).not.toMatch(/[@<]|:\/\//);
		});
	});
});
