/**
 * Checks the generator and its judge against each other: `npx tsx check.ts [answers] [kind to show, or -] [seed]`.
 * It prints how much is certain, and with a kind every answer of that kind.
 */
import { compare, generate, judge, KINDS, type Facts, type Json } from './index';
import { ideal } from './judge';
import { entry, nth } from './lookup';

const size = Number(process.argv[2] ?? 3000);
const shown = process.argv[3];
const seed = Number(process.argv[4] ?? 7);
const problems: string[] = [];
const tally: Record<string, { said: number; certain: number; silent: number }> = {};
const styles: Record<string, [number, number]> = {};

/** A value that nobody could mean by the fact: the judge must notice it. */
function spoil(value: Json): Json {
	if (typeof value === 'number') return value + 1234.5;
	if (typeof value === 'boolean') return !value;
	if (Array.isArray(value)) return ['spoiled'];
	if (value && typeof value === 'object') return { spoiled: 'x' };
	return '1999-01-01T00:00:00.000Z';
}

function spoilOne(
	facts: Facts,
	given: Record<string, Json>,
	report: () => string[],
	note: string,
): void {
	for (const [name, fact] of Object.entries(facts)) {
		const before = entry(given, name);
		const bad = spoil(fact.value ?? (name === 'completed' ? 'x' : fact.value));
		if (fact.also.includes(bad)) continue;
		given[name] = bad;
		if (!report().length) problems.push(`spoiled ${name} passes: ${note}`);
		given[name] = before;
	}
}

for (let index = 0; index < size; index++) {
	const one = generate(seed, index);
	if (JSON.stringify(one) !== JSON.stringify(generate(seed, index)))
		problems.push(`unstable ${index}`);
	if (shown === one.kind) {
		console.log(one.note, '\n', JSON.stringify(one.answer), '\n', JSON.stringify(one.truth));
	}
	const full = ideal(one.truth) as Record<string, Json>;
	for (const output of [full, [full], ideal(one.truth, true), null, [], {}]) {
		const faults = judge(one.kind, one.truth, output);
		if (faults.length) problems.push(`${one.note} (${index}): ${faults.join('; ')}`);
	}
	if (compare(one.kind, one.truth, full).missed.length) problems.push(`ideal misses: ${one.note}`);
	const report = () => judge(one.kind, one.truth, full);
	spoilOne(one.truth.facts, full, report, one.note);
	for (const [name, rows] of Object.entries(one.truth.lists)) {
		if (name === 'distribution') continue;
		rows.forEach((facts, at) =>
			spoilOne(facts, nth(full[name] as Record<string, Json>[], at), report, one.note),
		);
	}
	const count = (tally[one.kind] ??= { said: 0, certain: 0, silent: 0 });
	const style = (styles[nth(one.note.split(' '), 1)] ??= [0, 0]);
	for (const facts of [one.truth.facts, ...Object.values(one.truth.lists).flat()]) {
		for (const held of Object.values(facts)) {
			if (held.value === null) count.silent++;
			else count.said++;
			if (held.value !== null) style[1]++;
			if (held.certain) count.certain++;
			if (held.certain) style[0]++;
		}
	}
}
console.table(tally);
console.log('certain of said by style', styles, KINDS.length, 'kinds');
console.log(problems.length, 'problems', problems.slice(0, 12));
process.exitCode = problems.length ? 1 : 0;
