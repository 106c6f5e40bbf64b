import { either, type Shape } from './shape';

/** The names that are known in a place. */
export class Scope {
	private readonly names = new Map<string, Shape>();

	constructor(
		private readonly around?: Scope,
		names: Iterable<readonly [string, Shape]> = [],
	) {
		for (const [name, shape] of names) this.names.set(name, shape);
	}

	find(name: string): Shape | undefined {
		return this.names.get(name) ?? this.around?.find(name);
	}

	declare(name: string, shape: Shape): void {
		this.names.set(name, shape);
	}

	/** From now on it may be that as well: which branch was taken is not known. */
	assign(name: string, shape: Shape): void {
		const known = this.names.get(name);
		if (known) this.names.set(name, either([known, shape]));
		else this.around?.assign(name, shape);
	}
}
