/** What people use without this package, set up as well as it can be. */
import type { Json, N8nRest, NodeDraft } from '../../n8n/rest/n8nRest';

/** The credential of n8n's own that carries a token. */
const HEADER_AUTH = 'httpHeaderAuth';

/** Saves what the HTTP Request node needs to send the token. @returns what the node carries */
export async function saveHeaderAuth(rest: N8nRest, token: string): Promise<Json> {
	const data = { name: 'Authorization', value: `Bearer ${token}` };
	const id = await rest.saveCredential(HEADER_AUTH, 'Token', data);
	return { [HEADER_AUTH]: { id, name: 'Token' } };
}

/** n8n's HTTP Request node with the token, as installed but for what is named. */
export function httpRequest(machine: Alternatives, path: string, parameters: Json = {}): NodeDraft {
	const isExpression = path.includes('{{');
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${isExpression ? '=' : ''}${machine.service.url}${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: HEADER_AUTH,
			options: {},
			...parameters,
		},
		credentials: machine.headerAuth,
	};
}

/** What the nodes must know of the n8n that they run in. */
interface Alternatives {
	service: { url: string };
	headerAuth: Json;
}

/** Page after page, as n8n's documentation sets it up. */
export function pagesByHttpRequest(
	machine: Alternatives,
	path: string,
	{ list, pageSize }: { list: string; pageSize: number },
): NodeDraft {
	const offset = { type: 'qs', name: 'offset', value: `={{ $pageCount * ${pageSize} }}` };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [offset] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ $response.body.${list}.length < ${pageSize} }}`,
	};
	return httpRequest(machine, `${path}?limit=${pageSize}`, {
		options: { pagination: { pagination } },
	});
}

/** n8n's Edit Fields (Set) node. */
export function editFields(fields: Record<string, string>): NodeDraft {
	const assignments = Object.entries(fields).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: 'string',
	}));
	return {
		name: 'Edit Fields',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
}

/** n8n's Filter node: items whose score is this at most. */
export function scoreUpTo(score: number): NodeDraft {
	const condition = {
		id: 'score',
		leftValue: '={{ $json.score }}',
		rightValue: score,
		operator: { type: 'number', operation: 'lte' },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return {
		name: 'Filter',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		parameters: {
			conditions: { options, conditions: [condition], combinator: 'and' },
			options: {},
		},
	};
}

/**
 * n8n's Remove Duplicates node, which remembers the IDs of earlier executions.
 *
 * @param historySize room for all that it knows and for all that comes with one execution; it fails without
 */
export function newOnes(historySize: number): NodeDraft {
	return {
		name: 'Remove Duplicates',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.id }}',
			options: { historySize },
		},
	};
}

/** Starts a published workflow; its answer comes when the last node has ended. */
export function webhook(path: string): NodeDraft {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
	};
}
