/** Which node leads to which, and from which of its outputs. */
import type { WorkflowFile } from '../../n8n/file';

type Ends = Array<Array<{ node: string }> | null>;

/** What is looked at of a workflow. */
export type Wired = Pick<WorkflowFile, 'nodes' | 'connections'>;

export interface Source {
	from: string;
	output: number;
}

/** The outputs that are connected to a node. */
export function sourcesOf({ connections = {} }: Wired, name: string): Source[] {
	return Object.entries(connections).flatMap(([from, outputs]) =>
		((outputs as { main?: Ends }).main ?? []).flatMap((to, output) =>
			(to ?? []).some(({ node }) => node === name) ? [{ from, output }] : [],
		),
	);
}

/** The output of a node whose items n8n gives to who asks for them by name: the one that leads there, or the first. */
export function outputTowards(workflow: Wired, from: string, asking: string): number {
	const queue = [asking];
	for (const name of queue) {
		const sources = sourcesOf(workflow, name);
		const found = sources.find((one) => one.from === from);
		if (found) return found.output;
		queue.push(...sources.map((one) => one.from).filter((one) => !queue.includes(one)));
	}
	return 0;
}

/** Of what is connected to a loop, what comes back from one of its rounds. */
export function isRound(workflow: Wired, loop: string, { from }: Source): boolean {
	const LOOP_OUTPUT = 1;
	const queue = [from];
	for (const name of queue) {
		for (const source of sourcesOf(workflow, name)) {
			if (source.from === loop) {
				if (source.output === LOOP_OUTPUT) return true;
			} else if (!queue.includes(source.from)) queue.push(source.from);
		}
	}
	return false;
}
