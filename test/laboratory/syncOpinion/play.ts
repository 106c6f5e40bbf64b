import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Engine, Run } from '../../harness/engine';
import {
	startService,
	type Fault,
	type FaultRule,
	type InvitationRecord,
} from '../../harness/service';
import { act, byId } from '../../harness/support';
import { readContacts } from './contacts';
import type { History, Options, Step } from './history';
import { done, isTroubled, judge, STEPS, type Finding, type Outcome } from './judge';
import type { Invitation, Scene } from './page';
import { Stage } from './stage';
import { readEmail, readId } from './values';

/** Mistakes that a test plants, without the judge's knowledge: in the question, at the wire, in the answer. */
export interface Planted {
	ask?: (parameters: INodeParameters, items: IDataObject[]) => void;
	wire?: (stage: Stage) => FaultRule;
	answer?: (items: IDataObject[]) => IDataObject[];
}

interface Way {
	isDry: boolean;
	approved?: string[];
	/** Without the guards that count. */
	isLimitless?: boolean;
	fault?: FaultRule;
	/** Whether the same run is started twice at once. */
	isTwice?: boolean;
	node?: Partial<INode>;
}

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Of single records, and of the service itself; with the work done or not; and answers that are no record. */
const FAULTS: Fault[] = [
	...[400, 409, 422, 404].map((status): Fault => ({ kind: 'status', status })),
	...[401, 402, 500, 503].map((status): Fault => ({ kind: 'status', status, when: 'before' })),
	...[500, 503].map((status): Fault => ({ kind: 'status', status, when: 'after' })),
	{ kind: 'reset', when: 'before' },
	{ kind: 'reset', when: 'after' },
	{ kind: 'truncated json' },
	{ kind: 'html', status: 200, when: 'after' },
	{ kind: 'rewritten body', rewrite: () => '{"success":false,"message":"Please log in"}' },
];

const isOf = (fault: Fault, status: number) => fault.kind === 'status' && fault.status === status;

/** Plays a history, and judges each run of Sync in it. */
export async function play(
	history: History,
	engine: Engine,
	planted: Planted = {},
): Promise<Array<Finding & { step: number }>> {
	const seed = { surveys: 0, respondents: 0, invitations: 0 };
	const service = await startService({ dialect: history.dialect, seed });
	const found: Array<Finding & { step: number }> = [];
	try {
		const show = new Show(new Stage(service, history), engine, planted);
		const last: Step = { deed: 'sync', rolls: [0, 0, 0, 0, 0, 0] };
		for (const [step, one] of [...history.steps, last].entries()) {
			if (one.deed !== 'sync') show.stage.happen(one);
			else found.push(...(await show.sync(one)).map((finding) => ({ ...finding, step })));
			if (found.length > 0) break;
		}
	} finally {
		await service.stop();
	}
	return found;
}

class Show {
	constructor(
		readonly stage: Stage,
		private readonly engine: Engine,
		private readonly planted: Planted,
	) {}

	/** A run as people have it: at once, after a dry run, after an approval, with a fault; and perhaps once more. */
	async sync({ rolls: [how = 0, which = 0, skip = 0, again = 0] }: Step): Promise<Finding[]> {
		// n8n does not run a node without items.
		if (this.stage.rows.length === 0) return [];
		if (how > 0.85) return await this.judged(await this.disturbed(how, which, skip, again));
		const plan = how > 0.4 ? await this.run({ isDry: true }) : undefined;
		const findings = plan ? await this.judged(plan) : [];
		if (findings.length > 0) return findings;
		const steps = (plan?.items ?? []).flatMap(({ stepId }) =>
			typeof stepId === 'string' ? [stepId] : [],
		);
		const isApproval = how > 0.7 && plan?.error === undefined;
		const approved = isApproval
			? steps.filter((_, place) => which < 0.3 || (which * 8 + place) % 3 > 1)
			: undefined;
		const run = await this.run({ isDry: false, approved, isTwice: skip > 0.8 });
		findings.push(...(await this.judged(run)));
		if (plan) findings.push(...differences(plan, run, approved));
		if (findings.length > 0 || isApproval || again > 0.5 || run.isDisturbed) return findings;
		// Once an invitation has another address or is revoked, nobody knows whom it left out before.
		const isForgotten = run.items.some(({ action }) =>
			['updated', 'revoked'].includes(String(action)),
		);
		if (isForgotten && this.stage.history.options.notInvitedWithin !== undefined) return findings;
		const second = await this.run({ isDry: false });
		const changes = second.items.filter(({ action }) =>
			['created', 'updated', 'revoked'].includes(String(action)),
		);
		if (second.writes.length > 0 || changes.length > 0 || (second.error && !run.error)) {
			const writes = second.writes.map(({ method, rawBody }) => `${method} ${rawBody}`);
			const detail = JSON.stringify([writes, changes, second.error]);
			findings.push({ what: 'again', detail, scene: run.scene });
		}
		return findings.length > 0 ? findings : await this.judged(second);
	}

