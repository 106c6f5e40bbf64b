import { CREDENTIAL } from '../../harness/support/names';
import type { Service } from '../../harness/service';
import type { Accounts } from '../destinations/accounts';
import { credentialFor } from '../../n8n/furnish';
import type { Execution, N8nRest } from '../../n8n/rest/n8nRest';
import { importWorkflow, type Settings, type WorkflowFile } from './file';
import { NodeTypes } from './nodeTypes';

/** An n8n, and a workflow for it: a `WorkflowStage` is one. */
export interface Place {
	rest: N8nRest;
	workflow: WorkflowFile;
	accounts: Accounts;
}

/** A workflow, imported once more and set up for a service of the test's choice. */
export class Imported {
	private constructor(
		private readonly place: Place,
		readonly id: string,
	) {}

	static async for(place: Place, service: Service, settings: Settings = {}): Promise<Imported> {
		const { rest, workflow } = place;
		const name = 'Another service';
		const credential = await rest.saveCredential(CREDENTIAL, name, credentialFor(service));
		const accounts = { ...place.accounts, [CREDENTIAL]: { id: credential, name } };
		const types = await NodeTypes.of(rest);
		return new Imported(place, await importWorkflow(rest, types, workflow, accounts, settings));
	}

	/** Presses "Execute workflow". @param start at this node @returns the execution, when it is over */
	async run(start = startOf(this.place.workflow)): Promise<Execution> {
		return await this.place.rest.run(this.id, start);
	}

	/** The same. @returns the id of the execution, which goes on */
	async start(start = startOf(this.place.workflow)): Promise<string> {
		return await this.place.rest.begin(this.id, start);
	}

	/** What the button "Retry" does with a failed execution. @returns the new one, when it is over */
	async retry({ id }: Execution): Promise<Execution> {
		return await this.place.rest.retry(id);
	}
}

/** The node that starts the workflow, where there is one only. */
function startOf({ nodes }: WorkflowFile): string {
	const [start, ...more] = nodes.filter(({ type }) => /trigger$/i.test(type));
	if (!start || more.length > 0) throw new Error('No node, or more than one, starts this workflow');
	return start.name;
}
