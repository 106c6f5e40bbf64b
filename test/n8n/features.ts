import { LINES, VERSIONS, type Line } from './install/versions';

/** What not every n8n has: the suite of versions looks for each where it is said to be, and nowhere else. */
const FEATURES = {
	durable: { name: 'Durable poll engine', lines: ['2.x'] },
	humanReview: { name: 'Human review of tools', lines: ['2.x'] },
} satisfies Record<string, { name: string; lines: Line[] }>;

/** Whether a line of n8n has it. */
export function has(line: Line, feature: keyof typeof FEATURES): boolean {
	return FEATURES[feature].lines.some((one) => one === line);
}

/** The README's table: each version that is tested, and what it has. */
export function versionsTable(): string {
	const features = Object.values(FEATURES);
	const rows = LINES.map((line) => {
		const { n8n, node } = VERSIONS[line];
		const marks = features.map(({ lines }) => (lines.some((one) => one === line) ? 'yes' : 'no'));
		return [n8n, String(parseInt(node)), ...marks];
	});
	const head = ['n8n', 'Node.js', ...features.map(({ name }) => name)];
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
