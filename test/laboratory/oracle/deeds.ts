/**
 * What the oracle does: each operation of the contract. Everything follows from its row there, from the parameters of
 * its case, and from what the reference service takes, so a new operation needs nothing here.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	ADDED_OPERATIONS,
	contractRows,
	type ContractRow,
	type RetryClass,
} from '../../contract/contract';
import { clientOf, startService, type DialectName, type Service } from '../../harness/service';
import { byId } from '../../harness/support';
import { CASES } from '../../operations/cases';

export interface Deed {
	/** Resource and operation; after a slash, what is special about it. */
	name: string;
	operation: string;
	/** The operation whose endpoint is asked: Find and some Get Many ask the endpoint of another. */
	asked: string;
	method: string;
	/** As the specification writes it, with {survey_id} and the like. */
	path: string;
	retryClass: RetryClass;
	/** Instead of those of the case. */
	parameters?: (service: Service) => INodeParameters;
}

const ENDPOINTS = contractRows();

function deedOf(row: ContractRow): Deed {
	const { method, path } = row;
	const asked = ENDPOINTS.find((one) => one.method === method && one.path === path) ?? row;
	const operation = `${row.resource}.${row.operation}`;
	return {
		name: operation,
		operation,
		asked: `${asked.resource}.${asked.operation}`,
		method,
		path,
		retryClass: /^\w+/.exec(row.retryClass)?.[0] as RetryClass,
	};
}

/** The retry class of Create or Get depends on what is sent. */
const waysOf = (deed: Deed): Deed[] => {
	if (deed.operation !== 'invitation.create') return [deed];
	const another = ({ choices }: Service) => ({
		recipient_email: 'ann@example.com',
		additionalFields: { on_duplicate: 'other', on_duplicate_other: choices.duplicateWord },
	});
	return [
		{ ...deed, retryClass: 'idempotent' },
		{ ...deed, name: `${deed.name}/another`, parameters: another },
		{ ...deed, name: `${deed.name}/nobody`, parameters: () => ({ recipient_name: 'Ann' }) },
	];
};

export const DEEDS: Deed[] = [...ENDPOINTS, ...ADDED_OPERATIONS].map(deedOf).flatMap(waysOf);

const caseOf = ({ operation }: Deed, service: Service) => {
	const given = CASES[operation.replace('.', '/')]?.(service);
	if (!given) throw new Error(`${operation} has no case.`);
	return given;
};

/** Small, and with more surveys than a run has items. */
export const SEED = { surveys: 8, respondents: 12, invitations: 12 };
const MOST_ITEMS = 5;

/** What the node is given: each item has the ID of another record, which is in each of its requests. */
export async function given(deed: Deed, dialect: DialectName, service: Service, count: number) {
	const { ids = {}, parameters } = caseOf(deed, service);
	const own = Object.keys(ids).at(-1);
	const pickers = Object.entries(ids).map(([name, id]) => [
		name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
		byId(name === own ? '={{ $json.id }}' : id),
	]);
	const records = own ? (await recordsFor(deed, dialect)).slice(0, count) : [''];
	return {
		items: records.map((id): IDataObject => ({ id })),
		parameters: {
			...(Object.fromEntries(pickers) as INodeParameters),
			...(deed.parameters?.(service) ?? parameters),
		},
	};
}

const found = new Map<string, Promise<string[]>>();

/** The records to which the operation can be done, tried out in a twin: the same seed makes the same IDs. */
async function recordsFor(deed: Deed, dialect: DialectName): Promise<string[]> {
	const key = `${dialect} ${deed.name}`;
	const known = found.get(key) ?? tryOut(deed, dialect);
	found.set(key, known);
	return await known;
}

async function tryOut(deed: Deed, dialect: DialectName): Promise<string[]> {
	const twin = await startService({ dialect, seed: SEED });
	const { ids = {}, query = [], body } = caseOf(deed, twin);
	const own = Object.keys(ids).at(-1) ?? '';
	const call = clientOf(twin);
	const taken: string[] = [];
	for (const id of likeOnes(twin, ids[own] ?? '')) {
		const filled: Record<string, string> = { ...ids, [own]: id };
		const path = deed.path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '');
		const search = new URLSearchParams(query).toString();
		const { status } = await call(deed.method, `${path}?${search}`, { body });
		if (status < 300) taken.push(id);
		if (taken.length === MOST_ITEMS) break;
	}
	await twin.stop();
	if (taken.length === 0) throw new Error(`${deed.name} can be done to nothing.`);
	return taken;
}

/** A record, and then all others of its kind. */
function likeOnes({ world }: Service, id: string): string[] {
	const tables = Object.values(world.records).filter(
		(one): one is Map<string, unknown> =>
			typeof (one as Partial<Map<string, unknown>>).get === 'function',
	);
	const table = tables.find((one) => one.get(id) !== undefined) as
		| Map<string, unknown>
		| { all(): Array<{ id: string }> }
		| undefined;
	if (!table) throw new Error(`The service has no record ${id}.`);
	const all = table instanceof Map ? [...table.keys()] : table.all().map((one) => one.id);
	return [id, ...all.filter((other) => other !== id)];
}
