/** One reader of people: what is taken, what is no value, and what is refused (docs/sync.md, What counts as a value). */
import { DateTime } from 'luxon';

import {
	readAboutPerson,
	readAddress,
	readOptOutKey,
	readExternalId,
	readName,
	readPropertyValue,
	readRecipientAddress,
} from '../../nodes/SurveyInterview/input/people';

type Reader = (value: never, label: string) => string | undefined;
/** The value, undefined for none, or the sentence of a refusal. */
function outcomeOf(read: Reader, value: unknown): string | undefined {
	try {
		return read(value as never, 'Email');
	} catch (error) {
		return `! ${(error as Error).message}`;
	}
}

describe('an email address', () => {
	it.each([
		'ada@x.de',
		' ada@x.de\n',
		'ada@x.de;',
		'ada@x.de.',
		'"ada@x.de"',
		"'ada@x.de",
		'“ada@x.de”',
		'<ada@x.de>',
		'[ada@x.de]',
		'mailto:ada@x.de',
		'mailto:ada@x.de?subject=Hi there, Ada',
		'smtp:ada@x.de',
		'Ada <ada@x.de>',
		'Ada Lovelace (ada@x.de)',
		'Ada Lovelace [ada@x.de]',
		'"Lovelace, Ada" <ada@x.de>',
		'ada@x.de <mailto:ada@x.de>',
		'[ada@x.de](mailto:ada@x.de)',
		'**ada@x.de**',
		'ada\u200b@x.de',
		'\u00a0ada@x.de\u00a0',
		'ａｄａ＠ｘ．ｄｅ',
		'ada@x.de&nbsp;',
		'&lt;ada@x.de&gt;',
		'&quot;ada@x.de&quot;&#160;',
		'•ada@x.de',
		'_ada@x.de_',
		'__ada@x.de__',
		'mailto://ada@x.de',
		'mailto:%20ada%40x.de',
		'="ada@x.de"',
		['ada@x.de'],
	])('%j is ada@x.de', (given) => {
		expect(outcomeOf(readAddress, given)).toBe('ada@x.de');
		expect(outcomeOf(readRecipientAddress, given)).toBe('ada@x.de');
	});

	it.each([
		["o'neil+x@x.co.uk", "o'neil+x@x.co.uk"],
		["'o'neil@x.co.uk'", "o'neil@x.co.uk"],
		['o’neil@x.co.uk', "o'neil@x.co.uk"],
		// An en dash, and a hyphen at which Word breaks no line.
		['ada@my–firm.de', 'ada@my-firm.de'],
		['ada@my\u2011firm.de', 'ada@my-firm.de'],
		['mailto:ada%2Btest@x.de', 'ada+test@x.de'],
		['ADA@Example.COM', 'ADA@Example.COM'],
		['jürgen@müller.de', 'jürgen@xn--mller-kva.de'],
		['jürgen@ｍüller。de', 'jürgen@xn--mller-kva.de'],
		['_ada@x.de', '_ada@x.de'],
		['ada_l-2.b@sub.example.museum', 'ada_l-2.b@sub.example.museum'],
		// The number of a footnote.
		['ada@x.de²', 'ada@x.de'],
		['ada2@x2.de', 'ada2@x2.de'],
	])('%j is sent as %s', (given, sent) => {
		expect(outcomeOf(readRecipientAddress, given)).toBe(sent);
	});

	it.each([
		['ada@x.de, bob@x.de', 'has several email addresses: give one of them.'],
		['ada@x.de; bob@x.de', 'has several email addresses: give one of them.'],
		['Ada <ada@x.de>, Bob <bob@x.de>', 'has several email addresses: give one of them.'],
		['Ada ada@x.de', 'has other words beside the email address: give only the address.'],
		['Ada <ada@x.de', 'has other words beside the email address: give only the address.'],
		['ada at x.de', 'is not an email address: correct it.'],
		['ada', 'is not an email address: correct it.'],
		['ada@', 'is not an email address: correct it.'],
		['@x.de', 'is not an email address: correct it.'],
		['ada@x.de/x', 'is not an email address: correct it.'],
		['mail=ada@x.de', 'is not an email address: correct it.'],
		['tel:ada@x.de', 'is not an email address: correct it.'],
		['x!ada@x.de', 'is not an email address: correct it.'],
		['ada\\_b@x.de', 'is not an email address: correct it.'],
		['j?rgen@x.de', 'is not an email address: correct it.'],
		['ada@undefined', 'is not an email address: correct it.'],
		['ada@NULL', 'is not an email address: correct it.'],
	])('%j is refused', (given, why) => {
		const sentence = `! Email ${JSON.stringify(given)} ${why}`;
		expect(outcomeOf(readAddress, given)).toBe(sentence);
		expect(outcomeOf(readRecipientAddress, given)).toBe(sentence);
	});

	it.each(['ada@localhost', 'a..b@x.de', '.ada@x.de', 'ada.@x.de', 'ada@ex_ample.de'])(
		'%j can be looked for, and not be sent',
		(given) => {
			expect(outcomeOf(readAddress, given)).toBe(given);
			expect(outcomeOf(readRecipientAddress, given)).toMatch(/is not an email address/);
		},
	);
});

