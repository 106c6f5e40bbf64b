import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CREDENTIAL } from '../../harness/support/names';

/** How bare the bare node is. */
export interface Bareness {
	/** Items at once. */
	concurrency: number;
	/**
	 * Whether the credential is read once for the run and handed to the helper, which saves the helper
	 * reading it for each request.
	 */
	credentialOnce: boolean;
	/** Whether the URL is the node's parameter, as in every real node, or taken from the item as it is. */
	urlByParameter: boolean;
	/** Whether redirects are followed, which goes through one more layer for each request. */
	followRedirects: boolean;
}

/**
 * The least that a node can do: n8n's own helper for each item, so many at once, JSON parsed. No
 * checks, no retry, no rate limiter. Each item brings the `url` to read.
 */
export function bareNode(bareness: Bareness): INodeType {
	return {
		description: {
			displayName: 'Bare',
			name: 'bare',
			group: ['transform'],
			version: 1,
			description: 'Calls the helper and nothing else',
			defaults: { name: 'Bare' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: CREDENTIAL, required: true }],
			properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const { concurrency, credentialOnce, urlByParameter, followRedirects } = bareness;
			const disableFollowRedirect = !followRedirects;
			const items = this.getInputData();
			const results: INodeExecutionData[] = [];
			const further = credentialOnce ? await credentialOf(this) : undefined;
			const urls = items.map(({ json }, item) =>
				String(urlByParameter ? this.getNodeParameter('url', item) : json.url),
			);
			let next = 0;
			const worker = async () => {
				for (let item = next++; item < items.length; item = next++) {
					const json = (await this.helpers.httpRequestWithAuthentication.call(
						this,
						CREDENTIAL,
						{ url: urls[item] ?? '', json: true, disableFollowRedirect },
						further,
					)) as INodeExecutionData['json'];
					results[item] = { json, pairedItem: { item } };
				}
			};
			await Promise.all(Array.from({ length: concurrency }, worker));
			return [results];
		},
	};
}

async function credentialOf(context: IExecuteFunctions) {
	const data = await context.getCredentials(CREDENTIAL);
	return {
		credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data: data as never },
	};
}
