import type { IDataObject, IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { NO_OP, builtInNodes, createEngine, type Engine } from '../../harness/engine';
import { credentialsFor } from '../../harness/support/names';
import { startService } from '../../harness/service';
import { compare, cpuTime, median, timed } from './rounds';
import { comparison, duration, type Bench, type Row } from './row';
import { planning } from './syncPlanning';

const CONTACTS = 10_000;
const GROWTH = 10;
const GOAL_MS = 1000;
/** Linear, and a tenth more for each doubling that sorting and maps cost. */
const GOAL_GROWTH = GROWTH * 1.5;
const READ = 2000;
const ROUNDS = { rounds: 5, warmUps: 1, stopwatch: cpuTime };

const READER = 'bench.reader';
const MAPPED: INodeParameters = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.id }}',
	recipient_name: '={{ $json.name }}',
};

/** The least that reading a list can cost: the same expressions, through n8n's own way to read them. */
const reader: INodeType = {
	description: {
		...(builtInNodes[NO_OP] as INodeType).description,
		properties: [
			{ displayName: 'Email', name: 'recipient_email', type: 'string', default: '' },
			{ displayName: 'ID', name: 'recipient_external_id', type: 'string', default: '' },
			{ displayName: 'Name', name: 'recipient_name', type: 'string', default: '' },
		],
	},
	async execute(this: IExecuteFunctions) {
		const names = Object.keys(MAPPED);
		const read = (item: number) => names.map((name) => [name, this.getNodeParameter(name, item)]);
		const { length } = this.getInputData();
		return [
			Array.from({ length }, (_, item) => ({
				json: Object.fromEntries(read(item)) as IDataObject,
				pairedItem: { item },
			})),
		];
	},
};

/** What a list costs: the planning by itself, and its reading in n8n's engine. */
export const sync: Bench = {
	title: `Sync of ${CONTACTS.toLocaleString('en')} contacts`,
	async run() {
		const rows = [...(await planned()), ...(await read())];
		return {
			rows,
			how: [
				`Planning: contacts to keys, matching, differences, revocations, for ${CONTACTS.toLocaleString('en')} contacts, 80 % as many invitations and 10 % as many who opted out; the middle of 5. The growth is the time for ${GROWTH} times as many over the time for one.`,
				`Reading: CPU time of a dry run over ${READ.toLocaleString('en')} items with three expressions, in n8n's engine, with an empty survey: against a node that hands the items on, and against one that reads the same parameters through n8n and does nothing with them. The rest is nearly all n8n's evaluation of expressions.`,
				'The last line has an expression among the options, which must be evaluated for each item to see that it gives the same for all.',
			],
		};
	},
};

async function planned(): Promise<Row[]> {
	const timeOf = async (contacts: number) => {
		const { plan } = planning(contacts);
		const times: number[] = [];
		for (let round = 0; round < 6; round++)
			times.push(await timed(async () => await Promise.resolve(plan())));
		return median(times.slice(1));
	};
	const one = await timeOf(CONTACTS);
	const many = await timeOf(CONTACTS * GROWTH);
	return [
		{
			what: `planning ${CONTACTS.toLocaleString('en')} contacts`,
			measured: duration(one),
			baseline: '',
			ratio: null,
			goal: `≤ ${duration(GOAL_MS)}`,
			met: one <= GOAL_MS,
		},
		{
			what: `planning ${(CONTACTS * GROWTH).toLocaleString('en')} / ${CONTACTS.toLocaleString('en')}`,
			measured: duration(many),
			baseline: duration(one),
			ratio: many / one,
			goal: `≤ ${GOAL_GROWTH}×`,
			met: many / one <= GOAL_GROWTH,
		},
	];
}

async function read(): Promise<Row[]> {
	const service = await startService({ seed: { surveys: 1, respondents: 0, invitations: 0 } });
	const engine = await createEngine({
		credentials: credentialsFor(service),
		extraNodes: { [READER]: reader },
	});
	const surveyId = service.world.createSurvey({ name: 'Empty' }).id;
	const items = Array.from({ length: READ }, (_, n) => ({
		email: `person.${n}@example.com`,
		id: `crm-${n}`,
		name: `Person ${n}`,
	}));
	const dryRun = async (options: INodeParameters = {}) =>
		await all(engine, items, {
			parameters: {
				resource: 'invitation',
				operation: 'sync',
				surveyId: { __rl: true, mode: 'id', value: surveyId },
				dryRun: true,
				options,
				...MAPPED,
			},
		});
	const handOn = async () => await all(engine, items, { type: NO_OP });
	const readOnly = async () => await all(engine, items, { type: READER, parameters: MAPPED });
	const varied = async () => await dryRun({ maxCreates: '={{ 1000000 }}' });
	const what = `${READ.toLocaleString('en')} items, dry run`;
	const rows = [
		comparison(`${what} / no operation`, await compare(dryRun, handOn, ROUNDS)),
		comparison(`${what} / reading alone`, await compare(dryRun, readOnly, ROUNDS)),
		comparison(`${what}, expression in options / without`, await compare(varied, dryRun, ROUNDS)),
	];
	engine.close();
	await service.stop();
	return rows;
}

async function all(
	engine: Engine,
	items: IDataObject[],
	run: { type?: string; parameters?: INodeParameters },
): Promise<void> {
	const result = await engine.runNode({ items, ...run });
	if (result.error) throw result.error;
	if (result.items.length !== items.length)
		throw new Error(`${result.items.length} items came back`);
}
