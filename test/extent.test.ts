import { seededSample } from './extent';

const rows = ['a', 'b', 'c'].flatMap((letter) =>
	[1, 2, 3, 4].map((number) => ({ letter, number })),
);
const letter = (row: (typeof rows)[number]) => row.letter;
const number = (row: (typeof rows)[number]) => row.number;

it('a sample is as large as asked for, in order, and the same each time', () => {
	const taken = seededSample(rows, 6, [], 1);
	expect(taken).toHaveLength(6);
	expect(taken).toEqual(rows.filter((row) => taken.includes(row)));
	expect(seededSample(rows, 6, [], 1)).toEqual(taken);
	expect(seededSample(rows, 6, [], 2)).not.toEqual(taken);
});

it('each value of each column is in it, also where that takes more rows', () => {
	for (let seed = 0; seed < 20; seed++) {
		const taken = seededSample(rows, 1, [letter, number], seed);
		expect(new Set(taken.map(letter)).size).toBe(3);
		expect(new Set(taken.map(number)).size).toBe(4);
		expect(taken.length).toBeLessThan(rows.length);
	}
});

it('a small table is taken whole', () => {
	expect(seededSample(rows, 100, [letter], 1)).toEqual(rows);
});
