import { DIALECTS } from '../everywhere';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import type { EndpointOperation } from '../../nodes/SurveyInterview/operations/operation';
import { ADDED_OPERATIONS, contractRows, type ContractRow } from '../contract/contract';
import type { Engine } from '../harness/engine';
import { endpoints, startService, type LoggedRequest } from '../harness/service';
import { useEngine } from '../harness/support';
import { chosen, type Case } from './case';
import { CASES } from './cases';

const CONTRACT = contractRows();
const ROWS = [...CONTRACT, ...ADDED_OPERATIONS];
const COMPANY = 'company-of-the-tests';

let engine: Engine;
useEngine((started) => (engine = started));

/** Endpoints of the first release: saved workflows use them, so there are never fewer. */
const FIRST_RELEASE = 47;

it('each of the contract’s endpoints and of what is added has a case and an entry of the same name, method and path', () => {
	expect(CONTRACT.length).toBeGreaterThanOrEqual(FIRST_RELEASE);
	const names = ROWS.map(({ resource, operation }) => `${resource}/${operation}`);
	expect(Object.keys(CASES).sort()).toEqual([...names].sort());
	const entries = RESOURCES.flatMap(({ value, operations }) =>
		operations
			.filter((operation) => operation.kind === 'endpoint' || operation.kind === 'find')
			.map((operation) => ({
				key: `${value}/${operation.value}`,
				name: operation.name,
				endpoint: operation.endpoint,
				retry: operation.kind === 'find' ? 'read' : retryWord(operation),
			})),
	);
	const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
	const contract = ROWS.map((row) => ({
		key: `${row.resource}/${row.operation}`,
		name: row.displayName,
		endpoint: `${row.method} ${row.path}`,
		retry: /^(read|idempotent|irreversible|create, or idempotent|create)/.exec(row.retryClass)?.[0],
	}));
	expect(entries.sort(byKey)).toEqual(contract.sort(byKey));
});

const retryWord = ({ retry }: EndpointOperation) =>
	typeof retry === 'function' ? 'create, or idempotent' : retry;

it('the reference service has the contract’s endpoints, and no others', () => {
	const inContract = CONTRACT.map(({ method, path }) => `${method} ${path}`);
	expect(endpoints().sort()).toEqual(inContract.sort());
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(ROWS.map((row): [string, ContractRow] => [`${row.resource}/${row.operation}`, row]))(
		'%s',
		async (name, row) => {
			const service = await startService({ dialect });
			try {
				const given = CASES[name]?.(service) as Case;
				const run = await engine.runNode({
					parameters: {
						resource: row.resource,
						operation: row.operation,
						output: 'everything',
						...pickers(given.ids ?? {}),
						...given.parameters,
					},
					credentials: {
						surveyInterviewApi: {
							baseUrl: `${service.url}/api/`,
							token: service.token,
							companyId: COMPANY,
							allowHttp: false,
						},
					},
				});
				expect({ message: run.error?.message, why: run.error?.description }).toEqual({});
				// An update may read its record first.
				const request = service.log.find(({ method }) => method === row.method);
				const others = service.log.filter((one) => one !== request);
				// The pages of a list are one request.
				const elsewhere = others.filter(({ path }) => path !== request?.path);
				const after = (given.after ?? []).map((line) => line.replace(' ', ' /api'));
				expect(elsewhere.map(({ method, path }) => `${method} ${path}`)).toEqual(after);
				expect(request).toMatchObject({ method: row.method, path: `/api${pathOf(row, given)}` });
				expect(request?.status).toBe(statusOf(row));
				checkSent(request as LoggedRequest, given, row);
				const items = run.items.map(({ json }) => json);
				expect(
					run.items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}'),
				).toBe(true);
				if (given.output) given.output(items, run);
				else {
					const answered = JSON.parse(request?.answered ?? 'null') as object;
					expect(items).toEqual([answered]);
				}
				given.effect?.(service);
			} finally {
				await service.stop();
			}
		},
	);
});

/** The pickers, one chosen from the list, the next by its id, as users mix them. */
function pickers(ids: Record<string, string>) {
	const names: Record<string, string> = {
		survey_id: 'surveyId',
		invitation_id: 'invitationId',
		mailing_id: 'mailingId',
		respondent_id: 'respondentId',
		category_id: 'categoryId',
		property_id: 'propertyId',
		topic_id: 'topicId',
	};
	return Object.fromEntries(
		Object.entries(ids).map(([name, id], place) => [
			names[name],
			place % 2 === 0 ? chosen(id) : { __rl: true, mode: 'id', value: id },
		]),
	);
}

function pathOf({ path }: ContractRow, { ids = {} }: Case): string {
	return path.replace(
		/\{(\w+)\}/g,
		(_whole, name: string) => ids[name] ?? `no ${name} in the case`,
	);
}

/** Create returns 201; read, update and action 200; delete and revoke 204 (docs/interface.md, Conventions). */
function statusOf({ method, operation, resource }: ContractRow): number {
	if (method === 'DELETE') return 204;
	const creates = operation.startsWith('create') || operation === 'clone';
	return creates && resource !== '' ? 201 : 200;
}

function checkSent(request: LoggedRequest, given: Case, row: ContractRow): void {
	const sorted = (pairs: ReadonlyArray<readonly [string, string]>) =>
		pairs.map(([key, value]) => `${key}=${value}`).sort();
	expect(sorted(request.query)).toEqual(sorted(given.query ?? []));
	expect(request.body).toEqual(given.body);
	expect(request.rawBody).toBe(given.body === undefined ? '' : JSON.stringify(request.body));
	const { headers } = request;
	expect(headers.authorization).toMatch(/^Bearer \S+$/);
	expect(headers.accept).toBe('application/json');
	expect(headers['content-type']).toBe(given.body === undefined ? undefined : 'application/json');
	expect(headers['x-company-id']).toBe(row.resource === 'token' ? undefined : COMPANY);
}