	/** A run in which a write is struck, or the reading of the invitations. */
	private async disturbed(how: number, which: number, skip: number, again: number) {
		const isOfList = how > 0.97;
		// A survey that is not found has invited nobody.
		const faults = isOfList ? FAULTS.filter((one) => !isOf(one, 404)) : FAULTS;
		const fault = faults[Math.floor(which * faults.length)];
		const rule = fault && {
			match: ({ method, path }: { method: string; path: string }) =>
				isOfList ? path.endsWith('/invitations') && method === 'GET' : method !== 'GET',
			fault,
			skip: isOfList ? 0 : Math.floor(skip * 4),
			times: again > 0.7 ? 3 : 1,
		};
		const node = again > 0.5 ? RETRY_ON_FAIL : undefined;
		return await this.run({ isDry: false, fault: rule, node });
	}

	private async judged(outcome: Outcome): Promise<Finding[]> {
		const isStopped = outcome.error !== undefined && !outcome.isDisturbed;
		return judge(
			outcome,
			isStopped ? await this.run({ isDry: true, isLimitless: true }) : undefined,
		);
	}

	private async run({ isDry, approved, isLimitless, fault, isTwice, node }: Way): Promise<Outcome> {
		const { stage, planted } = this;
		const { service, history, optOuts } = stage;
		const scene = this.scene();
		const limitless: Options = { maxCreates: undefined, maxRevokePercent: 100 };
		const options = { ...history.options, ...(isLimitless ? limitless : {}) };
		// A column for the survey would fill rows that are empty.
		const survey = history.hasTwoSurveys ? '={{ $json.survey }}' : stage.surveys[0];
		const items = stage.rows.map(({ survey: place, added, ...row }) => ({
			...row,
			...added,
			...(history.hasTwoSurveys ? { survey: stage.surveys[place] ?? '' } : {}),
		}));
		const given = Object.entries({
			...options,
			neverCreateFor: optOuts.length > 0 ? [...optOuts] : undefined,
			approvedSteps: approved,
		});
		const parameters: INodeParameters = {
			surveyId: byId(survey),
			recipient_email: '={{ $json.email }}',
			recipient_external_id: '={{ $json.id }}',
			recipient_name: '={{ $json.name }}',
			contactFields: {
				properties: {
					values: ['team', 'level'].map((key) => ({ key, value: `={{ $json.${key} }}` })),
				},
			},
			matchBy: history.matchBy,
			dryRun: isDry,
			output: 'simplified',
			options: Object.fromEntries(
				[...given, ['maxWait', 0] as const].filter(([, value]) => value !== undefined),
			) as INodeParameters,
		};
		planted.ask?.(parameters, items);
		service.clearLog();
		for (const habit of stage.habits()) service.faults.inject(habit);
		if (fault) service.faults.inject(fault);
		if (planted.wire) service.faults.inject(planted.wire(stage));
		const start = async () =>
			await act(this.engine, service, { operation: 'invitation.sync', items, parameters, node });
		const runs = await Promise.all(isTwice ? [start(), start()] : [start()]);
		// Either may be the first.
		const isFirst = ({ items: output, error }: Run) =>
			error !== undefined || output.some(({ json }) => STEPS.includes(String(json.action)));
		const run = runs.find(isFirst) ?? (runs[0] as Run);
		const twin = runs.find((one) => one !== run);
		await service.idle();
		service.faults.clear();
		const output = run.items.map(({ json }) => json);
		return {
			scene,
			isDry,
			isApproval: approved !== undefined,
			hasLevel: history.hasLevel,
			items: run.error ? [] : (planted.answer?.(output) ?? output),
			error: run.error && `${run.error.message} ${run.error.description ?? ''}`,
			// A planted mistake is no trouble that the judge may know of.
			isDisturbed: service.log.some(
				fault ? isTroubled : ({ status }) => status === null || status >= 400,
			),
			isHidden: stage.hides !== undefined,
			twin: twin?.items.map(({ json }) => json),
			faults: fault ? service.log.filter(isTroubled).length : 0,
			writes: service.log.filter(({ method }) => method !== 'GET'),
			after: this.scene().invitations,
		};
	}

