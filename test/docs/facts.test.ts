/** docs/facts.md has a row for each fact, in the order of the output. */
import { CONCLUSION } from '../../nodes/SurveyInterview/facts/conclusion';
import { CONVERSATION } from '../../nodes/SurveyInterview/facts/conversation';
import { INVITATION } from '../../nodes/SurveyInterview/facts/invitation';
import {
	MAILING,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../nodes/SurveyInterview/facts/mailing';
import { OVER_TIME, SUGGESTED_RANGE } from '../../nodes/SurveyInterview/facts/overTime';
import { OVERVIEW } from '../../nodes/SurveyInterview/facts/overview';
import { RESPONDENT } from '../../nodes/SurveyInterview/facts/respondent';
import { SCORE } from '../../nodes/SurveyInterview/facts/scored';
import { SENT_EMAIL } from '../../nodes/SurveyInterview/facts/sentEmail';
import { SURVEY } from '../../nodes/SurveyInterview/facts/survey';
import { PROPERTY, SURVEY_DETAIL, THEME } from '../../nodes/SurveyInterview/facts/surveyDetail';
import { TOKEN } from '../../nodes/SurveyInterview/facts/token';
import { QUOTE, TOPIC } from '../../nodes/SurveyInterview/facts/topics';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { simplifiedOf } from '../../nodes/SurveyInterview/operations/outputShape';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events';
import { textOf } from './pages';

const page = textOf('docs/facts.md');

/** Heading, what it is about, and what its table takes over from another. */
const KINDS: Array<[string, { fields: object }, { fields: object }?]> = [
	['Respondent', RESPONDENT],
	['Score', SCORE],
	['Conversation', CONVERSATION],
	['Invitation', INVITATION],
	['Email with an invitation', SENT_EMAIL],
	['Mailing', MAILING],
	['Mailing with its recipients', MAILING_WITH_RECIPIENTS, MAILING],
	['Mailing stats', MAILING_STATS],
	['Overview', OVERVIEW],
	['Over time', OVER_TIME],
	['Suggested range', SUGGESTED_RANGE],
	['Topics', TOPIC],
	['Quotes', QUOTE],
	['Conclusion', CONCLUSION],
	['Survey', SURVEY],
	['One survey', SURVEY_DETAIL, SURVEY],
	['Theme', THEME],
	['Property', PROPERTY],
	['Token', TOKEN],
];

const section = (heading: string) =>
	page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';

const ROWS = KINDS.map(
	([heading, { fields }, above]) => [heading, fields, above?.fields ?? {}] as const,
);

it.each(ROWS)('%s: a row for each field, in this order', (heading, fields, above) => {
	const rows = [...section(heading).matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
	const own = Object.keys(fields).filter((name) => !(name in above));
	expect(rows).toEqual(own);
});

it('each operation is named under what it gives', () => {
	const headings = new Map(KINDS.map(([heading, { fields }]) => [fields, heading]));
	for (const { name: resource, operations } of RESOURCES) {
		for (const operation of operations) {
			const simplified = simplifiedOf(operation);
			if (!simplified) continue;
			const heading = headings.get(simplified.fields) ?? '';
			const lists = [...section(heading).matchAll(/\*(\w+) → ([^*]+)\*/g)];
			const named = lists.flatMap(([, of, names = '']) =>
				of === resource ? names.split(', ') : [],
			);
			const plain = operation.name.replace(' (Public API)', '');
			expect({ heading, named }).toEqual({ heading, named: expect.arrayContaining([plain]) });
		}
	}
});

it('each event is there', () => {
	for (const { label } of EVENTS) expect(section('Events')).toContain(`| *${label}* |`);
});
