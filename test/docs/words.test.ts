/** Texts that people read say things in standard English, and not in words of the package's own. */
import ts from 'typescript';
import { SurveyInterviewApi } from '../../credentials/SurveyInterviewApi.credentials';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { SurveyInterviewTrigger } from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node';
import { sourceFiles } from './layers';
import { textOf } from './pages';

/** Each with a text that had it once. */
const BANNED: Array<[pattern: RegExp, example: string]> = [
	[/\b(some|no|any)body’s\b/i, 'The limit counts somebody’s requests.'],
	[/\b(is|are) nobody\b/i, 'Such invitations are nobody’s, or are nobody in the list.'],
	[/\bwhat is left\b/i, 'Limit counts what is left.'],
	[/\bhand(s|ed)? (it |them )?(out|over|on)\b/i, 'It hands them out with a warning.'],
	[/\b(is|are|was|were|be|been) told\b/i, 'An outage is told once.'],
	[/\bcan(not)? be told\b/i, 'It cannot be told whether this person is in the list.'],
	[
		/\bfor (completed|somebody|done)\b/i,
		'The trigger does not take 3 of the completed for completed.',
	],
	[/\btaken for\b/i, 'It is taken for the same person.'],
	[/\bat once\b/i, 'The old link stops working at once.'],
	[/\bfor good\b/i, 'Whether answers are anonymous, for good.'],
	[/\b(anew|afresh)\b/i, 'It begins anew: copy the node to start afresh.'],
	[/\bgo(es)? on\b/i, 'If it goes on, tell the support.'],
	[/\bwhoever\b/i, 'Whoever runs n8n must allow it.'],
	[/\b(breaks?|broke) off\b/i, 'The sync broke off.'],
	[/\b(gave|gives?|giving) nothing\b/i, 'The expression gave nothing.'],
	[/\bstays? as (it|they)\b/i, 'The answers stay as they are.'],
	[/\bas (it|they) stands?\b/i, 'Compare them with the record as it stands.'],
	[/\b(is|are|was) known of\b/i, 'Nothing is known of it.'],
	[/(?<!there )\b(is|are|was|were) no (record|event|number|name|list|time)\b/i, 'It is no record.'],
	[/\blook(ed)? (at|with|there|whose)\b/i, 'Look with Invitation > Get Many for the recipient.'],
	[/\b(settle|mend) (it|its|this)\b/i, 'An administrator can settle it.'],
	[/\bcould pass\b/i, 'So no respondent could pass: exchange them.'],
	[/\blets? (everything|nobody|everybody)\b/i, 'A filter by score lets nobody pass.'],
	[/\bcarr(y|ies)\b/i, 'Respondents who carry this value.'],
	[/\bholds\b/i, 'The list holds something that is not a record.'],
	[/\bfield’s name is an assumption\b/i, 'Label. The field’s name is an assumption.'],
	[/\bthe word (for|of)\b/i, 'Add the word of their status.'],
	[/\bby (its|the) description\b/i, 'By the description it takes an address.'],
	[/\bone item a\b/i, 'Gives one item a record.'],
	[/\b(has|have) them too\b/i, 'Survey > Get has them too.'],
	[/\btoken (sees|may see)\b/i, 'The token sees no survey yet.'],
	[/\bnothing of it\b/i, 'Nothing of it comes.'],
	[/(^|[.:;] )Who (has|is|comes|was)\b/, 'Who has a status already counts as old.'],
	[/(^|[.:;] )What (exists|is|was|others|comes)\b/, 'What exists at the start is no event.'],
];

const bannedIn = (text: string) =>
	BANNED.filter(([pattern]) => pattern.test(text)).map(([pattern]) => `${pattern.source}: ${text}`);

/** The texts in the code that have at least two words, without what is computed in them. */
function textsIn(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		if (ts.isTemplateExpression(node)) {
			texts.push(
				[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
			);
		} else if (ts.isStringLiteralLike(node)) {
			texts.push(node.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true));
	return texts.filter((text) => /[a-z] [a-z]/i.test(text));
}

const SHOWN = ['displayName', 'description', 'hint', 'placeholder', 'action', 'name'];

/** Every text of a form. */
function formTexts(value: unknown): Array<[key: string, text: string]> {
	if (Array.isArray(value)) return value.flatMap(formTexts);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) =>
		typeof one === 'string' && SHOWN.includes(key)
			? [[key, one] as [string, string]]
			: formTexts(one),
	);
}

const FORMS = [
	new SurveyInterview().description,
	new SurveyInterviewTrigger().description,
	new SurveyInterviewApi(),
];

it.each(BANNED)('%s finds what it is for', (_pattern, example) => {
	expect(bannedIn(example)).not.toEqual([]);
});

it('no sentence, error or line of the log uses a banned phrase', () => {
	const texts = sourceFiles().flatMap(textsIn);
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.flatMap(bannedIn)).toEqual([]);
});

it('no text of a form uses a banned phrase', () => {
	const texts = FORMS.flatMap(formTexts).map(([, text]) => text);
	expect(texts.length).toBeGreaterThan(300);
	expect([...new Set(texts.flatMap(bannedIn))]).toEqual([]);
});

it('examples begin with e.g., and help with a capital letter', () => {
	const texts = FORMS.flatMap(formTexts);
	const placeholders = texts.filter(([key]) => key === 'placeholder').map(([, text]) => text);
	const helps = texts.filter(([key]) => key === 'description').map(([, text]) => text);
	expect(helps.length).toBeGreaterThan(200);
	expect(placeholders.length).toBeGreaterThan(5);
	expect(helps.filter((text) => !/^[A-Z\d]/.test(text))).toEqual([]);
	expect(
		placeholders.filter((text) => !/^(e\.g\. |name@email\.com$|https:|Choose |Add )/.test(text)),
	).toEqual([]);
});
