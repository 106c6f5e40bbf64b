interface Group {
	id: string;
}

/** In the place of n8n-core's `ScheduledTaskManager`: keeps what it would call, and calls nothing. */
export class Schedule {
	private readonly ticks = new Map<string, Map<string, () => void>>();

	find(workflowId: string, nodeId: string): (() => void) | undefined {
		return this.ticks.get(workflowId)?.get(nodeId);
	}

	/** Several poll times of a node call the same function, so one entry is enough. */
	register({ group, targetId }: { group: Group; targetId: string }, onTick: () => void): boolean {
		const ofWorkflow = this.ticks.get(group.id) ?? new Map<string, () => void>();
		this.ticks.set(group.id, ofWorkflow.set(targetId, onTick));
		return true;
	}

	deregisterTarget({ id }: Group, nodeId: string): void {
		const ofWorkflow = this.ticks.get(id);
		ofWorkflow?.delete(nodeId);
		if (ofWorkflow?.size === 0) this.ticks.delete(id);
	}

	deregisterGroup({ id }: Group): boolean {
		return this.ticks.delete(id);
	}

	hasGroup({ id }: Group): boolean {
		return this.ticks.has(id);
	}

	hasTarget({ id }: Group, nodeId: string): boolean {
		return this.find(id, nodeId) !== undefined;
	}

	getTargetIds({ id }: Group): string[] {
		return [...(this.ticks.get(id)?.keys() ?? [])];
	}

	getGroupIds(): string[] {
		return [...this.ticks.keys()];
	}
}
