import {
	startService,
	type InvitationRecord,
	type RespondentRecord,
	type Service,
} from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { RecordedCalls } from '../destinations/api';
import { crashAt } from './crash';
import { stopClock, WHOLE_SECOND as startAt, withExtraFieldsBesideProperties } from './extraFields';
import { EVE } from './hostile';
import type { Settings } from './file';
import { READINGS } from './readings';
import type { WorkflowStage } from './workflowStage';

/** A survey, and the service that has it. */
export interface Invited {
	service: Service;
	surveyId: string;
}

/** A CRM with people in it, and the two workflows that lead from it to a survey and back. */
export interface Crm {
	stage: () => WorkflowStage;
	/** What stands in place of the CRM. */
	recorder: () => RecordedCalls;
	isSecondPage: (call: ApiCall) => boolean;
	isScore: (call: ApiCall) => boolean;
	isTask: (call: ApiCall) => boolean;
	/** Makes a survey to which people in the CRM are invited, with the properties that the page names. @returns its id */
	survey: (service: Service) => string;
	/** Runs the workflow that invites. @param into a survey of another service @param more settings @returns the status */
	invite: (dryRun?: boolean, into?: Invited, more?: Settings) => Promise<string>;
	/** The address and the ID of each person who is to be invited. */
	due: () => Array<readonly [string, string]>;
	invitations: () => InvitationRecord[];
	/** What was posted to Slack. */
	said: () => string[];
	/** Everything that the CRM and Slack hold. */
	holdings: () => { said: string[] };
	/** Whoever is invited at that address completes. */
	complete: (email: string, score: number) => RespondentRecord;
	/** What the fields of the person at that address hold, by their names. */
	fieldsAt: (email: string) => Record<string, unknown>;
	/** What they have to hold of a completion. */
	written: (record: RespondentRecord) => Record<string, unknown>;
	/** The subject of each task. */
	tasks: () => Array<string | undefined>;
	/** Somebody comes into the CRM. */
	add: (email: string) => void;
	/** Somebody in the CRM has another address from now on. */
	rename: (email: string, to: string) => void;
}

/** Tests of the workflow that invites. @param properties of Ada's, who is one of those to be invited */
export function itInvites(crm: Crm, properties: Record<string, string>): void {
	const { stage, recorder, invite, invitations, said, holdings } = crm;
	const expectInvited = ({ effects }: Service, all: InvitationRecord[]) => {
		const invited = all.map((one) => [one.recipientEmail?.toLowerCase(), one.recipientExternalId]);
		expect(invited.sort()).toEqual(crm.due().sort());
		const ada = all.find(({ recipientName }) => recipientName === 'Ada Lovelace');
		expect(ada?.properties).toMatchObject(properties);
		expect(effects.emails).toEqual([]);
	};

	it('says what it would do, and does nothing while Dry Run is on', async () => {
		const before = holdings();
		expect(await invite(true)).toBe('success');
		expect(invitations()).toEqual([]);
		const [sentence, ...more] = said();
		expect(more).toEqual([]);
		const start = `Nothing was changed. It would ask the service to invite ${crm.due().length} people`;
		expect(sentence).toContain(start);
		expect(holdings()).toEqual({ ...before, said: [sentence] });
	});

	it('invites everybody who is meant, on all pages, after a 429', async () => {
		let isFirst = true;
		recorder().refuses = (call) => crm.isSecondPage(call) && isFirst && !(isFirst = false);
		expect(await invite()).toBe('success');
		recorder().refuses = () => false;
		expect(recorder().refused).toBe(1);
		expectInvited(stage().service, invitations());
	});

	it.each(READINGS)('invites the same in a service that speaks $name', async ({ dialect }) => {
		const service = await startService({ dialect });
		try {
			withExtraFieldsBesideProperties(service);
			const into = { service, surveyId: crm.survey(service) };
			expect(await invite(false, into)).toBe('success');
			expectInvited(service, service.world.invitations(into.surveyId));
		} finally {
			await service.stop();
		}
	});

	it('invites nobody twice', async () => {
		const before = structuredClone(invitations());
		expect(await invite()).toBe('success');
		expect(invitations()).toEqual(before);
		expect(said().at(-1)).toContain(`${crm.due().length} unchanged`);
	});

	it('changes nothing while the service is down, and says so', async () => {
		const before = holdings();
		const goUp = await stage().service.goDown();
		expect(await invite()).toBe('error');
		await goUp();
		expect(holdings()).toEqual(before);
	});
}

/** Tests of the workflow that writes scores, once it is published; five people called other0 and so on complete. */
export function itWithstands(crm: Crm): void {
	const { stage, recorder, complete, fieldsAt, written, tasks } = crm;

	it('brings what was completed while the service was down', async () => {
		const on = stage();
		const { length } = tasks();
		const delivered = (await on.delivered()).length;
		const before = await on.executions();
		const goUp = await on.service.goDown();
		const record = complete('other0@example.com', 0);
		const poll = await on.executionAfter(before);
		expect(poll.status).toBe('error');
		await goUp();
		await on.deliveries(delivered + 1);
		expect(fieldsAt('other0@example.com')).toMatchObject(written(record));
		expect(tasks()).toHaveLength(length + 1);
	});

	it('changes nothing when everything is delivered again', async () => {
		const on = stage();
		const before = crm.holdings();
		const failures = await on.failures();
		await on.deliverAgain();
		expect(await on.failures()).toEqual(failures);
		expect(crm.holdings()).toEqual(before);
	});

	it('goes on where it stopped when the CRM refused for long, and makes each task once', async () => {
		const on = stage();
		const before = await on.executions();
		const { length } = tasks();
		recorder().refuses = crm.isTask;
		const records = [complete('other1@example.com', 1), complete('other2@example.com', 2)];
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		recorder().refuses = () => false;
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(fieldsAt('other1@example.com')).toMatchObject(written(records[0]!));
		expect(fieldsAt('other2@example.com')).toMatchObject(written(records[1]!));
		expect(tasks()).toHaveLength(length + 2);
	});

	it('writes the score on a retry when n8n was killed before', async () => {
		const on = stage();
		const { length } = tasks();
		let record: RespondentRecord | undefined;
		const crashed = await crashAt(on, recorder(), crm.isScore, () => {
			record = complete('other3@example.com', 4);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(fieldsAt('other3@example.com')).toMatchObject(written(record!));
		expect(tasks()).toHaveLength(length + 1);
	});

	it('makes no second task when n8n was killed as it made the first', async () => {
		const on = stage();
		const { length } = tasks();
		let record: RespondentRecord | undefined;
		const crashed = await crashAt(on, recorder(), crm.isTask, () => {
			record = complete('other4@example.com', 5);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(tasks()).toHaveLength(length);
		expect(fieldsAt('other4@example.com')).toMatchObject(written(record!));
	});

	it.each(READINGS)(
		'writes the same of a service that speaks $name',
		async ({ name, dialect, seed }) => {
			crm.add(EVE.email);
			await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
				stopClock(service);
				const { id } = service.world.createSurvey({ name: 'Read' });
				const record = service.world.interview({ surveyId: id }, EVE);
				await run();
				expect(fieldsAt(EVE.email)).toMatchObject(written(record));
				expect(tasks().at(-1)).toBe('Call back: Eve gave 4 of 10 (NPS) in Read.');
			});
			crm.rename(EVE.email, `${name.replace(' ', '.')}@example.com`);
			expect(stage().destinations.strange).toEqual([]);
		},
	);
}
