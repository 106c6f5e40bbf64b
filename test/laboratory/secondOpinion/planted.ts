import { PackageCopy, SOURCES } from '../../harness/support';
import { historyOf } from './history';
import { play, type Options } from './play';
import type { Finding } from './rules';
import type { SurveyService } from './service';

const NODE_FILE = 'dist/nodes/SurveyInterview/SurveyInterviewTrigger.node.js';
const TRIGGER = 'nodes/SurveyInterview/trigger';
const HONEST = 'bundle().SurveyInterviewTrigger.poll.apply(this, given)';

interface Planted {
	/** A file of the trigger, and what stands in it: right, and wrong instead. */
	file?: string;
	changes?: Array<{ right: string; wrong: string }>;
	/** Instead of the line that polls; `memory` lives as long as the process. */
	poll?: string;
	/** What the trigger gets to see instead of a list of respondents. */
	shows?: NonNullable<Options['shows']>;
	/** What the judge must say of it. */
	finds: Array<Finding['what']>;
}

/** A survey that cannot be read in four polls gets another baseline. */
const unreadInFourPolls = (baseline: string): Planted => ({
	file: 'surveys.ts',
	changes: [
		{
			right: 'if (memory && !memory.isOut) continue;',
			wrong: `const waits = (memory?.pendingBaseline?.waits ?? 0) + 1;
			if (memory?.pendingBaseline) {
				const pendingBaseline = waits < 4 ? { ...memory.pendingBaseline, waits } : ${baseline};
				surveys[survey.id] = { ...memory, pendingBaseline };
			}
			if (memory && !memory.isOut) continue;`,
		},
	],
	finds: ['lost', 'late'],
});

/** Triggers that are wrong in one way each. The judge must find every one. */
export const PLANTED: Record<string, Planted> = {
	'the saved state is dropped at a start': {
		poll: `if (!memory.started) {
			const state = this.getWorkflowStaticData('node');
			for (const key of Object.keys(state)) delete state[key];
		}
		memory.started = true;
		return await ${HONEST};`,
		finds: ['lost', 'late', 'twice'],
	},
	'an event of several is swallowed': {
		poll: `const items = await ${HONEST};
		if (items?.[0]?.length > 1) items[0].pop();
		return items;`,
		finds: ['lost', 'late'],
	},
	'events come once more': {
		poll: `const items = await ${HONEST};
		if (!items?.[0]?.length) return items;
		const all = [...(memory.last ?? []), ...items[0]];
		memory.last = items[0];
		return [all];`,
		finds: ['twice'],
	},
	'events come a poll too late': {
		poll: `const items = await ${HONEST};
		const { held } = memory;
		memory.held = items?.[0]?.length ? items : undefined;
		return held ?? (memory.held ? [[]] : items);`,
		finds: ['late'],
	},
	'all completions have one id': {
		poll: `const items = await ${HONEST};
		for (const { json } of items?.[0] ?? []) json.completion_id = 'the same';
		return items;`,
		finds: ['completion_id'],
	},
	'a survey is not read again after its baseline': {
		poll: `memory.polls = (memory.polls ?? 0) + 1;
		return memory.polls > 2 ? null : await ${HONEST};`,
		finds: ['unread', 'lost', 'late'],
	},
	'a poll fails without a cause': {
		poll: `memory.polls = (memory.polls ?? 0) + 1;
		if (memory.polls === 4) throw new Error('without a cause');
		return await ${HONEST};`,
		finds: ['broken'],
	},
	'an activation fails without a cause': {
		poll: `const isFirst = !memory.started;
		memory.started = true;
		if (isFirst) throw new Error('without a cause');
		return await ${HONEST};`,
		finds: ['stopped', 'broken'],
	},
	'nobody is told that completions are held': {
		poll: `try {
			return await ${HONEST};
		} catch (error) {
			return null;
		}`,
		finds: ['silent'],
	},
	'nothing is old, so that nothing is held': {
		shows: (records) => completedAt(records, '2030-01-01T00:00:00.000Z'),
		finds: ['flood'],
	},
	'all of a new survey is old': {
		shows: (records) => completedAt(records, '2026-02-20T00:00:00.000Z'),
		finds: ['lost', 'late'],
	},
	'Max Events is one too many': {
		poll: `const items = await ${HONEST};
		if (!items?.[0]?.length) return items;
		return [[...items[0], items[0][0]]];`,
		finds: ['many'],
	},
	'the baseline is empty': {
		shows: (records, round) => (round === 0 ? [] : records),
		finds: ['twice'],
	},
	'the score filter takes every score for a zero': {
		shows: (records) =>
			records.map((record) =>
				typeof record.score === 'number' ? { ...record, score: 0 } : record,
			),
		finds: ['twice', 'lost', 'late'],
	},
	'the property filter takes everybody for a colleague in sales': {
		shows: (records) =>
			records.map((record) => {
				const { tag } = record.properties as { tag?: string };
				return tag ? { ...record, properties: { tag, department: 'sales' } } : record;
			}),
		finds: ['twice'],
	},
	'one of the respondents is overlooked': {
		shows: (records) => records.slice(1),
		finds: ['lost', 'late'],
	},
	'an id is forgotten': {
		shows: (records, round) =>
			records.map((record, place) =>
				place === 0 && record.id !== undefined ? { ...record, id: `other-${round}` } : record,
			),
		finds: ['twice'],
	},
	'known completions are forgotten': {
		file: 'events/interviewCompleted.ts',
		changes: [
			{
				right: "known: memory.known + [...news.onlyRemembered, ...settled, ...delivered].join(''),",
				wrong:
					"known: (memory.known + [...news.onlyRemembered, ...settled, ...delivered].join('')).slice(-32),",
			},
		],
		finds: ['twice'],
	},
	'a survey counts as read although something of it is left over': {
		file: 'events/interviewCompleted.ts',
		changes: [
			{
				right: "entryHash: mustReadAgain ? '' : survey.entryHash,",
				wrong: 'entryHash: survey.entryHash,',
			},
		],
		finds: ['late'],
	},
	'the lock is removed': {
		file: 'engine.ts',
		changes: [
			{
				right: 'while (performance.now() < (running.get(trigger)?.abandonedAt ?? 0)) {',
				wrong: 'while (performance.now() < 0) {',
			},
			{ right: 'return await work(holdsLock);', wrong: 'return await work(() => true);' },
		],
		finds: ['twice'],
	},
	'a poll that outlived its time goes on as if it were alone': {
		file: 'engine.ts',
		changes: [{ right: 'return await work(holdsLock);', wrong: 'return await work(() => true);' }],
		finds: ['twice'],
	},
	'what an activation read is lost': {
		file: 'poll.ts',
		changes: [
			{
				right: 'if (!hasLostLock(work)) storage.save(plan.state, { isActivation: true });',
				wrong: '',
			},
		],
		finds: ['twice', 'lost', 'late'],
	},
	'who began in the same millisecond is one completion': {
		file: 'completions.ts',
		changes: [
			{
				right: 'identityByTime(surveyId, time, index)',
				wrong: 'identityByTime(surveyId, time, 0 * index)',
			},
		],
		finds: ['lost', 'late'],
	},
	'what a new survey has when it is listed is old': {
		file: 'surveys.ts',
		changes: [
			{
				right: 'const lastListedAt = before.listedAt ?? before.begunAt;',
				wrong: 'const lastListedAt = now + 3_600_000;',
			},
		],
		finds: ['lost', 'late'],
	},
	'another token begins a new watch': {
		file: 'poll.ts',
		changes: [
			{
				right: 'const scope = scopeOf(trigger, session, settings);',
				wrong: 'const scope = session.tokenHash + scopeOf(trigger, session, settings);',
			},
		],
		finds: ['lost', 'late'],
	},
	'a survey that cannot be read in four polls is old as a whole': unreadInFourPolls(
		'{ since: now + 3_600_000 }',
	),
	'a survey that cannot be read in four polls is met when it can be read': unreadInFourPolls(
		'{ since: lastListedAt, waits }',
	),
};

