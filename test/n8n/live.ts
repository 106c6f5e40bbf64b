import { CREDENTIAL, NEW_TRIGGER, TRIGGER, TRIGGER_NAME } from '../harness/support/names';
import { CREDENTIAL_NAME } from './furnish';
import type { N8nRest } from './rest/n8nRest';

/** A published workflow in which each completed interview is an execution. */
export const LIVE_WORKFLOW = 'Completed interviews, live';

const NOTE = `## Completed interviews, live

Each interview that somebody completes arrives here within a minute: see **Executions**.

\`npm run n8n\` makes this workflow anew with each start. Duplicate it to keep what you change.`;

/**
 * Makes the workflow and publishes it. The one of an earlier start is replaced: the service's world is new,
 * and what the trigger remembers is of the old one.
 *
 * @returns the workflow's id
 */
export async function showCompletions(rest: N8nRest): Promise<string> {
	const all = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	for (const { id } of all.filter(({ name }) => name === LIVE_WORKFLOW)) {
		await rest.call('POST', `/rest/workflows/${id}/archive`, {});
		await rest.call('DELETE', `/rest/workflows/${id}`);
	}
	const credentials = await rest.call<Array<{ id: string; name: string }>>(
		'GET',
		'/rest/credentials',
	);
	const { id: credentialId } = credentials.find(({ name }) => name === CREDENTIAL_NAME) ?? {};
	const id = await rest.saveWorkflow({
		name: LIVE_WORKFLOW,
		nodes: [
			{
				name: TRIGGER_NAME,
				type: TRIGGER,
				parameters: NEW_TRIGGER,
				credentials: { [CREDENTIAL]: { id: credentialId, name: CREDENTIAL_NAME } },
			},
			{ name: 'Your next step', type: 'n8n-nodes-base.noOp' },
			{
				name: 'What this is',
				type: 'n8n-nodes-base.stickyNote',
				position: [-40, -240],
				parameters: { content: NOTE, width: 480, height: 200, color: 4 },
			},
		],
		connections: {
			[TRIGGER_NAME]: { main: [[{ node: 'Your next step', type: 'main', index: 0 }]] },
		},
	});
	const publication = await rest.publish(id);
	if (publication !== 'published') throw new Error(`"${LIVE_WORKFLOW}" could not be published.`);
	return id;
}
