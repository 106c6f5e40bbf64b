import '../instance';

import { PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import { Credentials } from '../credentials';
import type { NodeTypes } from '../package';
import { polls } from './poll-record';

/** What a dead process waits for. */
export const never = async (): Promise<never> => await new Promise<never>(() => {});

/** A dead process sends no more requests: they all need a credential first. */
export class MortalCredentials extends Credentials {
	constructor(
		types: ConstructorParameters<typeof Credentials>[0],
		nodeTypes: NodeTypes,
		private readonly isAlive: () => boolean,
	) {
		super(types, nodeTypes);
	}

	override async getCredentials(...args: Parameters<Credentials['getCredentials']>) {
		return this.isAlive() ? await super.getCredentials(...args) : await never();
	}

	override async authenticate(...args: Parameters<Credentials['authenticate']>) {
		return this.isAlive() ? await super.authenticate(...args) : await never();
	}
}

/** Notes what a poll gave, whatever becomes of it. */
export class Pollers extends TriggersAndPollers {
	override async runPollFunction(...args: Parameters<TriggersAndPollers['runPollFunction']>) {
		const outcome = polls.getStore()?.outcome;
		try {
			const items = await super.runPollFunction(...args);
			if (outcome && items) outcome.items = items;
			return items;
		} catch (error) {
			if (outcome) outcome.error = error as Error;
			throw error;
		}
	}
}

/** n8n starts a scheduled poll and forgets it; the tests wait for it. */
export class Executor extends PollTriggerExecutor {
	latest?: Promise<void>;

	override create(...args: Parameters<PollTriggerExecutor['create']>) {
		const execute = super.create(...args);
		return (testingTrigger?: boolean) => (this.latest = execute(testingTrigger));
	}
}
