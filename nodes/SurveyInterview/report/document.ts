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
	/** The space below it in the mail, in pixels, if it is not the usual one. */
	below?: number;
	/** Lines of a text; empty ones are left out. */
	text: string[];
	/** Its sections in Slack; without them, Slack does not show it. */
	slack?: string[];
	/** Whether it is seen without scrolling, so that a short text has it as well. */
	isFirst?: boolean;
}

export interface Heading {
	title: string;
	/** Stands beside it in grey. */
	aside: string;
}

/** The names of colours: from against to for, and others where nobody knows which end is the better one. */
export type Tone = 'bad' | 'middle' | 'good' | 'pale' | 'accent';
