import { getAdditionalKeys } from 'n8n-core';
import {
	getCredentialOwnRequestAllowedDomains,
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { addGeneric, resolveAlone, resolveWithin, withDefaults } from './credential-values';
import type { NodeTypes } from './package';
import { StoredCredential } from './stored-credential';

/**
 * What n8n's command line hands to the engine as credentials helper: defaults filled in, expressions
 * resolved, both kinds of `authenticate`, a token that expires fetched again.
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

	getParentTypes(name: string): string[] {
		const parents = this.type(name).extends ?? [];
		return [...parents, ...parents.flatMap((parent) => this.getParentTypes(parent))];
	}

	isCredentialUsableByNode(type: string, nodeType: string): boolean {
		const known = this.types[type];
		if (!known?.restrictToSupportedNodes) return true;
		return known.supportedNodes?.includes(nodeType) ?? false;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		const { extends: parents, properties } = this.type(name);
		if (!parents) return properties;
		const merged: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(merged, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(merged, properties);
		return merged;
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
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const type = this.type(typeName);
		if (typeof type.authenticate === 'function') {
			return await type.authenticate(credentials, options);
		}
		if (type.authenticate?.type !== 'generic') return options;
		if (!workflow || !node) throw new UnexpectedError('Generic authentication needs a workflow');
		return addGeneric(type.authenticate, options, credentials, { workflow, node });
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const expirable = this.type(typeName).properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		)?.name;
		if (!expirable || (credentials[expirable] !== '' && !credentialsExpired)) return undefined;

		const fresh = await this.runPreAuthentication(helpers, credentials, typeName);
		const details = node.credentials?.[typeName];
		if (fresh?.[expirable] === undefined || !details) return undefined;
		const saved = await this.getCredentials(details, typeName);
		await saved.updateData({ [expirable]: fresh[expirable] });
		return Object.assign(credentials, fresh);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.type(typeName);
		if (!preAuthentication) return undefined;
		const allowedDomains = getCredentialOwnRequestAllowedDomains(credentials);
		const restricted: IHttpRequestHelper = {
			helpers: {
				httpRequest: async (options) =>
					(await helpers.helpers.httpRequest({ ...options, allowedDomains })) as unknown,
			},
		};
		return (await preAuthentication.call(
			restricted,
			credentials,
		)) as ICredentialDataDecryptedObject;
	}
}
