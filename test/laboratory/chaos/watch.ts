import type { Execution } from '../../harness/engine/polling';
import { refIn, type Crowd, type Participant } from '../../harness/stage/crowd';

/**
 * What must become of a participant's completion; `at least once`: another one hid who it is; `any`: nobody
 * could tell the second from the first.
 */
type Due = 'once' | 'at most once' | 'at least once' | 'never' | 'any';

/**
 * One trigger, and what it owes. What was completed when its baseline was taken never comes; who is
 * completed at the end, and was not then, comes exactly once; whom the service hid, forgot or reopened
 * in between may come, but never twice.
 */
export class Watch {
	/** Events of executions that a crash of the default engine kept from being written. */
	readonly excused: string[] = [];
	/** Whether there is a baseline; `perhaps` after a crash in the middle of an activation. */
	hasBaseline: 'no' | 'perhaps' | 'yes' = 'no';
	/** What the state was about that came along with a copy; it is not this trigger's own. */
	copiedScope?: string;
	/** Whether the baseline of a survey was still to be taken after the last poll. */
	isPending = false;
	/** By how many milliseconds n8n's clock was ahead at most, until there was a baseline. */
	aheadMs = 0;
	/** The surveys that were there then. */
	surveyIds: ReadonlySet<string>;
	private readonly dues = new Map<string, Due>();
	/** Those whom nobody can tell apart: all of a group owe their events together. */
	private readonly groups = new Map<string, readonly Participant[]>();

	constructor(
		readonly workflowId: string,
		readonly nodeId: string,
		private readonly crowd: Crowd,
		private readonly filter: {
			emitExisting: boolean;
			scoreFrom: number;
			/** Absent: all surveys. */
			surveyIds?: readonly string[];
		},
	) {
		this.surveyIds = new Set(crowd.surveyIds);
	}

	/**
	 * The baseline is taken.
	 *
	 * @param certain whether the lists showed everybody, at a time that is known
	 * @param seemsLater whether somebody seems to have completed since, by n8n's clock
	 */
	begin(certain: boolean, seemsLater: (one: Participant) => boolean = () => false): void {
		this.hasBaseline = 'yes';
		// Where it is not known when it was taken, it may have been in a poll whose result n8n threw away.
		if (certain) this.surveyIds = new Set(this.crowd.surveyIds);
		for (const one of this.crowd.participants) {
			const { ref, is } = one;
			if (is !== 'completed') continue;
			if (!certain || seemsLater(one)) this.dues.set(ref, 'at most once');
			else if (!this.filter.emitExisting) this.dues.set(ref, 'never');
		}
	}

	/** Lowers what is owed, where the service itself makes it impossible to tell. */
	excuse({ ref }: Participant, due: 'at most once' | 'at least once' | 'any'): void {
		const before = this.dues.get(ref);
		// What may be lost and may come twice is not judged.
		const isBoth = due !== before && [due, before].includes('at least once');
		if (before === undefined || due === 'any') this.dues.set(ref, due);
		else if (isBoth) this.dues.set(ref, 'any');
	}

	/** One may come in the place of another of them. */
	cannotTellApart(group: readonly Participant[]): void {
		for (const { ref } of group) this.groups.set(ref, group);
	}

	dueOf(one: Participant): Due {
		const { surveyIds, scoreFrom } = this.filter;
		if (surveyIds && !surveyIds.includes(one.surveyId)) return 'never';
		if (one.score < scoreFrom) return 'never';
		const due = this.dues.get(one.ref);
		if (due === 'at least once' && one.is !== 'completed') return 'any';
		if (due) return due;
		return one.is === 'completed' ? 'once' : 'at most once';
	}

	/** Who is owed and has not come. */
	missing(executions: readonly Execution[]): string[] {
		const came = this.arrived(executions);
		return this.crowd.participants
			.filter((one) => this.dueOf(one) === 'once' && !this.groups.has(one.ref))
			.map(({ ref }) => ref)
			.filter((ref) => !came.has(ref) && !this.excused.includes(ref));
	}

	/** How often each has come. */
	private arrived(executions: readonly Execution[]): Map<string, number> {
		const came = new Map<string, number>();
		for (const { workflowId, nodeId, items } of executions) {
			if (workflowId !== this.workflowId || nodeId !== this.nodeId) continue;
			for (const { json } of items.flat()) {
				const ref = refIn(json) ?? JSON.stringify(json);
				came.set(ref, (came.get(ref) ?? 0) + 1);
			}
		}
		return came;
	}

	/** What arrived, held against what was owed; empty when all is well. */
	judge(executions: readonly Execution[]): string[] {
		const came = this.arrived(executions);
		const known = new Set(this.crowd.participants.map(({ ref }) => ref));
		const wrong = [...came.keys()]
			.filter((ref) => !known.has(ref))
			.map((event) => `an event of nobody: ${event}`);
		for (const one of this.crowd.participants) {
			const times = came.get(one.ref) ?? 0;
			const lost = this.excused.filter((ref) => ref === one.ref).length;
			const due = this.dueOf(one);
			if (due === 'any' || this.groups.has(one.ref)) continue;
			if (due === 'never' && times > 0) wrong.push(`${one.ref} came, and was not to come`);
			else if (times + lost > 1 && due !== 'at least once')
				wrong.push(`${one.ref} came ${times} times${lost ? ', and was lost' : ''}`);
			else if (due !== 'at most once' && due !== 'never' && times + lost === 0)
				wrong.push(`${one.ref} never came`);
		}
		for (const group of new Set(this.groups.values())) wrong.push(...this.judgeGroup(group, came));
		return wrong;
	}

	/** As many events as the people of a group owe, whoever came. */
	private judgeGroup(group: readonly Participant[], came: ReadonlyMap<string, number>): string[] {
		const dues = group.map((one) => this.dueOf(one));
		if (dues.some((due) => due === 'any' || due === 'at least once')) return [];
		const refs = group.map(({ ref }) => ref);
		const lost = this.excused.filter((ref) => refs.includes(ref)).length;
		const times = refs.reduce((sum, ref) => sum + (came.get(ref) ?? 0), lost);
		const most = dues.filter((due) => due !== 'never').length;
		const least = dues.filter((due) => due === 'once').length;
		if (times >= least && times <= most) return [];
		return [`${refs.join(' and ')} came ${times} times, not ${least} to ${most}`];
	}
}
