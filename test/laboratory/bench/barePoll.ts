import { NodeConnectionTypes } from 'n8n-workflow';
import type { IDataObject, INodeType, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../../harness/support/names';

/**
 * The least that a poll can do: n8n's own helper for each URL, JSON parsed, and nothing found. No
 * checks, no state.
 */
export function barePoll(urls: readonly string[], onRead: (answers: unknown[]) => void): INodeType {
	return {
		description: {
			displayName: 'Bare',
			name: 'barePoll',
			group: ['trigger'],
			version: 1,
			description: 'Calls the helper and nothing else',
			defaults: { name: 'Bare' },
			polling: true,
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: CREDENTIAL, required: true }],
			properties: [],
		},
		async poll(this: IPollFunctions) {
			const answers: unknown[] = [];
			for (const url of urls) {
				const options = { url, json: true };
				const request = this.helpers.httpRequestWithAuthentication;
				answers.push((await request.call(this, CREDENTIAL, options)) as IDataObject);
			}
			onRead(answers);
			return null;
		},
	};
}