function completedAt(records: Array<Record<string, unknown>>, at: string) {
	return records.map((record) => (record.completed_at ? { ...record, completed_at: at } : record));
}

/** Plays histories with a wrong trigger until the judge finds it, and says what it found after how many. */
export async function prove(
	planted: Planted,
	service: SurveyService,
	histories: number,
): Promise<{ found?: Finding; after: number }> {
	const { shows, finds } = planted;
	const copy = plant(planted);
	try {
		for (let number = 0; number < histories; number++) {
			const options: Options = { packageDir: copy.packageDir, ...(shows ? { shows } : {}) };
			const findings = await play(historyOf(1, number), service, options);
			const found = findings.find(({ what }) => finds.includes(what));
			if (found) return { found, after: number + 1 };
		}
		return { after: histories };
	} finally {
		copy.remove();
	}
}

/** The package with the mistake in it, in a folder of its own. */
function plant({ poll, file, changes }: Planted): PackageCopy {
	if (file) {
		const copy = new PackageCopy(SOURCES);
		for (const { right, wrong } of changes ?? []) replace(copy, `${TRIGGER}/${file}`, right, wrong);
		copy.gulp('bundle');
		return copy;
	}
	const copy = new PackageCopy(['package.json', 'dist']);
	if (poll) {
		replace(copy, NODE_FILE, `return await ${HONEST};`, poll);
		copy.write(NODE_FILE, `const memory = {};\n${copy.read(NODE_FILE)}`);
	}
	return copy;
}

function replace(copy: PackageCopy, path: string, right: string, wrong: string): void {
	const source = copy.read(path);
	if (source.split(right).length !== 2) throw new Error(`${path} has not once: ${right}`);
	copy.write(
		path,
		source.replace(right, () => wrong),
	);
}
