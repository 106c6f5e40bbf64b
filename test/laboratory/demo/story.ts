import { isDeepStrictEqual } from 'node:util';

/** Tells a person who has never seen the project what happens, and keeps what went wrong. */
export class Story {
	private readonly start = performance.now();
	private readonly wrong: string[] = [];
	private step = '';

	constructor(private readonly write: (line: string) => void) {}

	title(text: string): void {
		this.write(`\n${text}\n${'═'.repeat(text.length)}`);
	}

	begin(place: string, title: string): void {
		this.step = `step ${place}`;
		this.write(`\n${place}  ${title}`);
	}

	/** A sentence for the reader. */
	say(text: string): void {
		this.write(`   ${text}`);
	}

	/** Something that happened just now, with the seconds since the start. */
	happened(text: string): void {
		const seconds = ((performance.now() - this.start) / 1000).toFixed(1);
		this.write(`   ${seconds.padStart(5)} s  ${text}`);
	}

	/** Holds what is so against what should be so, deeply; the demo fails if one of them differs. */
	expect(what: string, actual: unknown, wanted: unknown): void {
		if (isDeepStrictEqual(actual, wanted)) return this.write(`   ✓ ${what}`);
		this.fail(`${what}: expected ${inShort(wanted)}, but it is ${inShort(actual)}`);
	}

	fail(what: string): void {
		this.write(`   ✗ WRONG: ${what}`);
		this.wrong.push(`${this.step}: ${what}`);
	}

	/** The end of the story; whether all of it went right. */
	end(): boolean {
		const seconds = ((performance.now() - this.start) / 1000).toFixed(1);
		if (this.wrong.length === 0) {
			this.write(`\nEvery step had the right effect in the service. It took ${seconds} s.`);
			return true;
		}
		this.write(
			`\nWrong after ${seconds} s:\n${this.wrong.map((line) => `  ✗ ${line}`).join('\n')}`,
		);
		return false;
	}
}

function inShort(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