/** What programs and people write where there is nothing. */
const NOTHING = [
	...[undefined, null, false, '', '  ', '\u00a0'],
	...['NULL', 'null', 'Null', '(null)', '<null>', '[NULL]', '\\N'],
	...[
		'N/A',
		'n/a',
		'n.a.',
		'N.A.',
		'#N/A',
		'#NV',
		'#REF!',
		'#VALUE!',
		'#NAME?',
		'#DIV/0!',
		'#¡VALOR!',
	],
	...['-', '--', '—', '–', '...', '?', '#####', 'undefined', 'NaN', 'nan'],
	...['[object Object]', 'not available', '[not provided]', '--None--', '0/0/00', '0000-00-00'],
	...['0000-00-00 00:00:00', '0001-01-01T00:00:00Z', '0001-01-01'],
	...['Loading...', '#GETTING_DATA', '#REF', 'Err:502', '00000000-0000-0000-0000-000000000000'],
	...['undefined undefined', 'null, null', 'Invalid Date', 'Invalid DateTime', '(blank)', '=""'],
	...['n / a', 'n.v.t.', 'k.A.', 'not applicable', 'not specified', 'Not Set', 'no value'],
	...['not given', 'not mentioned', 'not stated', 'Unspecified', 'none provided', 'none given'],
	...['none specified', 'Loading…', '(empty)', '(Leer)', '<leeg>', '(vide)', '(vacío)'],
	...['#NAME', '#VALUE', '#Н/Д', '#N/D', '#¿NOMBRE?', 'nullnull', 'NaN NaN', 'null_null'],
	...['undefined/undefined', 'null;null', 'null-null', '[object Object], [object Undefined]'],
	'-'.repeat(60),
];
/** What stands for no ID yet: in English, Dutch, German, Polish, Nordic, Turkish, Romance and other languages. */
const NO_ID = [
	...['TBD', 'TBA', 'tbc', 'No ID', 'noid', 'blank', 'empty', 'missing', 'false', 'true', 'NaT'],
	...['pending', 'new', 'x', 'xx', 'xxx', 'not found', 'to be determined'],
	...['geen', 'onbekend', 'leeg', 'nvt'],
	...['keine', 'unbekannt', 'leer', 'kein Wert', 'k. A.', 'n/v', 'N.N.'],
	...['aucun', 'inconnu', 'vide', 'ninguno', 'desconocido', 'sin ID', 's/n', 's/d', 'n.d.', 'n/d'],
	...[
		'nessuno',
		'nenhum',
		'sem ID',
		'nincs',
		'Žádné',
		'nemá',
		'ei ole',
		'нема',
		'keine Angabe',
		'sans',
	],
	...['brak', 'ingen', 'inget', 'yok', 'пусто', 'н/д', 'нет', 'нет данных'],
	...['なし', '無し', '无', '無', '空', '없음'],
];
/** Words that are no name and no key, and that may be the answer of a property. */
const NOBODY = ['None', 'none', 'nil', 'NIL', 'NA', 'Unknown'];

