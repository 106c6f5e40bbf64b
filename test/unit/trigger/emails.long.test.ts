/** Email Failed: once for each recipient, in random histories, judged by an oracle that knows nothing of the state. */
import type { INode } from 'n8n-workflow';

import { call } from '../../../nodes/SurveyInterview/http/call';
import { SurveyInterviewError } from '../../../nodes/SurveyInterview/http/errors';
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import { restoreState, storeState, type State } from '../../../nodes/SurveyInterview/trigger/state';
import { extent } from '../../extent';
import { Random } from '../../harness/service';
import { DAY, HOUR, iso, MINUTE, planned, settings, START, survey, SURVEY } from './make';

jest.mock('../../../nodes/SurveyInterview/http/call');

interface Recipient {
	id: string;
	status: string;
	/** The mailing's counts show it. */
	isCounted: boolean;
}

interface Mailing {
	id: string;
	status: string;
	createdAt: number;
	startedAt: number | null;
	completedAt: number | null;
	recipients: Recipient[];
}

const BAD = ['failed', 'BOUNCED', 'skipped'];
const isBad = ({ status }: Recipient) => BAD.includes(status);

/** The service: it gives three recipients a page, and each read may fail. */
class World {
	now = START;
	readonly mailings: Mailing[] = [];
	/** How many of the next reads of recipients are refused. */
	refused = 0;
	hidden: string | undefined;
	/** Recipients have an address, and no ID of any kind. */
	isWithoutIds = false;
	/** The list has turned with every page: each shows the same recipients. */
	isTurning = false;
	/** Called when the recipients of a mailing were read to the end. */
	onRead: (mailing: Mailing) => void = () => {};

	list(): object[] {
		const shown = this.mailings.filter(({ id }) => id !== this.hidden);
		return shown.map(({ id, status, createdAt, startedAt, completedAt, recipients }) => {
			const count = (some: string[]) =>
				recipients.filter((one) => one.isCounted && some.includes(one.status)).length;
			return {
				...{ id, status, subject_override: `Subject ${id}`, total_count: recipients.length },
				...{ created_at: iso(createdAt), started_at: startedAt && iso(startedAt) },
				completed_at: completedAt && iso(completedAt),
				sent_count: count(['sent']),
				failed_count: count(['failed', 'BOUNCED']),
				skipped_count: count(['skipped']),
			};
		});
	}

	detail(path: string, offset: number): object {
		const mailing = this.mailings.find(({ id }) => path === `/mailings/${id}`);
		const refusal = (status: number) =>
			new SurveyInterviewError({ name: 'Trigger' } as INode, { message: 'No', status });
		if (!mailing) throw refusal(404);
		if (this.refused > 0) {
			this.refused--;
			throw refusal(500);
		}
		const all = mailing.recipients;
		const turn = this.isTurning ? all.length - offset : 0;
		const recipients = all.map((_, at) => all[(at + turn) % all.length] as Recipient);
		if (offset + 3 >= recipients.length) this.onRead(mailing);
		return {
			recipients: recipients.slice(offset, offset + 3).map(({ id, status }) => ({
				...{ status, recipient_name: `Name ${id}`, recipient_email: `${id}@example.com` },
				...(this.isWithoutIds ? {} : { id, invitation_id: `of ${id}` }),
			})),
			recipients_total: recipients.length,
		};
	}
}

/** Of a recipient, also where it has no ID. */
const nameOf = ({ recipient_email: email }: Record<string, unknown>) => String(email).split('@')[0];

/** A workflow in n8n's default engine, which saves a state only with an execution. */
class Workflow {
	readonly came: string[] = [];
	private state: State | undefined;
	private saved: string | undefined;

	constructor(
		private readonly world: World,
		private readonly emitExisting: boolean,
	) {}

	get size(): number {
		return this.saved?.length ?? 0;
	}

	restart(): void {
		this.state = restoreState(this.saved === undefined ? undefined : JSON.parse(this.saved));
	}

	/** A poll in which the survey could not be read. */
	miss(): void {
		const all = { event: 'emailFailed', emitExisting: this.emitExisting };
		const { state } = planned(this.state, [survey(SURVEY)], this.world.now, all);
		this.state = state;
	}

	async poll(room: number): Promise<void> {
		const all = { event: 'emailFailed', emitExisting: this.emitExisting };
		const { event } = settings(all);
		const { state, tasks } = planned(this.state, [survey(SURVEY)], this.world.now, all);
		const [task] = tasks;
		if (!task) throw new Error('Every poll reads the survey.');
		const session = { budget: { remainingMs: () => 1_000 } } as unknown as Session;
		const answer = await event.readMore?.(session, task, this.world.list());
		const judgement = event.judge(state, task, answer, room);
		if (!judgement) throw new Error('The answer was not understood.');
		const { drafts, isNewBaseline } = judgement;
		expect(drafts.length).toBeLessThanOrEqual(room);
		this.came.push(...drafts.map(({ json }) => `${json.mailing_id} ${nameOf(json)}`));
		const before = this.state;
		this.state = judgement.settle({ delivered: drafts, deferred: [], notReached: [] });
		if (!before || drafts.length > 0 || isNewBaseline)
			this.saved = JSON.stringify(storeState(this.state));
	}
}

