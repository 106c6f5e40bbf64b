/** The layout of one record type: which key carries which fact, and what stands beside it. */
import type { Dialect } from './dialect';
import { entry, nth } from './lookup';
import { unsaid, type Facts, type Json, type JsonObject, type Said } from './types';
import { nonsense, spell, type Names } from './words';

interface Column {
	fact: string;
	path: string[];
	/** Whether the name tells a reader what it holds. */
	clear: boolean;
	/** Set for a neighbour: a key beside the facts, that must not be taken for one of them. */
	make?: () => Json;
}

export interface Row {
	json: JsonObject;
	facts: Facts;
	/** Neighbours that stand in this row, by tag. */
	beside: Record<string, Json>;
}

const GROUPS = ['details', 'info', 'attributes', 'values', 'fields', 'body', 'core'];

export function put(target: JsonObject, path: string[], value: Json): void {
	let place = target;
	for (const key of path.slice(0, -1)) place = (place[key] ??= {}) as JsonObject;
	place[nth(path, path.length - 1)] = value;
}

export class Table {
	private columns: Column[] = [];
	private readonly facts: string[] = [];
	private readonly group: string | null;

	constructor(private readonly dialect: Dialect) {
		const { random } = dialect;
		this.group = random.chance(0.15) ? random.pick([...GROUPS, nonsense(random)]) : null;
	}

	/** Adds a fact; with the chance `drop` the service does not have it at all. */
	fact(fact: string, names: Names, drop = 0.12): this {
		this.facts.push(fact);
		if (!this.dialect.random.chance(drop)) this.columns.push({ fact, ...this.name(names) });
		return this;
	}

	/** Adds neighbours, each with the given chance. Their names are plain: that is the lure. */
	beside(neighbours: Record<string, () => Json>, share = 0.3): this {
		for (const [tag, make] of Object.entries(neighbours)) {
			if (!this.dialect.random.chance(share)) continue;
			const path = this.free(spell(tag, this.dialect.casing));
			if (path) this.columns.push({ fact: tag, path, clear: true, make });
		}
		return this;
	}

	/** Adds keys without meaning whose values look like facts (an address, a moment, a number). */
	noise(): this {
		const { random } = this.dialect;
		if (this.dialect.style === 'plain' && random.chance(0.7)) return this;
		const makers: (() => Json)[] = [
			() => random.email(),
			() => random.uuid(),
			() => random.int(0, 100),
			() => this.dialect.moment(random.moment()).json,
			() => random.sentence(),
			() => random.person().name,
			() => null,
		];
		for (const make of random.many(0, 2, () => random.pick(makers))) {
			const path = this.free([nonsense(random)]);
			if (path) this.columns.push({ fact: '~noise', path, clear: false, make });
		}
		return this;
	}

	has(fact: string): boolean {
		return this.columns.some((column) => column.fact === fact);
	}

	/** Whether a fact stands in the record under a name that tells what it holds. */
	clear(fact: string): boolean {
		return this.columns.some((column) => column.fact === fact && column.clear);
	}

	/** Settles the order of the keys, so that a neighbour may come before the fact. */
	done(): this {
		this.columns = this.dialect.random.shuffle(this.columns);
		return this;
	}

	row(says: Record<string, Said>): Row {
		const json: JsonObject = {};
		const facts: Facts = {};
		const beside: Record<string, Json> = {};
		for (const name of this.facts) facts[name] = unsaid();
		for (const column of this.columns) {
			if (column.make) {
				const value = column.make();
				put(json, column.path, value);
				beside[column.fact] = value;
				continue;
			}
			const said = entry(says, column.fact);
			if (said.json === null) {
				if (this.dialect.empty !== 'absent') {
					put(json, column.path, this.dialect.empty === 'blank' ? '' : null);
				}
			} else put(json, column.path, said.json);
			facts[column.fact] = {
				value: said.value,
				certain: said.certain && column.clear,
				also: said.also,
			};
		}
		return { json, facts, beside };
	}

	private name(names: Names): { path: string[]; clear: boolean } {
		const { random, casing } = this.dialect;
		for (let attempt = 0; attempt < 6; attempt++) {
			const style =
				this.dialect.style === 'mixed'
					? random.pick(['plain', 'foreign', 'coined', 'nonsense'] as const)
					: this.dialect.style;
			if (style === 'nonsense' || !names[style].length) break;
			let path = spell(random.pick(names[style]), casing);
			if (this.group && random.chance(0.5)) path = [...spell(this.group, casing), ...path];
			const free = this.free(path);
			if (free) return { path: free, clear: style === 'plain' || style === 'foreign' };
		}
		for (;;) {
			const free = this.free([nonsense(random)]);
			if (free) return { path: free, clear: false };
		}
	}

	/** Two keys must not overwrite each other, nor may one be a parent of the other. */
	private free(path: string[]): string[] | null {
		const flat = (parts: string[]) => parts.join('/').toLowerCase() + '/';
		const wanted = flat(path);
		const clash = this.columns.some((column) => {
			const other = flat(column.path);
			return other.startsWith(wanted) || wanted.startsWith(other);
		});
		return clash ? null : path;
	}
}
