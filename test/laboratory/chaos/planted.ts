import { PackageCopy, SOURCES } from '../../harness/support';

const TRIGGER = 'nodes/SurveyInterview/trigger';

/** A mistake in the trigger, as somebody might make it. */
export interface Mistake {
	what: string;
	/** The number of the first history that finds it. A number that is out of date costs only time. */
	foundIn: number;
	/** A file of the trigger, and what stands in it: right, and wrong instead. */
	file: string;
	changes: Array<{ right: string; wrong: string }>;
}

/** The mistakes that the simulator must find. */
export const MISTAKES: Mistake[] = [
	{
		what: 'the seen-set is pruned',
		foundIn: 2,
		file: 'seen.ts',
		changes: [
			{
				right: "kept.join('') + [...new Set(more)].join('')",
				wrong: "(kept.join('') + [...new Set(more)].join('')).slice(-4 * HASH_LENGTH)",
			},
		],
	},
	{
		what: 'the fingerprint is stored too early',
		foundIn: 18,
		file: 'pollPlan.ts',
		changes: [
			{
				right: "return { ...task.known, pending: undefined, fingerprint: '' };",
				wrong: 'return { ...task.known, pending: undefined, fingerprint: task.fingerprint };',
			},
		],
	},
	{
		what: 'the state says what the budget did not let the poll deliver',
		foundIn: 18,
		file: 'pollPlan.ts',
		changes: [
			{
				right: 'surveys: all.filter((one) => !isForgotten(one))',
				wrong:
					'surveys: all.map((one) => ({ ...one, fingerprint: tasks.find((task) => task.known === one)?.fingerprint ?? one.fingerprint }))',
			},
		],
	},
	{
		what: 'the lock is removed',
		foundIn: 33,
		file: 'lock.ts',
		changes: [
			{
				right: 'const other = running.get(trigger);',
				wrong: 'running.delete(trigger); const other = running.get(trigger);',
			},
			{
				right: 'return await work(() => running.get(trigger) === own);',
				wrong: 'return await work(() => true);',
			},
		],
	},
	{
		what: 'the baseline is lost',
		foundIn: 7,
		file: 'storage.ts',
		changes: [
			{
				right:
					'if (this.durable) this.ofWorkflow[this.key] = storeState(without(state, this.committed));',
				wrong: 'if (this.durable) return;',
			},
		],
	},
	{
		what: 'the baseline of a scheduled poll is not saved in the default engine',
		foundIn: 283,
		file: 'poll.ts',
		changes: [{ right: 'if (isUnsafe && !isCommitted(context)) return [[]];', wrong: '' }],
	},
	{
		what: 'a poll does not notice that its state is old',
		foundIn: 100,
		file: 'storage.ts',
		changes: [{ right: 'if (number >= known.state.number) {', wrong: 'if (number >= 0) {' }],
	},
	{
		what: 'a throw at boot stops the workflow',
		foundIn: 71,
		file: 'pollWork.ts',
		changes: [
			{
				right: 'return BY_PERSON.includes(mode) ||',
				wrong: 'return true ||',
			},
		],
	},
	{
		what: 'who began in the same millisecond is told by the place in the list',
		foundIn: 709,
		file: 'completionList.ts',
		changes: [
			{
				right: 'group.sort((a, b) => (a.reading.completedAt ?? 0) - (b.reading.completedAt ?? 0));',
				wrong: '',
			},
		],
	},
	{
		what: 'who began in the same millisecond is one completion',
		foundIn: 78,
		file: 'completionList.ts',
		changes: [{ right: 'place === 0 ?', wrong: 'place >= 0 ?' }],
	},
	{
		what: 'a survey that was made anonymous has no new baseline',
		foundIn: 57,
		file: 'baseline.ts',
		changes: [
			{ right: "if (ids !== undefined && now !== 'some' && now !== ids) return true;", wrong: '' },
		],
	},
	{
		what: 'a clock tells old from new where a baseline was taken',
		foundIn: 105,
		file: 'baseline.ts',
		changes: [
			{
				right: 'if (!known.pending) return false;',
				wrong: 'if (!known.pending) return completedAt < now - 86_400_000;',
			},
		],
	},
	{
		what: 'a clock that is behind makes new what the baseline shows',
		foundIn: 58,
		file: 'baseline.ts',
		changes: [{ right: ' && completedAt > now + CLOCKS_DIFFER_MS', wrong: ' && false' }],
	},
	{
		what: 'a poll that outlived its time goes on as if it were alone',
		foundIn: 79,
		file: 'lock.ts',
		changes: [
			{
				right: 'return await work(() => running.get(trigger) === own);',
				wrong: 'return await work(() => true);',
			},
		],
	},
];

/** Builds the package with the mistake in it, in a folder of its own. */
export function plant({ file, changes }: Mistake): PackageCopy {
	const copy = new PackageCopy(SOURCES);
	const path = `${TRIGGER}/${file}`;
	for (const { right, wrong } of changes) {
		const source = copy.read(path);
		if (source.split(right).length !== 2) throw new Error(`${file} has not once: ${right}`);
		copy.write(
			path,
			source.replace(right, () => wrong),
		);
	}
	copy.gulp('bundle');
	return copy;
}