async function play(seed: number): Promise<void> {
	const random = new Random(seed);
	const world = new World();
	jest.mocked(call).mockImplementation(async (_session, { path, query }) => {
		await Promise.resolve();
		return { body: world.detail(path, Number(query?.offset)) } as never;
	});
	const emitExisting = random.below(5) === 0;
	let named = 0;
	const create = () => {
		const recipients = Array.from({ length: 1 + random.below(8) }, () => ({
			...{ id: `r${named++}`, status: 'pending', isCounted: true },
		}));
		const times = { createdAt: world.now, startedAt: null, completedAt: null };
		world.mailings.push({ id: `m${named++}`, status: 'unsent', ...times, recipients });
	};
	/** Deals with some recipients of a mailing, and perhaps ends it. */
	const send = (mailing: Mailing) => {
		mailing.startedAt ??= world.now;
		if (mailing.completedAt === null) mailing.status = 'sending';
		for (const one of mailing.recipients) {
			const isNext = one.status === 'pending' && random.below(2) === 0;
			if (isNext) one.status = random.pick(['sent', 'sent', ...BAD]);
			// Of what bounces later, the counts may say nothing.
			else if (one.status === 'sent' && random.below(6) === 0)
				Object.assign(one, { status: 'BOUNCED', isCounted: random.below(2) === 0 });
		}
		if (random.below(3) > 0) return;
		mailing.status = random.pick(['sent', 'failed']);
		mailing.completedAt ??= world.now;
	};
	for (let count = random.below(4); count > 0; count--) create();
	for (const mailing of world.mailings) if (random.below(2) === 0) send(mailing);

	const old = new Set<string>();
	/** Those that had begun when the watch began, and were not read since. */
	const begun = world.mailings.filter(({ startedAt }) => startedAt !== null);
	const unread = new Set(emitExisting ? [] : begun);
	world.onRead = (mailing) => {
		if (!unread.delete(mailing)) return;
		for (const one of mailing.recipients.filter(isBad)) old.add(`${mailing.id} ${one.id}`);
	};
	world.now += MINUTE;
	const workflow = new Workflow(world, emitExisting);
	if (random.below(3) === 0) world.refused = random.below(4);
	await workflow.poll(random.below(4));
	for (let step = 0; step < 25; step++) {
		world.now += MINUTE;
		const mailing = random.pick([...world.mailings, undefined]);
		const what = random.below(10);
		if (what === 0) create();
		else if (what === 1) {
			// Emails are sent while n8n is off.
			workflow.restart();
			for (const one of world.mailings) if (random.below(2) === 0) send(one);
		} else if (what === 2 && mailing) {
			world.mailings.splice(world.mailings.indexOf(mailing), 1);
		} else if (what === 3) world.now += HOUR;
		else if (what < 7 && mailing) send(mailing);
		if (random.below(4) === 0) world.refused = random.below(3);
		world.hidden = random.below(6) === 0 ? random.pick(world.mailings)?.id : undefined;
		await workflow.poll(random.below(5));
	}
	world.hidden = undefined;
	world.refused = 0;
	const wanted = (which: (one: Recipient) => boolean) =>
		world.mailings
			.flatMap(({ id, recipients }) => recipients.filter(which).map((one) => `${id} ${one.id}`))
			.filter((one) => !old.has(one));
	for (let poll = 0; poll < 3; poll++) {
		world.now += 1;
		await workflow.poll(500);
	}
	const counted = wanted((one) => isBad(one) && one.isCounted);
	expect(workflow.came).toEqual(expect.arrayContaining(counted));
	world.now += HOUR;
	await workflow.poll(500);
	expect(workflow.came).toEqual(expect.arrayContaining(wanted(isBad)));
	expect(workflow.came).toEqual([...new Set(workflow.came)]);
	expect(workflow.came.filter((one) => old.has(one))).toEqual([]);
}

it('each failure comes once, and none of the baseline, whatever happens', async () => {
	for (let seed = 1; seed <= extent({ quick: 60, all: 600 }); seed++) {
		await play(seed).catch((error: Error) => {
			error.message = `seed ${seed}: ${error.message}`;
			throw error;
		});
	}
});