describe('what says nothing', () => {
	it.each([...NOTHING, ...NOBODY])('%j is no address, no ID, no name, no note', (given) => {
		for (const read of [readAddress, readExternalId, readName, readAboutPerson]) {
			expect(outcomeOf(read, given)).toBeUndefined();
		}
	});

	it.each(NOTHING.filter((value) => value !== false))('%j is no value of a property', (given) => {
		expect(outcomeOf(readPropertyValue, given)).toBeUndefined();
	});

	it.each([
		...[...NOBODY, '0', '+', 'no', 'A - B', '-5', 'Null Island', 'n/a to us', '-'.repeat(61)],
	])('%j may be one', (given) => {
		expect(outcomeOf(readPropertyValue, given)).toBe(given);
	});

	it.each([
		...[0, '0', '0.0', ' 0 ', -0, '0,00', '0/0', '0-0', '00-00', '-0', '-00', '-1', '00', '00000'],
		...['00000000000000000000', '000000000000000AAA', '*', '~', '(blank)', 'Cundefined'],
		...['crm-undefined', 'undefined-NL', 'null-crm', 'crm-[object Object]', 'crm-false'],
		...['crm-None', 'crm-nan', 'crm-nil', 'crm-<NA>', 'customer/None'],
		...[
			'crm-NULL',
			'crm-N/A',
			'crm-NaN',
			'crm-#N/A',
			'crm-#NV',
			'C-#REF!',
			'crm-#NAME?',
			'crm-#VALUE!',
		],
		...['crm-#NULL!', 'crm-#DIV/0!', 'crm-#NUM!'],
		...NO_ID.flatMap((word) => [word, `(${word.toUpperCase()})`]),
	])('%j is no ID', (given) => {
		expect(outcomeOf(readExternalId, given)).toBeUndefined();
	});

	it.each([
		...['0', '0.0', ' 0,0 ', '=" 0 "', 'undefined@x.de', 'undefined.undefined@x.de'],
		...['undefined_undefined@x.de', 'null.null@x.de', 'null_null@x.de', 'null-null@x.de'],
	])('%j is no address', (given) => {
		expect(outcomeOf(readAddress, given)).toBeUndefined();
	});

	it.each(['null@x.de', 'null.ada@x.de', 'ada.undefined@x.de', '0@x.de'])('%j is one', (given) => {
		expect(outcomeOf(readAddress, given)).toBe(given);
	});

	it.each([
		...['Mr', 'Mrs.', 'Ms', 'Mx', 'Miss', 'Dr.', 'Prof.', 'Herr', 'Frau', 'Mme', 'Mlle'],
		...['Madame', 'Monsieur', 'Dhr.', 'Mevr.', 'Mevrouw', 'Sr.', 'Sra.', 'Srta.'],
		...['Señor', 'Señora', 'Signor', 'Signora'],
	])('%s without a name is no name', (title) => {
		expect(outcomeOf(readName, `${title} undefined`)).toBeUndefined();
		expect(outcomeOf(readName, `${title} Ada undefined`)).toBe(`${title} Ada`);
	});

	it.each([
		...['undefined', 'null', 'NaN', 'NULL', 'false', 'N/A', '[object Object]', '#N/A', '#NV'],
		...['#REF!', '#NAME?', '#VALUE!', '#NULL!', '#DIV/0!', '#NUM!', '-', '–', '.', '?', '--'],
		...['<NA>', '#BEZUG!', '#WERT!'],
	])('%s beside a first name, or before a last name, is no part of it', (missing) => {
		expect(outcomeOf(readName, `Ada ${missing}`)).toBe('Ada');
		expect(outcomeOf(readName, `${missing} Lovelace`)).toBe('Lovelace');
	});

	it.each([
		['undefined undefined', undefined],
		['undefined, Ada', 'Ada'],
		['Lovelace, undefined', 'Lovelace'],
		[', Ada', 'Ada'],
		['Lovelace, ', 'Lovelace'],
		['Ada (undefined)', 'Ada'],
		['Ada undefined Lovelace', 'Ada Lovelace'],
		['undefined_Lovelace', 'Lovelace'],
		['Ada_undefined', 'Ada'],
		['none; none', undefined],
		['.Ada', '.Ada'],
		['Ada {{ name }}', 'Ada {{ name }}'],
		['Ada {{ $json.name', 'Ada {{ $json.name'],
		['Ada $json', 'Ada $json'],
		['$jsonpath', '$jsonpath'],
		['Ada\u200b', 'Ada'],
		['JOÃO ÂNGELO', 'JOÃO ÂNGELO'],
		['Ada &lt;b&gt; &amp; Co', 'Ada &lt;b&gt; &amp; Co'],
		['N/A, N/A', undefined],
		['Jennifer Null', 'Jennifer Null'],
		['JENNIFER NULL', 'JENNIFER NULL'],
		['Ada-Lou B.', 'Ada-Lou B.'],
		['Arthur Blank', 'Arthur Blank'],
		['Blank', 'Blank'],
		[['Ada'], 'Ada'],
		['Nan', 'Nan'],
		['Na', 'Na'],
		['Nil', 'Nil'],
		['Na Li', 'Na Li'],
		['Nan Goldin', 'Nan Goldin'],
		['Li nan', 'Li nan'],
		['Team #ONE!', 'Team #ONE!'],
		[7, '7'],
	])('the name %j is %j', (given, name) => {
		expect(outcomeOf(readName, given)).toBe(name);
	});
});

