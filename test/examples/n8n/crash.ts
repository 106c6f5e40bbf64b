import type { Execution } from '../../n8n/rest/n8nRest';
import type { WorkflowStage } from './workflowStage';

/** A destination that may be told to refuse what it gets, or to have whoever sends it wait. */
interface Refusing<T> {
	refuses: (one: T) => boolean | 503 | Promise<boolean | 503>;
}

/**
 * Ends n8n as a power cut does, in the moment in which it sends a certain message, and starts it again.
 *
 * @param begin makes the events for which messages are sent
 * @returns the execution that was under way
 */
export async function crashAt<T>(
	on: WorkflowStage,
	destination: Refusing<T>,
	isIt: (one: T) => boolean,
	begin: () => void,
): Promise<Execution> {
	const before = await on.executions();
	const isReached = new Promise<void>((resolve) => {
		destination.refuses = (one) => {
			if (!isIt(one)) return false;
			resolve();
			return new Promise(() => {});
		};
	});
	begin();
	await isReached;
	const { n8n } = on.stand;
	await n8n.stop('SIGKILL');
	destination.refuses = () => false;
	await n8n.start();
	return await on.executionAfter(before);
}
