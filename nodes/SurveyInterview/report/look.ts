/** The look of a report as HTML. */
import type { Tone } from './document';

export const COLOURS = {
	ink: '#1d2330',
	faint: '#565e6c',
	paper: '#ffffff',
	/** The rest of the width beside a bar. */
	track: '#f1f3f6',
	/** The line beside a quote. */
	rule: '#b9c0cc',
};
/** Each has a contrast of 4.5 : 1 with the text on it (WCAG 2). */
export const TONE_COLOURS: Record<Tone, { fill: string; on: string }> = {
	positive: { fill: '#1a7f4b', on: '#ffffff' },
	neutral: { fill: '#d5d9e0', on: '#1d2330' },
	negative: { fill: '#b4232c', on: '#ffffff' },
	plain: { fill: '#3b5bdb', on: '#ffffff' },
	below: { fill: '#b4232c', on: '#ffffff' },
	none: { fill: COLOURS.track, on: COLOURS.ink },
};
export const FONTS = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** In pixels. */
export const SIZES = {
	title: 22,
	score: 44,
	metric: 16,
	heading: 17,
	text: 15,
	bar: 14,
	small: 13,
	inside: 12,
	barHeight: 18,
};
/** The width of the whole in pixels. */
export const WIDEST = 600;
/** In pixels. */
export const PADDING = { side: 16, above: 14 };

export const quoted = (said: string) => `“${said}”`;

/** Whether the number of a part is written in it; a score is written beside its bar. */
export const isNumbered = (tone: Tone) =>
	tone === 'positive' || tone === 'neutral' || tone === 'negative';
