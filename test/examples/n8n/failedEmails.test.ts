import type { Service } from '../../harness/service';
import { until } from '../../n8n/rest/n8nRest';
import { HARMFUL } from '../text/strangers';
import { Crowd } from './crowd';
import { expectImportable } from './importable';
import { harmIn } from './letters';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

describe('failed-emails.json', () => {
	const stage = useWorkflowStage('failed-emails.json', {
		settings: () => ({
			'Tell which failed': { fromEmail: 'n8n@example.com', toEmail: 'boss@example.com' },
		}),
	});
	const mails = () => stage().destinations.mailbox.mails;
	/** Somebody's mailing to everybody who was invited more than seven days ago. */
	const send = ({ world }: Service, { surveyId }: Crowd) => {
		world.mailings.setRate(1000);
		const everybody = { addedAfter: null, channels: null, completed: null };
		const filters = { ...everybody, lastInvited: 'older_than_7_days' } as const;
		world.mailings.start(world.mailings.create(surveyId, { filters }).id);
	};
	afterEach(() => expect(stage().destinations.strange).toEqual([]));

	it('imports without a warning', async () =>
		await expectImportable(stage(), ['Tell which failed']));

	it.each(READINGS)('tells of two that failed in one email: $name', async ({ dialect, seed }) => {
		await stage().elsewhere({ dialect, seed }, async (service, run) => {
			const crowd = new Crowd(service);
			crowd.invite(2, 8, 'undeliverable');
			crowd.invite(2, 8, 'fine');
			send(service, crowd);
			const before = mails().length;
			await run();
			const [mail, ...more] = mails().slice(before);
			expect(more).toEqual([]);
			expect(mail?.text).toMatch(/undeliverable No\. [01].*\n.*undeliverable No\. [01]/);
			expect(mail?.text).not.toContain('fine');
		});
	});

	it('tells nothing of a mailing without a failure, and on a retry what the mail server did not take', async () => {
		const on = stage();
		await on.publish();
		const fine = new Crowd(on.service);
		fine.invite(2, 8, 'fine');
		send(on.service, fine);
		const { mailbox } = on.destinations;
		const crowd = new Crowd(on.service);
		crowd.invite(HARMFUL.length, 8, 'undeliverable', (nth) => HARMFUL[nth]);
		const before = await on.executions();
		const { length } = mails();
		mailbox.isDown = true;
		send(on.service, crowd);
		const failed = await until('the failed execution', async () =>
			(await on.executions()).slice(before.length).find(({ status }) => status === 'error'),
		);
		mailbox.isDown = false;
		expect((await on.retry(failed.id)).status).toBe('success');
		const [mail, ...more] = mails().slice(length);
		expect([more, mail && harmIn(mail)]).toEqual([[], []]);
		expect(mails().filter(({ text }) => text.includes('fine'))).toEqual([]);
	});
});
