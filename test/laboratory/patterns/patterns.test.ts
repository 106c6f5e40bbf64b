/**
 * No regular expression of the package takes longer than its text is long: those in the sources, and those
 * that are made at run time. The lint checks the ones in the sources as well, faster and less thoroughly.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync, type VulnerableDiagnostics } from 'recheck';
// Before RegExp is observed: it looks for that very function.
import 'n8n-workflow';
import ts from 'typescript';
import { lintText } from '../../lint';
import { growthOf } from '../../unit/growth';

const PROJECT = join(__dirname, '../../..');

/** What is accepted although the checker says that it is not linear, by how it begins, and why. */
const ACCEPTED: Record<string, string> = {
	'(?:[a-z][a-z0-9+.-]{0,30}:\\/\\/|':
		'Without :// it reads 31 characters again from each letter, which is linear.',
};
const isAccepted = ({ source }: RegExp) =>
	Object.keys(ACCEPTED).some((beginning) => source.startsWith(beginning));

const SOURCES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

interface Written {
	literals: RegExp[];
	/** Lines with `new RegExp`, such as `nodes/a.ts:7`. */
	made: string[];
}

function writtenIn(file: string): Written {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(PROJECT, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const written: Written = { literals: [], made: [] };
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			written.literals.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
		}
		const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (isCall && node.expression.getText() === 'RegExp') {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			written.made.push(`${file}:${line + 1}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return written;
}

const WRITTEN = SOURCES.map(writtenIn);
/** The expressions that each line made, while the modules were loaded and their builders called. */
const made = new Map<string, RegExp[]>();

beforeAll(() => {
	const whole = globalThis.RegExp;
	globalThis.RegExp = new Proxy(whole, {
		construct(_, given: ConstructorParameters<typeof RegExp>, called) {
			const pattern = Reflect.construct(whole, given, called) as RegExp;
			const [, place = ''] = FRAME.exec(new Error().stack ?? '') ?? [];
			if (place !== '') made.set(place, [...(made.get(place) ?? []), pattern]);
			return pattern;
		},
	});
	try {
		for (const file of SOURCES) load(file);
		callBuilders();
	} finally {
		globalThis.RegExp = whole;
	}
});

/** The innermost line of the package in a stack. */
const FRAME = /\/((?:nodes|credentials)\/[^:\n]*\.ts:\d+)/;

const load = <T extends object>(file: string) => jest.requireActual<T>(join(PROJECT, file));

/** Those that are made of what a user or the service gives. */
function callBuilders(): void {
	const base = 'nodes/SurveyInterview';
	const { unusedColumns } = load<typeof import('../../../nodes/SurveyInterview/sync/columns')>(
		`${base}/sync/columns.ts`,
	);
	const json = { 'a.*(b+)+': 'x', '\\d+$ ': 'y', aaa: 'z' };
	const context = {
		getNode: () => ({ parameters: { properties: AUTOMATIC, a: '={{ $json.b }}' } }),
		getInputData: () => [{ json }],
	};
	unusedColumns(context as never, () => []);
}

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null };

/** Whether a quantifier has no end: without one, a text is read a fixed number of times. */
function hasNoEnd({ source }: RegExp): boolean {
	const withoutClasses = source.replace(/\\[^]/g, '').replace(/\[[^\]]*\]/g, '');
	return /[*+]|\{\d+,\}/.test(withoutClasses);
}

/**
 * @returns undefined where it is linear, or where that cannot be told in time: the growth is measured by
 * `linear.long.test.ts`, too
 */
function complaint(pattern: RegExp): string | undefined {
	if (isAccepted(pattern) || !hasNoEnd(pattern)) return undefined;
	const { source, flags } = pattern;
	const verdict = checkSync(source, flags, { timeout: 5_000, randomSeed: 1 });
	if (verdict.status !== 'vulnerable') return undefined;
	// On a busy machine its search takes a linear expression for another, now and then.
	if (growthOf((size) => attacked(pattern, verdict.attack, size), 200_000) === undefined)
		return undefined;
	return `${String(pattern)}: ${verdict.complexity.type}, ${verdict.attack.pattern}`;
}

/** The search of a text that the checker takes for a bad one, of about this length. */
function attacked(pattern: RegExp, { pumps, suffix }: Attack, size: number): () => unknown {
	const parts = pumps.map(
		({ prefix, pump }) => prefix + pump.repeat(Math.ceil(size / pumps.length / pump.length)),
	);
	const text = parts.join('') + suffix;
	return () => text.search(pattern);
}
type Attack = Pick<VulnerableDiagnostics['attack'], 'pumps' | 'suffix'>;

const complaints = (patterns: RegExp[]) => {
	const each = new Map(patterns.map((pattern) => [String(pattern), pattern]));
	return [...each.values()].flatMap((pattern) => complaint(pattern) ?? []);
};

it('each expression in the sources is linear', () => {
	const literals = WRITTEN.flatMap((one) => one.literals);
	expect(literals.length).toBeGreaterThan(100);
	expect(complaints(literals)).toEqual([]);
});

it('each place that makes one was seen making it', () => {
	expect(WRITTEN.flatMap((one) => one.made).filter((place) => !made.has(place))).toEqual([]);
});

it('each that is made at run time is linear', () => {
	const all = [...made.values()].flat();
	expect(all.length).toBeGreaterThan(5);
	expect(complaints(all)).toEqual([]);
});

it('what is accepted is still there', () => {
	const all = [...WRITTEN.flatMap((one) => one.literals), ...[...made.values()].flat()];
	expect(all.filter(isAccepted)).toHaveLength(Object.keys(ACCEPTED).length);
});

/** As they were in this package once. */
const ONCE = [
	/\s*[\n\r\u2028\u2029]\s*(?=(interviewer|participant|unknown)\s*:)/gi,
	/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
	/(^|[._])((\w+_)?counts?|totals?)($|\.)/i,
	/\/+$/,
	/\S*\d\S*/g,
];

it('both checkers find those that were not', () => {
	for (const pattern of ONCE)
		expect([pattern, complaint(pattern)]).not.toEqual([pattern, undefined]);
	const source = ONCE.map((pattern, place) => `export const p${place} = ${String(pattern)};`);
	const file = join('nodes/SurveyInterview/service/conversations.ts');
	const lines = lintText(`${source.join('\n')}\n`, file, ['linearPatterns']).map(
		({ line }) => line,
	);
	expect(new Set(lines)).toEqual(new Set(ONCE.map((_, place) => place + 1)));
});

it('only the checker of this test finds what is in the middle or in a lookbehind', () => {
	for (const pattern of [
		/survey.*(name|title)/,
		/^(.+) <[^>]*>$/,
		/(?<=[a-z][a-z0-9+.-]*):(?=\S)/g,
	]) {
		expect([pattern, complaint(pattern)]).not.toEqual([pattern, undefined]);
	}
});
