import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunction,
	type ICredentialTestRequest,
	type IDataObject,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';
import { additionalData } from './additional-data';
import { NO_OP } from './built-in-nodes';
import type { Credentials } from './credentials';
import type { NodeTypes } from './package';
import { newestVersion } from './workflow';

type Test =
	| { run: ICredentialTestFunction }
	| { request: ICredentialTestRequest; nodeType: INodeType };

/** Tests credential data as n8n does when it is saved: the credential's own test first, then `testedBy`. */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
	type: string,
	credentials: Credentials,
	nodeTypes: NodeTypes,
): Promise<INodeCredentialTestResult> {
	const test = findTest(type, credentials, nodeTypes);
	if (!test) return failure('No testing function found for this credential.');

	const context = additionalData(credentials, { mode: 'internal' });
	const details = credentials.store(type, data);
	const decrypted: ICredentialsDecrypted = {
		...details,
		type,
		data: credentials.resolve(context, data, type, 'internal'),
	};
	if ('run' in test) {
		return await test.run.call(new CredentialTestContext(context), decrypted);
	}
	return await requestTest(test, decrypted, credentials);
}

function findTest(type: string, credentials: Credentials, nodeTypes: NodeTypes): Test | undefined {
	const { test: own, supportedNodes = [] } = credentials.type(type);
	if (own) return { request: own, nodeType: nodeTypes.getByNameAndVersion(NO_OP) };

	for (const name of supportedNodes) {
		const nodeType = nodeTypes.getByNameAndVersion(name);
		const used = nodeType.description.credentials?.find((credential) => credential.name === type);
		if (!used?.testedBy) continue;
		if (typeof used.testedBy !== 'string') return { request: used.testedBy, nodeType };
		const run = nodeType.methods?.credentialTest?.[used.testedBy];
		return run && { run };
	}
	return undefined;
}

/** A declarative test is a declarative node with one parameter, and that is how n8n runs it. */
async function requestTest(
	{ request, nodeType }: Extract<Test, { request: unknown }>,
	decrypted: ICredentialsDecrypted,
	credentials: Credentials,
): Promise<INodeCredentialTestResult> {
	const { type, id, name } = decrypted;
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: nodeType.description.name,
		typeVersion: newestVersion(nodeType),
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id, name } },
	};
	const asNode: INodeType = {
		description: {
			...nodeType.description,
			credentials: [{ name: type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: request.request },
				},
			],
		},
	};
	const only = {
		getByName: () => asNode,
		getByNameAndVersion: () => asNode,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: only });
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(credentials, { mode: 'internal' }),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const output = await new RoutingNode(context, asNode, decrypted).runNode();
		return judgeAnswer(request, output?.[0]?.[0]?.json ?? {});
	} catch (error) {
		return judgeFailure(request, error as Failure);
	}
}

type Failure = Error & {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
};

function judgeAnswer(test: ICredentialTestRequest, json: IDataObject): INodeCredentialTestResult {
	for (const rule of test.rules ?? []) {
		if (
			rule.type === 'responseSuccessBody' &&
			json[rule.properties.key] === rule.properties.value
		) {
			return failure(rule.properties.message);
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function judgeFailure(test: ICredentialTestRequest, error: Failure): INodeCredentialTestResult {
	const response = error.cause?.response;
	if (!response) return failure(error.cause?.code ?? error.message);
	for (const rule of test.rules ?? []) {
		if (rule.type === 'responseCode' && rule.properties.value === response.status) {
			return failure(rule.properties.message);
		}
	}
	return failure(response.statusText || `Received HTTP status code: ${response.status}`);
}

function failure(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
