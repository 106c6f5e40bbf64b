import { harmless } from '../../../nodes/SurveyInterview/service/harmless';
import {
	emailFailedMessage,
	completionMessage,
	contactMessage,
	mailingMessage,
	quoteFrom,
	recordMessage,
	resultsMessage,
	withQuote,
} from '../../../nodes/SurveyInterview/service/messages';
import fc from 'fast-check';
import { extent } from '../../extent';
import { harmInHtml, harmInMarkdown, harmInSlack, harmInText } from '../../examples/text/renderers';
import { HARMFUL, markup } from '../../examples/text/strangers';

const harmIn = (text: string) => [
	...harmInMarkdown(text),
	...harmInHtml(text),
	...harmInSlack(text),
	...harmInText(text),
];
const messageOf = (words: string) => [
	completionMessage({ name: words, score: 2, metric_type: 'nps', survey_name: words }),
	mailingMessage({ subject: words, before: words, status: words, survey_name: words }),
	resultsMessage({ score: 3, metric_type: words, completed: 4, survey_name: words }),
	String(withQuote('Ada gave 2.', words)),
	recordMessage({ name: words, email: words, status: words, reason: words, survey_name: words }),
	contactMessage('Invite', { name: words, email: words, external_id: words }, 4, words),
];

it('quotes what somebody wrote, cut, on one line, and in quotation marks that it cannot end', () => {
	const quoted = (text: unknown) => withQuote('Ada gave 2 in Customers.', text);
	expect(quoted('The crew\n\nwas late.')).toBe('Ada gave 2 in Customers: “The crew was late.”');
	expect(quoted('Bad” Bob gave "10')).toBe('Ada gave 2 in Customers: “Bad’ Bob gave ‘10”');
	expect(quoted('<!channel> see www.bad.example')).toBe(
		'Ada gave 2 in Customers: “‹!channel› see (link removed)”',
	);
	expect(quoted('x'.repeat(500))).toBe(`Ada gave 2 in Customers: “${'x'.repeat(300)}…”`);
	const cut = `${'x'.repeat(100)}. ${'y'.repeat(150)}? ${'z'.repeat(200)}`;
	expect(quoted(cut)).toBe(`Ada gave 2 in Customers: “${cut.slice(0, 253)} …”`);
	for (const nothing of [null, undefined, '', ' \n ']) {
		expect(quoted(nothing)).toBe('Ada gave 2 in Customers.');
	}
});

it('a name or a title of which nothing can be seen is none', () => {
	const unseen = '\u200b\u2060';
	expect(completionMessage({ name: unseen, score: 2, survey_name: unseen })).toBe(
		'Somebody gave 2.',
	);
	expect(resultsMessage({ survey_name: unseen })).toBe('Results of a survey changed.');
	expect(mailingMessage({ subject_override: unseen, status: 'sent' })).toBe(
		'A mailing: new, sent.',
	);
});

it('says who, what and where', () => {
	const lena = {
		name: 'Lena Low',
		score: 2,
		metric_type: 'nps',
		survey_name: 'Customer relationship',
	};
	expect(completionMessage(lena)).toBe('Lena Low gave 2 of 10 (NPS) in Customer relationship.');
	expect(completionMessage({ ...lena, metric_type: 'csat' })).toBe(
		'Lena Low gave 2 (CSAT) in Customer relationship.',
	);
	expect(completionMessage({ ...lena, metric_type: null, survey_name: null })).toBe(
		'Lena Low gave 2.',
	);
	expect(completionMessage({ ...lena, name: null, score: null })).toBe(
		'Somebody completed the interview in Customer relationship.',
	);
	expect(
		mailingMessage({
			subject_override: 'Tell us',
			previous_status: 'sending',
			status: 'sent',
			survey_name: 'A',
		}),
	).toBe('Mailing “Tell us” in A: sending → sent.');
	expect(
		mailingMessage({
			subject_override: null,
			previous_status: undefined,
			status: 'unsent',
			survey_name: null,
		}),
	).toBe('A mailing: new, unsent.');
	const results = { score: 42, metric_type: 'nps', completed: 81, survey_name: 'A' };
	expect(resultsMessage(results)).toBe('Results of A: score 42 (NPS), 81 completed.');
	expect(resultsMessage({ ...results, score: null, completed: null, survey_name: null })).toBe(
		'Results of a survey changed.',
	);
});

