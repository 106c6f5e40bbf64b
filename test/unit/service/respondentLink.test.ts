/** The link to a respondent's page: which ids it is made of, and when there is none. */
import { RESPONDENT } from '../../../nodes/SurveyInterview/service/respondents';
import { withLink, withQuote } from '../../../nodes/SurveyInterview/service/messages';

const PAGE = 'https://x.example/{survey_id}/{respondent_id}/{survey}';
const ODD = "s/ö $& $' {respondent_id}";
const linkOf = (record: object, known: object) => RESPONDENT.read({ ...record }, known).link;

it.each<[object, object, string | null]>([
	[
		{ id: 'r/1', survey_id: ODD },
		{},
		`https://x.example/${encodeURIComponent(ODD).replace("'", '%27')}/r%2F1/{survey}`,
	],
	// A chat or Markdown would end the address before these signs.
	[{ id: 'r)*!(', survey_id: 's' }, {}, 'https://x.example/s/r%29%2A%21%28/{survey}'],
	// They would lead to another page.
	[{ id: '..', survey_id: 's' }, {}, null],
	[{ id: 'r', survey_id: '.' }, {}, null],
	// The survey that was asked for is surer than what the record calls so.
	[{ id: 7, survey_id: 'other' }, { survey_id: 's' }, 'https://x.example/s/7/{survey}'],
	[{ id: 'r' }, {}, null],
	[{ survey_id: 's' }, { id: 'known' }, null],
	[{ id: 'half \ud83d', survey_id: 's' }, {}, null],
	[
		{ id: 'r', survey_id: 's', link: 'https://other.example/' },
		{},
		'https://x.example/s/r/{survey}',
	],
])('%j, of which %j is known: the link is %j', (record, known, link) => {
	expect(linkOf(record, { ...known, respondentPage: PAGE })).toBe(link);
	expect(linkOf(record, known)).toBeNull();
});

it('a quote stands before the link of a message, whatever either of them holds', () => {
	const link = "https://x.example/$&/a.b?c='d";
	const message = withLink('Ada gave 2 in Customers.', link);
	expect(message).toBe(`Ada gave 2 in Customers. ${link}`);
	expect(withQuote(message, 'Well. $& http://x y.')).toBe(
		`Ada gave 2 in Customers: “Well. $& (link removed) y.” ${link}`,
	);
	expect(withLink('Ada gave 2.', null)).toBe('Ada gave 2.');
});
