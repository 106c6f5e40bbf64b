import type { IDataObject } from 'n8n-workflow';
import { createEngine, type Engine, type NodeSpec, type Run } from '../../harness/engine';
import { credentialsFor } from '../../harness/support/names';
import { startService, type Service } from '../../harness/service';
import { KEEP_NODE, keepNode } from './keepNode';
import { Story } from './story';
import { Wire } from './wire';

/** One step of the demo: what a person wants, done by a workflow, and held against the service. */
export interface Step {
	/** Who wants what, in plain words. */
	title: string;
	play(stage: Stage): Promise<void>;
}

/** What a step plays on. Its effects are judged by the service, not by what the nodes say. */
export interface Stage {
	service: Service;
	engine: Engine;
	story: Story;
	/** What the service saw and did before this step is not this step's doing. */
	begin(): void;
	/** Shows what the service sees while the work lasts. */
	watch<T>(work: Promise<T>): Promise<T>;
	/** Runs nodes in a chain after a source with these items, in n8n's engine, and shows the requests. */
	run(items: IDataObject[], ...nodes: NodeSpec[]): Promise<Run>;
	close(): Promise<void>;
}

/** A service with its seeded world, and n8n's engine with the built package and a credential for it. */
export async function setStage(write: (line: string) => void): Promise<Stage> {
	const service = await startService();
	const engine = await createEngine({
		credentials: credentialsFor(service),
		extraNodes: { [KEEP_NODE]: keepNode },
	});
	const story = new Story(write);
	const wire = new Wire(service, story);
	const watch: Stage['watch'] = async (work) => await wire.during(work);
	return {
		service,
		engine,
		story,
		begin: () => {
			service.faults.clear();
			service.clearLog();
			service.effects.clear();
		},
		watch,
		run: async (items, ...nodes) => {
			story.say(`Workflow: ${['Source', ...nodes.map(({ name }) => name)].join(' → ')}`);
			return await watch(engine.runWorkflow({ nodes }, { items }));
		},
		close: async () => {
			engine.close();
			await service.stop();
		},
	};
}
