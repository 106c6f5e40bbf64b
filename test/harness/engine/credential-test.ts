import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { additionalData } from './additional-data';
import type { Credentials } from './credentials';
import type { NodeTypes } from './package';

/** Tests credential data as n8n does when it is saved, by the function that a node names under `testedBy`. */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
	type: string,
	credentials: Credentials,
	nodeTypes: NodeTypes,
): Promise<INodeCredentialTestResult> {
	const test = findTest(type, credentials, nodeTypes);
	if (!test) {
		return { status: 'Error', message: 'No testing function found for this credential.' };
	}
	const context = additionalData(credentials, { mode: 'internal' });
	return await test.call(new CredentialTestContext(context), {
		...credentials.store(type, data),
		type,
		data: credentials.resolve(context, data, type, 'internal'),
	});
}

function findTest(
	type: string,
	credentials: Credentials,
	nodeTypes: NodeTypes,
): ICredentialTestFunction | undefined {
	for (const name of credentials.type(type).supportedNodes ?? []) {
		const { description, methods } = nodeTypes.getByNameAndVersion(name);
		const used = description.credentials?.find((credential) => credential.name === type);
		if (typeof used?.testedBy === 'string') return methods?.credentialTest?.[used.testedBy];
	}
	return undefined;
}
