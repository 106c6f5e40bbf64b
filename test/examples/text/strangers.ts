import fc from 'fast-check';

/** What passed the workflows once, or might pass a list of the forms that somebody could think of. */
export const HARMFUL = [
	'![a](//203.0.113.7/x?d=42)',
	'//3405803783/x?d=42',
	'![a](//3405803783/x)',
	'//evil。test/x',
	'![a](//evil。test/x)',
	'[a](//evil%2Etest)',
	'![a](/\\203.0.113.7/x)',
	'![a](\\\\203.0.113.7\\x)',
	'<img src="//203.0.113.7/x">',
	'![a][1]\n\n[1]: //203.0.113.7/x',
	'![1]\n\n[1]:\n//203.0.113.7/x\n"title"',
	'[a][]\r\n\r\n[a]: <//203.0.113.7/x>',
	'Note[^1]\n\n[^1]: ![a](//203.0.113.7/x)',
	'https&#58;//evil.test/x',
	'[a](https&colon;&sol;&sol;evil.test)',
	'!&lsqb;a&rsqb;&lpar;//203.0.113.7/x&rpar;',
	'&lt;img src=//203.0.113.7/x&gt; &amp;lt;img src=//203.0.113.7/x&amp;gt;',
	'![a]&#40;//203.0.113.7/x) &ltimg src=x>',
	'<https://evil.test/x> <//evil.test> <boss@evil.test>',
	'HTTPS://EVIL.TEST and ht\u200btps://evil.test',
	'www.evil.test, _www.evil.test_ and WWW.1.2.3.4',
	'evil.test/x, xn--e1afmkfd.xn--p1ai and вход.рф',
	'203.0.113.7/x and http:/\t/evil.test',
	'boss@evil.test, a@127.0.0.1, a@b.1 and mailto:boss@evil.test?body=x',
	'[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](file:x)',
	'[![a](//203.0.113.7/x)](//203.0.113.7/y)',
	'**![a](//203.0.113.7/x)** _[b](//203.0.113.7)_ ~~<a href=//203.0.113.7>~~',
	'| a |\n|---|\n| ![a](//203.0.113.7/x) |',
	'```\nfenced\n```\n![a](//203.0.113.7/x)\n```',
	'`code` ` ![a](//203.0.113.7/x)',
	'~~~\n<img src=//203.0.113.7/x>',
	'- ![a](//203.0.113.7/x)\n> ![b](//203.0.113.7/y)\n# ![c](//203.0.113.7/z)',
	'!\\[a](//203.0.113.7/x) [a\\](//203.0.113.7/x) \\<img src=x>',
	'![a]\\\n(//203.0.113.7/x)',
	'![a\nb](\n//203.0.113.7/x\n)',
	'![a](\t//203.0.113.7/x "t")',
	'![a](/\t/203.0.113.7/x) ![a](/\n/203.0.113.7/x)',
	'<!-- --><img src=//203.0.113.7/x><!--',
	'<![CDATA[<img src=x>]]> <?php ?> <!DOCTYPE x>',
	'<svg/onload=x> <style>@import "//203.0.113.7"</style> <p style="background:url(//x)">',
	'<meta http-equiv=refresh content="0;//203.0.113.7"> <form action=//x> <iframe src=//x>',
	'</p><a href=//203.0.113.7>x</a><p> <base href=//203.0.113.7>',
	'<a\nhref=//203.0.113.7>x</a',
	'<https://evil.test|our page> <!channel> <!here|x> <@U012AB3CD> <#C012AB3CD>',
	'See \\\\203.0.113.7\\share and file://203.0.113.7/x',
	'\\n\\n<br>\\u003cimg src=x>',
	'![a]\u200b(//203.0.113.7/x) ![a]\u00ad(//203.0.113.7/x) !\ufeff[a](//203.0.113.7/x)',
	'／／evil.test ∕∕evil.test ＜img src=x＞ !［a］（//203.0.113.7/x）',
	'{{ $json }} $& ${x} \ud83d \u0000<img src=x>',
];

