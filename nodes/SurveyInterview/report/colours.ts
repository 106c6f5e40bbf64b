/** The colours of a report, each for light and for dark: texts have a contrast of 4.5 : 1, bars one of 3 : 1 (WCAG 2). */
const COLOURS = {
	/** What is behind: the page, the card on it, and the track of a bar. */
	page: ['#eff1f5', '#0f1319'],
	card: ['#ffffff', '#191e26'],
	track: ['#edf0f4', '#2c333e'],
	/** Lines: above the footer, at the score where bars begin, and one that points something out. */
	rule: ['#e2e6ec', '#2c333e'],
	zero: ['#a9b2bf', '#6d7787'],
	mark: ['#4d5869', '#cfd6e0'],
	/** Bars. */
	bad: ['#cf4a3f', '#cf4a3f'],
	middle: ['#838d9c', '#838d9c'],
	good: ['#1f9270', '#1f9270'],
	/** Behind a change of the score. */
	badTint: ['#fdecea', '#43211e'],
	goodTint: ['#e2f5ee', '#133529'],
	evenTint: ['#edf0f4', '#2c333e'],
	/** Texts. */
	ink: ['#18202f', '#eef1f6'],
	muted: ['#596373', '#a4aebc'],
	badInk: ['#a32b21', '#ff9f94'],
	goodInk: ['#0d684d', '#74d8b0'],
} as const;

const DEFAULT_ACCENT = '#3451b2';

/** The names of the colours of texts; all others are those of surfaces. */
export const INKS: readonly string[] = ['ink', 'muted', 'badInk', 'goodInk', 'onAccent'];

/** Colours of bars: `bad` to `good`, or `pale` and `accent` where nobody knows which end of the scale is better. */
export type Tone = 'bad' | 'middle' | 'good' | 'pale' | 'accent';

/** Every colour, for light or for dark. */
export type Look = ReturnType<typeof lookWith>;

export const coloursWith = (accent = DEFAULT_ACCENT) => ({
	light: lookWith(accent, { index: 0, strongest: '#000000', paleness: 0.58 }),
	dark: lookWith(accent, { index: 1, strongest: '#ffffff', paleness: 0.4 }),
});

/**
 * The colours and those that follow from the accent, which is darkened or lightened until its bars can be seen.
 *
 * @param mode.index which colour of each pair
 * @param mode.strongest the colour that is best seen
 * @param mode.paleness how far a pale bar is mixed with the card behind it
 */
function lookWith(accent: string, mode: { index: 0 | 1; strongest: string; paleness: number }) {
	const pairs = Object.entries(COLOURS).map(([name, pair]) => [name, pair[mode.index]]);
	const colours = Object.fromEntries(pairs) as Record<keyof typeof COLOURS, string>;
	const visibleAccent = visibleOn(colours.card, accent, mode.strongest);
	return {
		...colours,
		accent: visibleAccent,
		pale: mix(visibleAccent, colours.card, mode.paleness),
		/** Behind what to look at first. */
		tint: mix(visibleAccent, colours.card, 0.92),
		onAccent: contrast(visibleAccent, '#ffffff') >= 4.5 ? '#ffffff' : '#000000',
	};
}

/** The colour, mixed with the strongest one as far as needed to be seen on a background. */
function visibleOn(background: string, colour: string, strongest: string): string {
	for (let share = 0; share < 1; share += 0.05) {
		const tried = mix(colour, strongest, share);
		// A little more than 3 : 1, because `mix` rounds.
		if (contrast(tried, background) >= 3.2) return tried;
	}
	return strongest;
}

/** Red, green and blue, from 0 to 255. */
const channelsOf = (colour: string) =>
	[1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** @param share of the second colour, from 0 to 1 */
function mix(first: string, second: string, share: number): string {
	const target = channelsOf(second);
	const mixed = channelsOf(first).map((from, index) => {
		const channel = Math.round(from + ((target[index] ?? from) - from) * share);
		return channel.toString(16).padStart(2, '0');
	});
	return `#${mixed.join('')}`;
}

/** The contrast of two colours, from 1 to 21, as WCAG 2 defines it. */
export function contrast(first: string, second: string): number {
	const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The dark colours as CSS rules for the classes of the same names, only inside `parentSelector` if there is one. The
 * light colours need no rules: they stand in the elements themselves (`inlineStyles` in `cells.ts`).
 */
export const rulesOf = (dark: Look, parentSelector = ''): string =>
	Object.entries(dark)
		.map(([name, colour]) => {
			const property = INKS.includes(name) ? 'color' : 'background-color';
			return `${parentSelector}.${name}{${property}:${colour} !important}`;
		})
		.join('');