it.each([
	['tea & cake', 'tea & cake'],
	['AT&T and R&D', 'AT&T and R&D'],
	['&lt; 3 &copy; 4', '＆lt; 3 ＆copy; 4'],
	['&lt 3 &#60 4 &GT', '＆lt 3 ＆＃60 4 ＆GT'],
	['ada_lovelace, no_email_address', 'ada_lovelace, no_email_address'],
	['_a_ b_ _c a__b', '＿a＿ b＿ ＿c a＿＿b'],
])('ampersands and underscores stay where they make nothing: %s', (text, shown) => {
	expect(harmless(text, 80)).toBe(shown);
});

it.each(['How was your visit?', 'Acme Inc.', 'Tell us!'])(
	'a survey’s name that ends as a sentence ends the message: %s',
	(survey_name) => {
		expect(completionMessage({ name: 'Lena', score: 2, survey_name })).toBe(
			`Lena gave 2 in ${survey_name}`,
		);
	},
);

it.each(['Ana Øster', 'J. R. Smith-O’Neil', '山田 太郎', 'Ünal & Søn', 'Q3 2026 (EMEA): 4.5'])(
	'keeps a name that means no harm: %s',
	(name) => {
		expect(harmless(name, 80)).toBe(name);
	},
);

it.each(['Family 👨‍👩‍👧‍👦 Low', 'می‌خواهم نمی‌دانم', 'ನ್‍ನ', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ann 👩🏽‍🚀', '❤️‍🔥', '👋🏽 José'])(
	'keeps the joiners of a name in every message: %s',
	(name) => {
		expect(harmless(name, 80)).toBe(name);
		const status = { before: 'new', status: 'sent', previous_status: 'sending' };
		expect(completionMessage({ name, score: 2 })).toBe(`${name} gave 2.`);
		expect(resultsMessage({ survey_name: name })).toBe(`Results of ${name} changed.`);
		expect(mailingMessage({ subject_override: name, ...status })).toBe(
			`Mailing “${name}”: sending → sent.`,
		);
		expect(withQuote('Ada gave 2.', name)).toBe(`Ada gave 2: “${name}”`);
	},
);

it('leaves nothing hidden where it cuts through an emoji', () => {
	const family = '👨‍👩‍👧‍👦';
	expect(harmless(`${'x'.repeat(77)}${family}`, 80)).toBe(`${'x'.repeat(77)}👨…`);
	expect(harmless(`${'x'.repeat(79)}${family}`, 80)).toBe(`${'x'.repeat(79)}…`);
	expect(harmless(`x${family}`, 1 + family.length)).toBe(`x${family}`);
});

it('joiners alone are no name, and hidden letters after no flag are not kept', () => {
	for (const unseen of ['\u200d', ' \u200c\u200d ', '\u200d\ufe0f']) {
		expect(completionMessage({ name: unseen, score: 2 })).toBe('Somebody gave 2.');
	}
	const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
	expect(harmless(`Ada${hidden.join('')}`, 80)).toBe('Ada');
	expect(harmless(`🏴${hidden.join('')}`, 80)).toBe('🏴');
});

it.each([
	['See https://evil.test/x, it is great', 'See (link removed), it is great'],
	['https://evil.test/a_(b)?q=1! Thanks', '(link removed)! Thanks'],
	['“https://evil.test/x”great', '“(link removed)”great'],
	['<https://evil.test/x|our page> thanks', '‹(link removed)∣our page› thanks'],
	['[a](https://evil.test)[b](http://evil.test)', '［a］((link removed))［b］((link removed))'],
	['詳細はhttps://evil.test/xです。とても良い', '詳細は(link removed)です。とても良い'],
	['https://evil。test/x とても良い', '(link removed) とても良い'],
	['http://[::1]:80/x is mine', '(link removed) is mine'],
	[
		'www.evil.test; mailto:a@evil.test?body=x, bye',
		'(link removed); mailto∶a＠evil. test?body=x, bye',
	],
	['https://evil.test👍 nice', '(link removed)👍 nice'],
	['https:// is how a link begins', '(link removed) is how a link begins'],
	['see 192.168.10.1 or evil.test', 'see 192. 168.10.1 or evil. test'],
	['see 10.0.0.1, www.1.example, 3.5 of 5', 'see 10. 0.0.1, (link removed), 3.5 of 5'],
	['evil。test, evil．test, evil｡test and 1。2', 'evil. test, evil. test, evil. test and 1. 2'],
	['日本。Tokyo。東京', '日本。Tokyo。東京'],
])('takes out the link, and not what follows: %s', (text, shown) => {
	expect(harmless(text, 200)).toBe(shown);
});

it.each([
	...[
		'ms-msdt:x',
		'search-ms:q',
		'magnet:?xt',
		'facetime:ada',
		'mailto:ada',
		'javascript:x',
		'Tel:112',
	],
	...['a1+b.c-d:x', 'file:x', 'é-ms-msdt:x', '2-ms-msdt:x', 'my\u200bscheme:\u2060x', 'a:b:c'],
])('no scheme has its colon: %s', (text) => {
	expect(harmless(text, 80)).not.toContain(':');
	expect(harmless(`Look: (${text})`, 80)).toMatch(/^Look: \([^:]*\)$/);
});

it.each(['10:30', '2026-01-01T10:30:00Z', '1:1', 'Note: see', 'so: “no”', ':-)', '日本:東京'])(
	'another colon stays: %s',
	(text) => {
		expect(harmless(text, 80)).toBe(text);
	},
);

it('finds harm where there is some', () => {
	expect(harmIn('[a](https://evil.test)').length).toBeGreaterThan(0);
	expect(harmIn('<!channel>').length).toBeGreaterThan(0);
});

it.each(HARMFUL)('leads nowhere and fetches nothing: %j', (words) => {
	for (const message of messageOf(words)) expect([message, harmIn(message)]).toEqual([message, []]);
});

it('is harmless whatever names are made of, and stays on one line', () => {
	fc.assert(
		fc.property(markup, (words) => {
			for (const message of messageOf(words)) {
				expect([message, harmIn(message)]).toEqual([message, []]);
				expect(message).not.toMatch(/[\r\n]/);
			}
		}),
		{ numRuns: extent({ quick: 100, all: 500 }), seed: 20261122 },
	);
});

it.each([
	'ada_lovelace@example.com',
	'a__b@x.com',
	"o'neil+x@x.co.uk",
	'r&d@x.com',
	`${'a'.repeat(64)}@${'b'.repeat(60)}.example.com`,
])('an address stays as it is where it is the value of its field: %s', (email) => {
	expect(recordMessage({ name: 'Ada', email, status: 'open' })).toBe(`Ada, ${email}: open.`);
	expect(recordMessage({ external_id: email })).toBe(`${email}.`);
	expect(emailFailedMessage({ email, status: 'failed' }, null)).toBe(
		`The email to ${email} failed.`,
	);
	expect(completionMessage({ name: email, score: 2 })).toBe(`${email} gave 2.`);
	const address = { from: email, to: `new_${email}` };
	const details = 'name: a_b@x.com → c_d@x.com';
	expect(contactMessage('Correct', { email }, 4, details, address)).toBe(
		`Correct ${email}: email: ${email} → new_${email}; name: a_b＠x. com → c_d＠x. com.`,
	);
	expect(String(withQuote('Ada gave 2.', `I am ${email}`))).not.toContain('@');
	expect(resultsMessage({ survey_name: email })).not.toContain('@');
});

it('blanks around an address are no part of it', () => {
	expect(recordMessage({ email: ' ada@x.com ', status: 'open' })).toBe('ada@x.com: open.');
});

it.each([
	'_a_@x.com',
	'a&lt@x.com',
	'a&amp;b@x.com',
	'*a*@x.com',
	'<a@x.com>',
	'a@x',
	'a//b@x.com',
	'see a_b@x.com',
	'a|b@x.com',
])('what is no plain address is text of a stranger: %s', (email) => {
	expect(recordMessage({ email })).not.toMatch(/[@*<>|]|(?<!\w)_|_(?!\w)/);
});

it('cuts what is long', () => {
	const messages = messageOf('x'.repeat(10_000));
	expect(messages.map(({ length }) => length < 600)).toEqual(messages.map(() => true));
});

it.each([
	[
		{ name: 'Ada', status: 'failed', reason: 'Mailbox full.' },
		'Ada for Pulse 2026 failed: Mailbox full.',
		'Pulse 2026',
	],
	[{ email: 'ada@x.com', status: 'bounced' }, 'ada@x.com for ［a］ bounced.', '[a]'],
	[{ name: 'Ada', status: 'skipped', reason: 'no_email' }, 'Ada was skipped: no email.', null],
	[
		{ status: 'failed', reason: '<@all> [x](//a.test)' },
		'somebody failed: ‹＠all› ［x］(／／a. test).',
		undefined,
	],
])('an email that failed: %j', (recipient, told, survey) => {
	expect(emailFailedMessage(recipient, survey)).toBe(`The email to ${told}`);
});

it.each([
	[{ name: 'Ada', email: 'ada@x.com', status: 'open' }, 'Ada, ada@x.com: open.'],
	[
		{ email: 'ada@x.com', status: 'bounced', reason: 'Mailbox full.' },
		'ada@x.com: bounced, Mailbox full.',
	],
	[{ name: 'Ada', status: 'completed', survey_name: 'Pulse' }, 'Ada: completed in Pulse.'],
	[{ external_id: 'crm-42' }, 'crm-42.'],
	[{ email: '<a href=//x.test>a@x.test', status: null }, '‹a href=／／x. test›a＠x. test.'],
	[{}, 'Somebody.'],
])('a record of a list: %j', (facts, told) => {
	expect(recordMessage(facts)).toBe(told);
});

it.each([
	[
		{ name: 'Ada', email: 'ada@x.com' },
		'name: Ad → Ada',
		'Correct Ada, ada@x.com: name: Ad → Ada.',
	],
	[{ external_id: '42' }, undefined, 'Correct 42.'],
	[{ email: null }, 'No <b>key.', 'Correct row 4: No ‹b›key.'],
])('what becomes of a contact: %j, %s', (who, details, told) => {
	expect(contactMessage('Correct', who, 4, details)).toBe(told);
});

it('no message that begins with a name begins a formula', () => {
	const name = '=1+1';
	expect(recordMessage({ name, status: 'open' })).toBe('1+1: open.');
	expect(recordMessage({ label: '＝1', status: 'open' })).toBe('1: open.');
	expect(completionMessage({ name, score: 9 })).toMatch(/^1\+1 gave 9/);
});

it.each([
	['- late', '…- late'],
	['=1+1', '…=1+1'],
	['+1 for the crew', '…+1 for the crew'],
	['-5 of 5', '…-5 of 5'],
	['Dr.Lena was late.Nobody called.', 'Dr. Lena was late. Nobody called.'],
	[' ', null],
])('a quote that a spreadsheet would take for a formula begins with a mark: %j', (said, quote) => {
	expect(quoteFrom(said)).toBe(quote);
});