	private scene(): Scene {
		const { stage } = this;
		const { matchBy, options } = stage.history;
		return {
			contacts: readContacts(stage.rows, stage.surveys, matchBy),
			invitations: stage.invitations().map((record) => this.invitation(record)),
			matchBy,
			options,
			optOuts: [...stage.optOuts],
			now: stage.service.clock.now(),
		};
	}

	private invitation(record: InvitationRecord): Invitation {
		const { service } = this.stage;
		return {
			id: record.id,
			survey: record.surveyId,
			type: record.type,
			email: readEmail(record.recipientEmail).text,
			externalId:
				readId(record.recipientExternalId).text ?? record.recipientExternalId ?? undefined,
			rawEmail: record.recipientEmail,
			name: record.recipientName?.normalize('NFC') ?? undefined,
			properties: { ...record.properties },
			status: service.world.invitationStatus(record.id),
			isListed: !record.revoked || service.choices.revoke === 'kept as expired',
			createdAt: record.createdAt,
			revoked: record.revoked,
		};
	}
}

/** "It stops after step 4 and returns the plan": the real run does that plan, or the approved steps of it. */
function differences(plan: Outcome, run: Outcome, approved?: string[]): Finding[] {
	// What the service hides, only the first create shows.
	if (run.isHidden) return [];
	if (plan.error !== undefined || run.error !== undefined || run.isDisturbed) {
		const isOther = plan.error === undefined && run.error !== undefined && run.writes.length > 0;
		return isOther && !run.isDisturbed ? [{ what: 'plan', detail: String(run.error) }] : [];
	}
	const written = ({ items }: Outcome) =>
		items.map((item) => {
			const isStep = String(item.action).startsWith('would');
			const isLeft = approved && isStep && !approved.includes(String(item.stepId));
			const action = isLeft ? 'skipped' : done(item.action);
			const changes = action === 'skipped' ? undefined : (item.changes ?? undefined);
			const id = action === 'created' ? undefined : (item.id ?? undefined);
			return JSON.stringify({ row: item.row ?? undefined, action, changes, id });
		});
	const reasons = run.items.map(({ reason }) => String(reason));
	const [planned, real] = [written(plan), written(run)];
	// An approved step may need one that nobody has approved; then its item says so.
	const isPart =
		approved && plan.items.some(({ stepId }) => stepId && !approved.includes(String(stepId)));
	const isLeftToo = (place: number) =>
		isPart && run.items[place]?.action === 'skipped' && reasons[place];
	const other = planned.find((line, place) => line !== real[place] && !isLeftToo(place));
	if (!other && planned.length === real.length) return [];
	const place = planned.indexOf(other ?? '');
	const detail = `${other} was planned, ${real[place]} is: ${reasons[place]}`;
	return [{ what: 'plan', detail, scene: run.scene }];
}
