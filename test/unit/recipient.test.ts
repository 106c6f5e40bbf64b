import {
	emailKey,
	externalIdKey,
	hasNoRecipient,
	isAddressAlone,
} from '../../nodes/SurveyInterview/records/person';

it.each([
	['Ann@Example.com', 'ann@example.com'],
	['  ann@example.com\n', 'ann@example.com'],
	['ann@MÜNCHEN.de', 'ann@xn--mnchen-3ya.de'],
	['ann@xn--mnchen-3ya.de', 'ann@xn--mnchen-3ya.de'],
	// The same letter, composed and decomposed.
	['ann@mu\u0308nchen.de', 'ann@xn--mnchen-3ya.de'],
	['rene\u0301@example.com', 'ren\u00e9@example.com'],
	['ann@日本語。jp', 'ann@xn--wgv71a119e.jp'],
	['ann+survey@example.com', 'ann+survey@example.com'],
	["o'neil@example.com", "o'neil@example.com"],
	['ann@localhost', 'ann@localhost'],
	['ann@Example.com.', 'ann@example.com'],
])('the e-mail address %j is %s', (given, key) => {
	expect(emailKey(given)).toBe(key);
});

it.each([
	'',
	'  ',
	'ann',
	'@example.com',
	'ann@',
	'ann@b@example.com',
	'Ann <ann@example.com>',
	'ann@example.com, bob@example.com',
	'ann@example.com/x',
	'ann@example.com:80',
	'ann@example.com?x',
	'ann@example.com#x',
	'ann@example.com\\x',
	'ann@ex%61mple.com',
	'ann@1.2',
	'ann@xn--a',
	'ann\u200b@example.com',
	'ann@exam\u00adple.com',
	null,
	undefined,
	42,
	{},
])('%j is no e-mail address', (given) => {
	expect(emailKey(given)).toBeUndefined();
});

it('knows an address that has something around it', () => {
	const alone = ["o'neil@example.com", ' a.b@example.com ', 'ann+survey@münchen.de', 'a.@b.jp'];
	for (const given of alone) {
		expect([given, isAddressAlone(given)]).toEqual([given, true]);
	}
	const around = ['mailto:ann@b.com', "'ann@b.com'", '(ann@b.com)', '"ann@b.com"', '[ann@b.com]'];
	const ofPrograms = ['smtp:ann@b.com', '{ann@b.com}', 'mail=ann@b.com', '“ann@b.com”', '*@b.com'];
	for (const given of [...around, ...ofPrograms, 'ann@b.com!', '«ann@b.com»', 'ann']) {
		expect([given, isAddressAlone(given)]).toEqual([given, false]);
	}
});

it('tells apart what only looks alike', () => {
	expect(emailKey('ann@example.com')).not.toBe(emailKey('ann@example.org'));
	expect(emailKey('a.nn@example.com')).not.toBe(emailKey('ann@example.com'));
	expect(emailKey('ann@münchen.de')).not.toBe(emailKey('ann@munchen.de'));
});

it.each([
	['crm-1', 'crm-1'],
	[' crm-1 ', 'crm-1'],
	['CRM-1', 'CRM-1'],
	['007', '007'],
	['Rene\u0301', 'Ren\u00e9'],
	[7, '7'],
	[0, '0'],
	['', undefined],
	['  ', undefined],
	[null, undefined],
	[undefined, undefined],
	[true, undefined],
	[NaN, undefined],
	[2 ** 60, undefined],
	[{}, undefined],
])('the external ID %j is %j', (given, key) => {
	expect(externalIdKey(given)).toBe(key);
});

it('shared links, popups and tests have no recipient', () => {
	const without = ['personal', 'csv', 'api', 'shared_link', 'popup', 'test', undefined].filter(
		hasNoRecipient,
		isAddressAlone,
	);
	expect(without).toEqual(['shared_link', 'popup', 'test']);
});
