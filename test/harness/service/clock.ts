/**
 * The service's own time. It runs with the real clock, moved by an offset, and can be frozen. Timestamps,
 * token and invitation expiry, schedules and the progress of mailings follow it.
 */
export class Clock {
	private offset = 0;
	private frozenAt: number | null;
	private readonly listeners: Array<() => void> = [];

	/** Stands still at its start until `run()`: a seeded world must not depend on how long seeding takes. */
	constructor(start: Date = new Date()) {
		this.frozenAt = start.getTime();
	}

	/** Milliseconds since 1970 on the service's clock. */
	now(): number {
		return this.frozenAt ?? Date.now() + this.offset;
	}

	advance(ms: number): void {
		this.set(new Date(this.now() + ms));
	}

	set(date: Date): void {
		if (this.frozenAt !== null) this.frozenAt = date.getTime();
		this.offset = date.getTime() - Date.now();
		for (const listener of this.listeners) listener();
	}

	/** Time stands still until `run()`; `advance` and `set` still move it. */
	freeze(): void {
		this.frozenAt = this.now();
	}

	run(): void {
		if (this.frozenAt === null) return;
		this.offset = this.frozenAt - Date.now();
		this.frozenAt = null;
	}

	/** Calls back after each move, so that what falls due is done at once. */
	onMove(listener: () => void): void {
		this.listeners.push(listener);
	}
}