/** What people write who want no harm. It is to stay as it is. */
export const HARMLESS = [
	'Good: 4.5 of 5 (it was 3.9 on 1.2.2026), i.e. better; e.g. “tea”, ‘coffee’ – and cake…',
	'Ça va? Größe, naïve, œuvre, İstanbul, Ελληνικά, кириллица, 日本語。元気です。',
	'«Да», „ja“, ¿qué? ¡sí! 50 % & more, 3 > 2 < 5, 10:30, 5 @ 3 €, yes/no, #1, *, ~, ^, +, =',
	'👍 👩‍💻 👨‍👩‍👧 🏳️‍🌈 👋🏽 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'می‌خواهم بروم، نمی‌دانم؟',
	'"Well... maybe!" [sic] (see [1]) said Ada. What I do with data: nothing.',
	'## Result\n\n- **Score**: 45 (NPS)\n- *Topics*:\n  1. Tea\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`',
];

const FRAGMENTS = [
	...['[', '](', '![', ']:', '][', ']', '(', ')', '!', '[1]', '[1]: ', '[^1]: ', '^[', '!\\['],
	...['<', '>', '</', '/>', '<a ', '<img ', 'src=x', 'href=//x', '<!--', '-->', '<?', '<![CDATA['],
	...['<style>', '<svg onload=x>', 'url(', '<!channel>', '<@U1>', '<https://evil.test|x>'],
	...['//', '/', '\\', '／', '⁄', ':', '：', 'http:', 'HTTPS://', 'ftp://', 'file:', 'mailto:'],
	...['javascript:', 'data:', 'xmpp:', 'tel:', 'www.', 'WWW.', 'w', '%2F', '%2E', '?d=42', '#'],
	...['evil', 'evil.test', 'вход.рф', 'xn--p1ai', '203.0.113.7', '3405803783', '127.1', '[::1]'],
	...['a@b.co', 'a@b.1', '@', '＠', '.', '。', '．', '｡', 'co', 'com'],
	...['&', '&#58;', '&#x2f;', '&colon;', '&lpar;', '&lt', '&lt;', '&amp;#58;', '&Tab;', ';'],
	...[' ', '\n', '\n\n', '\r\n', '\t', '    ', '\u200b', '\u200c', '\u200d', '\u00ad', '\u202e'],
	...['*', '**', '_', '~~', '`', '```', '~~~', '|', '\n| a |\n|---|\n| ', '- ', '1. ', '> ', '---'],
	...['"', "'", '=', '$', '{', '}', '\\n', 'é', '😀', '\ud83d', '\u0000'],
];

/** Texts made of whatever means something to a renderer. */
export const markup = fc
	.array(
		fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ maxLength: 3 })),
		{
			maxLength: 14,
		},
	)
	.map((parts) => parts.join(''));

/** Characters of which nothing is seen, in every kind that somebody has hidden words in. */
export const HIDDEN_CHARACTERS = [
	...['\u0000', '\u001b', '\u0080', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4'],
	...['\u180b', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u202a', '\u202e', '\u2060'],
	...['\u2064', '\u2066', '\u2069', '\u206a', '\u2800', '\u3164', '\ude00', '\ud83d', '\ufe00'],
	...['\ufe0e', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\u{1d173}', '\u{e0001}', '\u{e0041}'],
	...['\u{e007f}', '\u{e0100}', '\u{e01ef}'],
];

const SCHEMES = 'ms-msdt: search-ms: magnet: facetime: mailto: tel: javascript: x.y+z:';

/** Texts of hidden characters, of what could need them, and of what begins a link. */
export const unseen = fc
	.array(
		fc.oneof(
			fc.constantFrom(...HIDDEN_CHARACTERS),
			fc.constantFrom(
				...SCHEMES.split(' '),
				'HTTPS://evil.test/x ',
				'www.evil.test ',
				'10:30',
				'T10:30',
				':',
				'::',
				'.',
			),
			fc.constantFrom(
				'a',
				'é',
				'1',
				'#',
				'\u20e3',
				'می',
				'क्',
				'ᠨ',
				'葛',
				'한',
				'か',
				'\u0301',
				' ',
			),
			fc.constantFrom('👩', '❤', '🏽', '🏳', '🏴', '👍🏽', '\n', '\r\n', '\t', '\u0085', '\u2028'),
			fc.constantFrom(
				'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
				'🏳️\u200d🌈',
				'1️⃣',
			),
		),
		{ maxLength: 16 },
	)
	.map((parts) => parts.join(''));
