/** What a text says of documents. */
export interface Citations {
	/** Pages of the project by their path, with the text after `docs/page.md, ` where a heading may stand. */
	pages: Array<{ page: string; rest?: string }>;
	/** What is cited that the project does not hold, as it stands there. */
	outside: string[];
}

/** Documents that stood beside the project when it began, and what was said of them in comments. */
const OUTSIDE =
	/\b(?:interface-spec|design\.md|n8n-lab|public-facts|house\.md|surface\.md|anchors\.md)\b|\(design\b|\bdesign, (?:section\b|[A-Z])|\bsection \d+ of\b|\.\.\/shared\b/g;

const PAGE = /(?<![\w/.:-])(docs\/[\w/-]+\.md)(?:, (?=([A-Z].{0,80})))?/g;

/** All that a text cites. A citation may be broken over two lines of a comment. */
export function citationsIn(text: string): Citations {
	const joined = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ');
	return {
		pages: [...joined.matchAll(PAGE)].map(([, page = '', rest]) => ({ page, rest })),
		outside: [...joined.matchAll(OUTSIDE)].map(([found]) => found),
	};
}

/** Whether what follows a page's name in a sentence begins with one of the page's headings. */
export function namesHeading(rest: string, headings: readonly string[]): boolean {
	return headings.some(
		(heading) => rest.startsWith(heading) && !/^[\p{L}\p{N}]/u.test(rest.slice(heading.length)),
	);
}
