/** The habits of one imaginary service, chosen once for each answer. */
import { Random } from './random';
import { pickTimeStyle, sayTime, type TimeStyle } from './times';
import { fact, type Json, type Said } from './types';
import { pickCase, type Style } from './words';

const BOOLEANS: [Json, Json][] = [
	[true, false],
	[true, false],
	[1, 0],
	['true', 'false'],
	['yes', 'no'],
	['Y', 'N'],
	['TRUE', 'FALSE'],
	['1', '0'],
];

export class Dialect {
	readonly style: Style;
	readonly casing: string;
	readonly time: TimeStyle;
	readonly numbersAsText: boolean;
	readonly scoreForm: 'number' | 'ofTen' | 'record';
	readonly decimalComma: boolean;
	readonly booleans: [Json, Json];
	/** How a missing value is written: null, no key at all, or empty text. */
	readonly empty: 'null' | 'absent' | 'blank';
	readonly upperEnums: 'lower' | 'upper' | 'title';

	constructor(readonly random: Random) {
		this.style = random.chance(0.5)
			? 'plain'
			: random.pick(['foreign', 'coined', 'nonsense', 'mixed', 'mixed'] as Style[]);
		this.casing = pickCase(random);
		this.time = pickTimeStyle(random);
		this.numbersAsText = random.chance(0.15);
		this.scoreForm = random.chance(0.85) ? 'number' : random.pick(['ofTen', 'record'] as const);
		this.decimalComma = random.chance(0.2);
		this.booleans = random.pick(BOOLEANS);
		this.empty = random.pick(['null', 'null', 'absent', 'blank'] as const);
		this.upperEnums = random.pick(['lower', 'lower', 'upper', 'title'] as const);
	}

	text(value: Json, certain = true, also: Json[] = []): Said {
		return { json: value, ...fact(value, certain, also) };
	}

	number(value: number | null): Said {
		if (value === null || !this.numbersAsText) return { json: value, ...fact(value) };
		const dotted = String(value);
		if (!this.decimalComma || Number.isInteger(value)) return { json: dotted, ...fact(value) };
		return { json: dotted.replace('.', ','), ...fact(value, false) };
	}

	/** A score from 0 to 10, now and then together with its maximum. */
	score(value: number | null): Said {
		if (value === null || this.scoreForm === 'number') return this.number(value);
		if (this.scoreForm === 'ofTen') return { json: `${value}/10`, ...fact(value) };
		return { json: { value, max: 10 }, ...fact(value) };
	}

	boolean(value: boolean | null): Said {
		if (value === null) return { json: null, ...fact(null) };
		return { json: this.booleans[value ? 0 : 1], ...fact(value) };
	}

	moment(ms: number | null): Said {
		return sayTime(this.random, ms, this.time);
	}

	/** An enum word in the case this service writes such words in. */
	word(value: string): string {
		if (this.upperEnums === 'upper') return value.toUpperCase().replace(/ /g, '_');
		if (this.upperEnums === 'title') return value.charAt(0).toUpperCase() + value.slice(1);
		return value;
	}

	describe(): string {
		return `${this.style} ${this.casing} ${this.time} ${this.empty}`;
	}
}
