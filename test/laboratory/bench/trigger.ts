import { isDeepStrictEqual } from 'node:util';
import { idlePolls } from './idlePoll';
import { compare, cpuTime } from './rounds';
import { comparison } from './row';
import type { Bench } from './row';
import { startServiceProcess, type ServiceProcess } from './serviceProcess';
import { setStage, storedState, type Stage } from './triggerStage';

const RESPONDENTS = 100_000;
const ROUNDS = { rounds: 12, warmUps: 3 };
const GOALS = { poll: 2, characters: 8.1 };
const HASH_LENGTH = 8;

/** What a poll costs when there are very many completions already. */
export const trigger: Bench = {
	title: `A poll among ${number(RESPONDENTS)} respondents`,
	async run() {
		const service = await startServiceProcess({ respondents: RESPONDENTS, mailings: false });
		await service.ask('completeAll');
		const durable = await setStage(service, 'durable');
		const atFirst = sizeOfState(durable, 'durable engine until the first event');
		const one = await findingOne(service, durable);
		const usual = await setStage(service, 'default');
		const sizes = [
			sizeOfState(durable, 'durable engine'),
			sizeOfState(usual, 'default engine'),
			atFirst,
		];
		const idle = await idlePolls(service, durable, usual);
		for (const { n8n } of [durable, usual]) n8n.crash();
		service.stop();
		return {
			rows: [...one.rows, ...sizes.map(({ row }) => row), ...idle.rows],
			how: [
				`One survey, all of its ${number(RESPONDENTS)} respondents completed, so that as many are in the trigger's state. In n8n-core's durable engine unless said otherwise; the service in a process of its own.`,
				...one.how,
				`The state is the JSON that n8n stores: ${sizes.map(({ how }) => how).join('; ')}.`,
				...idle.how,
			],
		};
	},
};

/** One poll that finds one new completion, against the helper that reads and parses the same. */
async function findingOne(service: ServiceProcess, { n8n, bareRead }: Stage) {
	let newcomer: string | undefined;
	let total = RESPONDENTS;
	const asked: Record<string, string[]> = {};
	const before = async () => {
		[newcomer] = await service.ask('complete');
		total++;
		await service.ask('requests');
	};
	const own = async () => {
		const { items, error } = await n8n.tick('full');
		if (error) throw error;
		const ids = items?.flat().map(({ json }) => json.id);
		if (!isDeepStrictEqual(ids, [newcomer])) throw new Error('The poll did not find the one new');
		asked.own = await service.ask('requests');
	};
	const bare = async () => {
		await n8n.tick('bare');
		if (bareRead() !== total) throw new Error(`The bare helper read ${bareRead()} of ${total}`);
		asked.bare = await service.ask('requests');
	};
	const wall = await compare(own, bare, { ...ROUNDS, before });
	const cpu = await compare(own, bare, { ...ROUNDS, before, stopwatch: cpuTime });
	if (!isDeepStrictEqual(asked.own, asked.bare)) throw new Error('They did not ask for the same');
	const spreads = [wall, cpu].map(({ spread }) =>
		spread.map((ratio) => ratio.toFixed(2)).join(' to '),
	);
	const isMet = wall.ratio <= GOALS.poll;
	return {
		rows: [
			comparison('poll that finds 1 new / bare helper', wall, `≤ ${GOALS.poll}×`, isMet),
			comparison('  … n8n’s process alone, CPU time', cpu),
		],
		how: [
			`The poll against a polling node in the same engine that reads the same two answers by helpers.httpRequestWithAuthentication with JSON parsing, and finds nothing. ${ROUNDS.rounds} rounds of both in changing order after ${ROUNDS.warmUps}, each after a new completion; the ratio is the median of the rounds' ratios (from ${spreads.join('; CPU from ')}). Each poll delivered exactly the new one, and the service's log shows the same requests for both (checked).`,
			'The service’s own work is in the wall time of both, which brings their ratio closer to 1; it is not in the CPU time of n8n’s process, which counts all its threads.',
		],
	};
}

function sizeOfState(stage: Stage, where: string) {
	const { characters, state } = storedState(stage, 'full');
	const texts = Object.values(state.seen as { [surveyId: string]: string });
	const completions = texts.join('').length / HASH_LENGTH;
	const each = characters / completions;
	return {
		row: {
			what: `characters of state for each, ${where}`,
			measured: each.toFixed(4),
			baseline: '–',
			ratio: null,
			goal: `≤ ${GOALS.characters}`,
			met: each <= GOALS.characters,
		},
		how: `${number(characters)} characters for ${number(completions)} completions, ${where}`,
	};
}

function number(count: number): string {
	return count.toLocaleString('en');
}
