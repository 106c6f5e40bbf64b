/** Names whose letters a program has read in the wrong encoding are refused; right names are not. */
import { encodingProblem } from '../../nodes/SurveyInterview/input/encoding';

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
])('%s is right', (text) => {
	expect(encodingProblem(text)).toBeUndefined();
});
