/** Waits that all end at once when the service stops. */
export class Waits {
	private readonly pending = new Set<() => void>();

	async wait(ms: number): Promise<void> {
		let timer: NodeJS.Timeout | undefined;
		await this.waitFor(new Promise((resolve) => (timer = setTimeout(resolve, ms))));
		clearTimeout(timer);
	}

	/** Waits until something else is over. */
	waitFor(other: Promise<unknown>): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				this.pending.delete(done);
				resolve();
			};
			this.pending.add(done);
			void other.finally(done);
		});
	}

	end(): void {
		for (const done of [...this.pending]) done();
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