describe('an external ID', () => {
	it.each([
		['0012', '0012'],
		['A-0', 'A-0'],
		['7', '7'],
		[7, '7'],
		['1001.0', '1001'],
		['set-12', 'set-12'],
		['lis-33', 'lis-33'],
		['1001,00', '1001'],
		['1001.000', '1001.000'],
		['12.34', '12.34'],
		['100-00', '100-00'],
		['X-Ray', 'X-Ray'],
		['1.001', '1.001'],
		['="0012"', '0012'],
		["'0012", '0012'],
		['"A-1"', 'A-1'],
		['“A-1”', 'A-1'],
		["O'Neil-1", "O'Neil-1"],
		[['7'], '7'],
		['crm-0', 'crm-0'],
		['0-NL', '0-NL'],
		['falsetto-1', 'falsetto-1'],
		['None-Such-7', 'None-Such-7'],
		['nan-01', 'nan-01'],
		['banan', 'banan'],
		['C-nant', 'C-nant'],
		[' crm-1 ', 'crm-1'],
		['CN=Ada,OU=Sales', 'CN=Ada,OU=Sales'],
		['1E5', '1E5'],
		['9'.repeat(400), '9'.repeat(400)],
		['nullmeyer', 'nullmeyer'],
		['12-MAR', '12-MAR'],
		['Mar-2024', 'Mar-2024'],
		['2024-01-05', '2024-01-05'],
		['\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u200c\u062e'],
	])('%j is %j', (given, id) => {
		expect(outcomeOf(readExternalId, given)).toBe(id);
	});

	it.each([
		['1.23457E+11', /rounded.*format its column as text/],
		['1E+11', /rounded/],
		['1,23e+15', /rounded/],
		['1.2E11', /rounded/],
		['1,2e11', /rounded/],
		['12-Mar', /a day that a spreadsheet has made of it.*format its column as text/],
		['Mar-12', /a day/],
		['1. Okt', /a day/],
		['12-mrt', /a day/],
		['Sep 07', /a day/],
		...['12-ene', '1-mag', '3-set', '12-fev', '4-paź', '7-des'].map((id): [string, RegExp] => [
			id,
			/a day/,
		]),
		[2 ** 60, /too large to be exact.*pass it as text/],
		[NaN, /is not a number/],
		['A\u200b1', /contains an invisible character, "A\\u200b1": remove it/],
		[true, /must be text, but it is true/],
		[{ id: 1 }, /must be text/],
		[['7', '8'], /must be text/],
	])('%j is refused', (given, why) => {
		expect(outcomeOf(readExternalId, given)).toMatch(why);
	});
});

