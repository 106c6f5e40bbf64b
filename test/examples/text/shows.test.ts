import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { get } from 'lodash';
import { extent } from '../../extent';
import { WORKFLOWS } from '../../n8n/furnish';
import { workflowIn } from '../n8n/file';
import { play } from './player';
import { showsOf } from './shows';
import { HARMFUL, markup } from './strangers';

/** Nodes that show people what they are given. A node that is not known here fails the test. */
const SHOWING = new Set(
	'emailSend slack microsoftTeams zendesk chatTrigger formTrigger hubspot pipedrive'.split(' '),
);
const NOT_SHOWING = new Set(
	(
		'set if switch filter merge wait splitOut splitInBatches removeDuplicates ' +
		'manualTrigger errorTrigger scheduleTrigger mcpTrigger stickyNote dataTable googleSheets agent ' +
		'lmChatOpenAi memoryBufferWindow surveyInterview surveyInterviewTool surveyInterviewTrigger'
	).split(' '),
);
/** Texts that have nothing in them but numbers, dates and the workflow's own words. */
const OWN_WORDS: Record<string, string[]> = {
	'detractor-alert.json': ['Send the alert: subject'],
	// What failed, in n8n's words.
	'error-workflow.json': ['Tell a person: subject', 'Tell a person: text'],
	// What an operator entered.
	'privacy-request-with-approval.json': ['Answer: subject'],
	'reminder-mailing-with-approval.json': ['Tell a person: text'],
	// The blocks of a report: test/unit/report/forms.test.ts.
	'weekly-report.json': ['Post it: blocksUi'],
};
/** Where something goes to and how long it waits. The owner of the workflow sets it. */
const NOT_SEEN = /^(from|to)Email$|resumeAmount$/;

/** Of a node that does more than show something, what it shows: a task has a text. */
const SHOWN_PART: Record<string, RegExp> = {
	hubspot: /^(metadata\.|ticketName|additionalFields\.description)/,
	zendesk: /^(description|additionalFields\.subject)$/,
	pipedrive: /^(subject|additionalFields\.note)$/,
};

const kindOf = (type: string) => type.split('.').at(-1) ?? '';

const PLACES = showsOf('').flatMap(({ file, played, seen }, show) =>
	Object.keys(seen).map((path) => ({ file, node: played.at(-1) ?? '', path, show })),
);

/** What every place shows when others wrote that. */
async function harmOf(words: string): Promise<string[]> {
	const harm: string[] = [];
	for (const scene of showsOf(words)) {
		const [shown] = await play(scene);
		for (const [path, harmIn] of Object.entries(scene.seen)) {
			const text = textAt(shown, path);
			harm.push(
				...harmIn(text).map((one) => `${scene.file}, ${scene.played.at(-1)}, ${path}: ${one}`),
			);
		}
	}
	return harm;
}

function textAt(shown: unknown, path: string): string {
	const text: unknown = get(shown, path);
	if (typeof text !== 'string') throw new Error(`There is no text at ${path}`);
	return text;
}

describe('what others wrote, where a workflow shows it', () => {
	it.each(HARMFUL)('leads nowhere and fetches nothing: %j', async (words) => {
		expect(await harmOf(words)).toEqual([]);
	});

	it.each(PLACES)('is there to be read: $file, $node, $path', async ({ path, show }) => {
		const scene = showsOf('Zoë’s team')[show];
		const [shown] = scene ? await play(scene) : [];
		expect(textAt(shown, path)).toContain('Zoë’s team');
	});

	it.each(['می\u200cخواهم نمی\u200cدانم', 'Zoë 👩\u200d👩\u200d👧 🏳️\u200d🌈'])(
		'keeps names and emoji whole: %s',
		async (name) => {
			for (const scene of showsOf(name)) {
				const [shown] = await play(scene);
				for (const path of Object.keys(scene.seen)) expect(textAt(shown, path)).toContain(name);
			}
		},
	);

	it('is harmless whatever it is made of', async () => {
		await fc.assert(
			fc.asyncProperty(markup, async (words) => expect(await harmOf(words)).toEqual([])),
			{ numRuns: extent({ quick: 20, all: 100 }) },
		);
	});

	it('keeps the address of a contact as it is, so that the right one is approved', async () => {
		const shows = showsOf('ada.b+c@mail.example.com').filter(({ played }) =>
			played.includes('Ask a person'),
		);
		expect(shows).toHaveLength(3);
		for (const scene of shows) {
			const [shown] = await play(scene);
			expect(get(shown, 'message')).toContain('ada.b+c@mail.example.com');
		}
	});

	it.each(readdirSync(WORKFLOWS))('%s cleans no text: the node does that', (file) => {
		expect(JSON.stringify(workflowIn(file))).not.toMatch(/\.replace\(|\\p\{|\\u20/);
	});

	it.each(readdirSync(WORKFLOWS))('%s shows nothing else', (file) => {
		const expressions = workflowIn(file).nodes.flatMap(({ name, type, parameters }) => {
			const kind = kindOf(type);
			expect([kind, SHOWING.has(kind) || NOT_SHOWING.has(kind)]).toEqual([kind, true]);
			if (!SHOWING.has(kind)) return [];
			return expressionsIn(parameters)
				.filter((path) => SHOWN_PART[kind]?.test(path) ?? true)
				.map((path) => `${name}: ${path}`);
		});
		const known = PLACES.filter((one) => one.file === file).map(
			({ node, path }) => `${node}: ${path.replace(/\[.*/, '')}`,
		);
		const alwaysTheSame = expressions.filter((one) => !NOT_SEEN.test(one.split(': ')[1] ?? ''));
		const missing = alwaysTheSame.filter((one) => !known.includes(one));
		expect(missing).toEqual(OWN_WORDS[file] ?? []);
	});
});

/** The paths of all expressions in a node's parameters. */
function expressionsIn(value: unknown, path = ''): string[] {
	if (typeof value === 'string') return value.includes('{{') ? [path] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		expressionsIn(inner, path ? `${path}.${key}` : key),
	);
}