describe('what is remembered', () => {
	it('stays bounded: a mailing that ended long before the newest is forgotten, and never comes again', async () => {
		const world = new World();
		jest.mocked(call).mockImplementation(async (_session, { path, query }) => {
			await Promise.resolve();
			return { body: world.detail(path, Number(query?.offset)) } as never;
		});
		const workflow = new Workflow(world, true);
		const sizes: number[] = [];
		for (let day = 0; day < 300; day++) {
			world.now += DAY;
			world.mailings.push({
				...{ id: `m${day}`, status: 'sent', createdAt: world.now, startedAt: world.now },
				completedAt: world.now,
				recipients: [{ id: `r${day}`, status: 'failed', isCounted: true }],
			});
			await workflow.poll(500);
			sizes.push(workflow.size);
		}
		expect(workflow.came).toEqual(world.mailings.map(({ id }) => `${id} r${id.slice(1)}`));
		expect(sizes.at(-1)).toBeLessThan((sizes[110] ?? 0) * 1.1);
	});
});

describe('what is lost easily', () => {
	let world: World;
	beforeEach(() => {
		world = new World();
		jest.mocked(call).mockImplementation(async (_session, { path, query }) => {
			await Promise.resolve();
			return { body: world.detail(path, Number(query?.offset)) } as never;
		});
	});
	/** A mailing that was sent now to people who got it. @returns its recipients */
	const sent = (id: string, people = 1) => {
		const recipients = Array.from({ length: people }, (_, at) => ({
			...{ id: `${id}-${at}`, status: 'sent', isCounted: false },
		}));
		const [createdAt, startedAt, completedAt] = [world.now, world.now, world.now];
		world.mailings.push({ id, status: 'sent', createdAt, startedAt, completedAt, recipients });
		return recipients;
	};
	const bounce = (one: Recipient | undefined) => one && (one.status = 'BOUNCED');

	it('bounces that no count shows, of more mailings than a poll reads', async () => {
		const all = Array.from({ length: 45 }, (_, at) => sent(`m${at}`));
		const workflow = new Workflow(world, false);
		for (let poll = 0; poll < 3; poll++) await workflow.poll(500);
		world.now += 2 * DAY;
		for (const [one] of all) bounce(one);
		for (let poll = 0; poll < 3; poll++) {
			await workflow.poll(500);
			workflow.restart();
		}
		expect(workflow.came.sort()).toEqual(all.map((_, at) => `m${at} m${at}-0`).sort());
	});

	it('mailings that begin while their survey cannot be read', async () => {
		bounce(sent('old')[0]);
		world.now += MINUTE;
		const workflow = new Workflow(world, false);
		workflow.miss();
		world.now += HOUR;
		bounce(sent('new')[0]);
		workflow.miss();
		await workflow.poll(500);
		await workflow.poll(500);
		expect(workflow.came).toEqual(['new new-0']);
	});

	it('recipients without an ID, each once', async () => {
		world.isWithoutIds = true;
		const workflow = new Workflow(world, false);
		await workflow.poll(500);
		for (const one of sent('m', 5)) bounce(one);
		for (let poll = 0; poll < 3; poll++) await workflow.poll(2);
		await workflow.poll(500);
		expect(workflow.came).toEqual([0, 1, 2, 3, 4].map((at) => `m m-${at}`));
	});

	it('a recipient whom a list that turns did not show', async () => {
		const recipients = sent('m', 9);
		const workflow = new Workflow(world, false);
		await workflow.poll(500);
		world.now += 4 * DAY;
		for (const one of recipients) Object.assign(one, { status: 'BOUNCED', isCounted: true });
		world.isTurning = true;
		await workflow.poll(500);
		expect(workflow.came.length).toBeLessThan(9);
		world.isTurning = false;
		await workflow.poll(500);
		expect(workflow.came).toEqual([...new Set(workflow.came)]);
		expect(workflow.came).toHaveLength(9);
	});

	it('nothing old comes of a baseline that a list that turns did not show', async () => {
		const recipients = sent('m', 9);
		for (const one of recipients) Object.assign(one, { status: 'BOUNCED', isCounted: true });
		world.now += MINUTE;
		world.isTurning = true;
		const workflow = new Workflow(world, false);
		await workflow.poll(500);
		world.isTurning = false;
		await workflow.poll(500);
		expect(workflow.came).toEqual([]);
	});

	it('nothing is lost or comes twice because one mailing is dated wrongly', async () => {
		const workflow = new Workflow(world, false);
		await workflow.poll(500);
		bounce(sent('m')[0]);
		await workflow.poll(500);
		world.now += DAY;
		const wrong = sent('wrong')[0];
		const future = START + 9_999 * DAY;
		Object.assign(world.mailings[1] ?? {}, { createdAt: future, startedAt: future });
		bounce(sent('n')[0]);
		await workflow.poll(500);
		bounce(wrong);
		world.mailings.splice(1, 1);
		for (let poll = 0; poll < 3; poll++) await workflow.poll(500);
		expect(workflow.came).toEqual(['m m-0', 'n n-0']);
	});
});
