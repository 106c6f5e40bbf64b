import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { resolveAlone, resolveWithin, withDefaults } from './credential-values';
import type { NodeTypes } from './package';
import { StoredCredential } from './stored-credential';

/**
 * What n8n's command line hands to the engine as credentials helper: defaults filled in, expressions resolved, and
 * `authenticate` called. Not here: what a credential type declares instead, inherits, or fetches before a request.
 */
export class Credentials extends ICredentialsHelper {
	private readonly stored = new Map<string, StoredCredential>();

	constructor(
		private readonly types: Record<string, ICredentialType>,
		private readonly nodeTypes: NodeTypes,
	) {
		super();
	}

	/** Saves data as a credential of its own and returns what a node keeps of it. */
	store(
		type: string,
		data: ICredentialDataDecryptedObject,
	): INodeCredentialsDetails & { id: string } {
		const details = { id: `${type}-${this.stored.size + 1}`, name: `${type} of the tests` };
		this.stored.set(details.id, new StoredCredential(details, type, structuredClone(data)));
		return details;
	}

	type(name: string): ICredentialType {
		const type = this.types[name];
		if (!type) throw new UnexpectedError(`Unrecognized credential type: ${name}`);
		return type;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(type: string, nodeType: string): boolean {
		const known = this.types[type];
		if (!known?.restrictToSupportedNodes) return true;
		return known.supportedNodes?.includes(nodeType) ?? false;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		return this.type(name).properties;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const credential = details.id ? this.stored.get(details.id) : undefined;
		if (!credential || credential.type !== type) {
			throw new Error(`Credential with ID "${details.id}" does not exist for type "${type}".`);
		}
		return credential;
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await (await this.getCredentials(details, type)).setData(data);
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		await (await this.getCredentials(details, type)).updateData({ oauthTokenData });
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveWith?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await (await this.getCredentials(details, type)).getData();
		if (raw) return data;
		return this.resolve(additionalData, data, type, mode, executeData, resolveWith);
	}

	/** Fills in defaults and resolves expressions; without an execution, `$json` and its like are empty. */
	resolve(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		within?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const filled = withDefaults(this.getCredentialsProperties(type), data);
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (!within) return resolveAlone(filled, mode, keys, this.nodeTypes);
		return resolveWithin(within, filled, mode, keys, executeData);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type(typeName);
		if (typeof authenticate !== 'function') {
			throw new UnexpectedError('The test engine knows only credentials that authenticate by code');
		}
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	/** No credential here has a token that is fetched. */
	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}
}
