/** A report as its sections, each in the form of every output: mail, text and Slack. */
export interface ReportDocument {
	/** The language of the texts, such as `en`. */
	locale: string;
	subject: string;
	title: string;
	/** The period in words. */
	days: string;
	/** What to look at first. */
	highlights: string[];
	/** `#3451b2` */
	accent?: string;
	/** The address of a picture. */
	logo?: string;
	/** In the order in which they are read. */
	sections: Section[];
}

export interface Section {
	heading?: Heading;
	/** The content of its cell in the mail, with classes of `cells.ts`. */
	html: string;
	/** The space below it in the mail, in pixels; 26 if absent. */
	below?: number;
	/** Lines of a text; empty ones are left out. */
	text: string[];
	/** Its sections in Slack; without them, Slack does not show it. */
	slack?: string[];
	/** Whether it is seen without scrolling; the short text (`summary`) has only such sections. */
	isOnFirstScreen?: boolean;
}

export interface Heading {
	title: string;
	/** Stands beside the title in grey; may be empty. */
	aside: string;
}

/** Names of colours: `bad` to `good`, or `pale` and `accent` where nobody knows which end of the scale is better. */
export type Tone = 'bad' | 'middle' | 'good' | 'pale' | 'accent';