it.each([
	['JÃ¼rgen MÃ¼ller', /read in the wrong encoding/],
	['oâ€™Neil', /read in the wrong encoding/],
	...[
		...['J&uuml;rgen', 'Jos&eacute;', 'Ren&egrave;', 'Beno&icirc;t', 'Fran&ccedil;ois'],
		...['Bego&ntilde;a', '&Aring;sa', 'S&oslash;ren', '&Scaron;ime', 'Wei&szlig;', '&AElig;gir'],
		...['O&apos;Neil', 'O&lsquo;Neil', 'O&rsquo;Neil', 'J&#252;rgen', 'J&#xFC;rgen', 'Jos&#xe9;'],
		...['=?UTF-8?Q?J=C3=BCrgen?=', '=?iso-8859-1?b?SvxyZ2Vu?='],
		...['J%C3%BCrgen', 'J\\u00fcrgen', 'J\\xfcrgen', 'J=C3=BCrgen', 'Ada&nbsp;King'],
	].map((name): [string, RegExp] => [name, /codes of HTML, of a link or of an email/]),
	...[
		...['{{ $json.name }}', '$json.name', 'Dr. {{ $node["Set"].json.name }}', '{{ $input.item }}'],
		...["{{ $('Set').item.json.name }}", '{{ $item(0).$node }}', '{{ $items("Set") }}'],
		...['{{ $binary.data }}', '{{ $now }}', '{{ $today }}'],
	].map((name): [string, RegExp] => [name, /switch the field from Fixed to Expression/]),
])('the name %j is refused', (given, why) => {
	expect(outcomeOf(readName, given)).toMatch(why);
});

it('letters that were lost are refused in any text, with how to read the file', () => {
	for (const read of [readAddress, readExternalId, readName, readAboutPerson, readPropertyValue]) {
		expect(outcomeOf(read, 'J\uFFFDrgen')).toMatch(
			/Email "J\uFFFDrgen" has letters that were lost.*Encoding/,
		);
	}
});

describe('the value of a property', () => {
	const dateTime = (text: string) => DateTime.fromISO(text, { setZone: true });
	it.each<[unknown, string | undefined]>([
		[' Sales', 'Sales'],
		['two\nlines ', 'two\nlines'],
		[true, 'true'],
		[false, 'false'],
		[5, '5'],
		[0, '0'],
		[-1.5, '-1.5'],
		[0.1 + 0.2, '0.3'],
		[2 ** 53 - 1, '9007199254740991'],
		[['vip', 'nl'], 'vip, nl'],
		[[' vip', null, '', 3, true], 'vip, 3, true'],
		[[], undefined],
		[new Date('2026-05-01T12:30:00Z'), '2026-05-01T12:30:00.000Z'],
		[new Date('2026-05-01T00:00:00Z'), '2026-05-01'],
		// A day as the driver of a database gives it.
		[new Date(2026, 4, 1), '2026-05-01'],
		[dateTime('2026-05-01T12:30:00+02:00'), '2026-05-01T12:30:00.000+02:00'],
		[dateTime('2026-05-01T00:00:00+02:00'), '2026-05-01'],
		[dateTime('2026-05-01T00:00:00-05:00'), '2026-05-01'],
		// What n8n makes of a Date that it has stored.
		['2026-05-01T00:00:00.000Z', '2026-05-01'],
		['2026-05-01T00:00', '2026-05-01T00:00'],
		['2026-05-01 00:00:00', '2026-05-01 00:00:00'],
	])('%j is %j', (given, text) => {
		expect(outcomeOf(readPropertyValue, given)).toBe(text);
	});

	it.each([
		[{ a: 1 }, /must be text, but it is \{"a":1\}/],
		[[{ name: 'vip' }], /must be text/],
		[new Date('x'), /must be text, but it is a Date/],
		[DateTime.invalid('x'), /must be text/],
		[2 ** 60, /too large/],
	])('%j is refused', (given, why) => {
		expect(outcomeOf(readPropertyValue, given)).toMatch(why);
	});
});

it.each([
	['Ada <ada@x.de>', 'ada@x.de'],
	[' A-7 ', 'A-7'],
	[7, '7'],
	['N/A', undefined],
	['0', undefined],
	['•ada@x.de', 'ada@x.de'],
])('%j under Never Create For is %j', (given, key) => {
	expect(outcomeOf(readOptOutKey, given)).toBe(key);
});

it.each(['TRUE', 'ja', 'Yes', 'Opted out', 'unsubscribed', true])(
	'%j under Never Create For is refused, because it names nobody',
	(given) => {
		expect(outcomeOf(readOptOutKey, given)).toMatch(/names nobody|must be text/);
	},
);

it.each(['ada@x', 'ada(at)x.de', 'ada [AT] x.de', 'ada at x.de', 'ada@', 'ada＠x'])(
	'%j under Never Create For is refused, because it would stop nobody',
	(given) => {
		expect(outcomeOf(readOptOutKey, given)).toMatch(/is not an email address/);
	},
);
