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
		what: 'known completions are forgotten',
		foundIn: 5,
		file: 'events/interviewCompleted.ts',
		changes: [
			{
				right: "known: memory.known + [...news.known, ...settled, ...delivered].join(''),",
				wrong:
					"known: (memory.known + [...news.known, ...settled, ...delivered].join('')).slice(-32),",
			},
		],
	},
	{
		what: 'a survey counts as read although something of it is left over',
		foundIn: 18,
		file: 'events/interviewCompleted.ts',
		changes: [
			{
				right: "entry: isDone && !news.isShort ? survey.entry : '',",
				wrong: 'entry: survey.entry,',
			},
		],
	},
	{
		what: 'the lock is removed',
		foundIn: 42,
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
		what: 'what an activation read is lost',
		foundIn: 5,
		file: 'poll.ts',
		changes: [
			{
				right: 'if (!hasLostLock(work)) storage.save(plan.state, true, false);',
				wrong: '',
			},
		],
	},
	{
		what: 'who began in the same millisecond is one completion',
		foundIn: 28,
		file: 'completions.ts',
		changes: [
			{
				right: 'identityByTime(surveyId, time, count)',
				wrong: 'identityByTime(surveyId, time, 0 * count)',
			},
		],
	},
	{
		what: 'what a new survey has when it is met is old',
		foundIn: 31,
		file: 'surveys.ts',
		changes: [{ right: 'met: meet(pollBefore, ', wrong: 'met: meet(now + 3_600_000, ' }],
	},
	{
		what: 'a poll that outlived its time goes on as if it were alone',
		foundIn: 45,
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
