/** Waits that all end at once when the service stops. */
export class Waits {
	private readonly pending = new Map<() => void, NodeJS.Timeout>();

	wait(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				clearTimeout(this.pending.get(done));
				this.pending.delete(done);
				resolve();
			};
			this.pending.set(done, setTimeout(done, ms));
		});
	}

	end(): void {
		for (const done of [...this.pending.keys()]) done();
	}
}

/** Counts what is being worked on, to wait until nothing is. */
export class InFlight {
	private count = 0;
	private waiting: Array<() => void> = [];

	async during<T>(work: Promise<T>): Promise<T> {
		this.count++;
		try {
			return await work;
		} finally {
			if (--this.count === 0) for (const resume of this.waiting.splice(0)) resume();
		}
	}

	async none(): Promise<void> {
		while (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}
