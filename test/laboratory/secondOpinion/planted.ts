import { PackageCopy } from '../../harness/support';
import { historyOf } from './history';
import { play, type Options } from './play';
import type { Finding } from './rules';
import type { SurveyService } from './service';

const NODE_FILE = 'dist/nodes/SurveyInterview/SurveyInterviewTrigger.node.js';
const HONEST = 'bundle().SurveyInterviewTrigger.poll.apply(this, given)';

interface Planted {
	/** Instead of the line that polls; `memory` lives as long as the process. */
	poll?: string;
	/** What the trigger gets to see instead of a list of respondents. */
	shows?: NonNullable<Options['shows']>;
	/** What the judge must say of it. */
	finds: Array<Finding['what']>;
}

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
};

function completedAt(records: Array<Record<string, unknown>>, at: string) {
	return records.map((record) => (record.completed_at ? { ...record, completed_at: at } : record));
}

/** Plays histories with a wrong trigger until the judge finds it, and says what it found after how many. */
export async function prove(
	{ poll, shows, finds }: Planted,
	service: SurveyService,
	histories: number,
): Promise<{ found?: Finding; after: number }> {
	const copy = new PackageCopy(['package.json', 'dist']);
	if (poll) {
		const source = copy.read(NODE_FILE);
		const line = `return await ${HONEST};`;
		if (!source.includes(line)) throw new Error(`${NODE_FILE} has no line "${line}"`);
		copy.write(NODE_FILE, `const memory = {};\n${source.replace(line, () => poll)}`);
	}
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
