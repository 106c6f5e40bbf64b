/** Names whose letters a program has read in the wrong encoding are refused; right names are not. */
import { encodingProblem, encodingProblemOfName } from '../../nodes/SurveyInterview/input/encoding';

it.each([
	...['JÃ¼rgen', 'FranÃ§ois', 'oâ€™Neil', 'Ð˜Ð²Ð°Ð½', 'MichaÅ‚', 'Å\u0081ukasz', 'IÅŸÄ±k'],
	...[
		'Î•Î»Î­Î½Î·',
		'Nguyá»…n',
		'ä¸­æ–‡',
		'Jï¿½rgen',
		'J\u0081rgen',
		'J\uFFFDrgen',
		'×“× ×”',
		'ðŸ™‚',
		// One letter each of Vietnamese, Romanian and Ukrainian names, and an Arabic name.
		'SÆ¡n',
		'ThÆ°',
		'MarÈ›a',
		'Ò‘',
		'Ø¹Ù„ÙŠ',
		'Zoëé JÃ¼rgen',
		// In a code page of DOS.
		'J├╝rgen',
		'Zo├½',
		// In Mac Roman.
		...['J√ºrgen', 'Schr√∂der', '≈Åukasz', '–ò–≤–∞–Ω'],
		// The first and the last letter of those that names have: a space that does not break, and a long s.
		'AdaÂ\u00a0Low',
		'Weiſs'.replace('ſ', 'Å¿'),
	],
])('%s is refused', (text) => {
	expect(encodingProblem(text)).toMatch(/letters/);
});

it.each([
	...[
		'Jürgen',
		'François',
		'O’Neil',
		'Иван',
		'Michał',
		'Łukasz',
		'Işık',
		'Ελένη',
		'Nguyễn',
		'中文',
	],
	...['JOÃO', 'MAGALHÃES', 'Ângela', 'ANDRÉ’S', 'José “Pepe”', 'Müller™', 'Straße', 'L’Été', '🙂'],
	...['├── src', '│ ├─ a', '┼', 'Dážď', 'Ñandú', '5 €', '½ Â', 'Zoë…', 'Perdió”', 'Ærø'],
	...['√2', '≈5 km', 'ƒ 100', 'Müller–Özil'],
])('%s is right', (text) => {
	expect(encodingProblem(text)).toBeUndefined();
});

it.each([
	...['M¸ller', 'J‹rgen', 'Bjˆrn'.replace('ˆ', '¯'), 'JŸrgen', 'Grš§e', 'B„r', 'Fran‡ois'],
	...['Mu?oz', 'J??rgen', '?ukasz'],
])('the name %s is refused', (name) => {
	expect(encodingProblemOfName(name)).toMatch(/letters/);
});

it.each(['YSAŸE', 'L’Haÿ', 'Gal·la', 'Ana Mª', 'Ada?', 'Jean-Luc', "O'Neil", 'Ada (Ops) ¿?'])(
	'the name %s is right',
	(name) => {
		expect(encodingProblemOfName(name)).toBeUndefined();
	},
);
