import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { irreversibleList, operationsTable } from './operationsTable';

/** The parts of the README that are made from the entries, by the name in their markers. */
export const GENERATED: Record<string, string> = {
	operations: operationsTable(RESOURCES),
	irreversible: irreversibleList(RESOURCES),
};

/** The README with its generated parts made anew. */
export function withGeneratedParts(readme: string): string {
	return Object.entries(GENERATED).reduce((text, [name, part]) => {
		const marked = new RegExp(`(<!-- ${name}:begin[^\n]*-->)[^]*?(<!-- ${name}:end -->)`);
		if (!marked.test(text)) throw new Error(`README.md has no markers for ${name}.`);
		return text.replace(
			marked,
			(_whole, begin: string, end: string) => `${begin}\n\n${part}\n\n${end}`,
		);
	}, readme);
}
