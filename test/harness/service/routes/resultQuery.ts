import { ValidationFailure } from '../refusal';
import type { PropertyFilter, Span } from '../results/segment';
import type { SurveyRecord } from '../world/records';
import type { World } from '../world/world';

const FORMS = {
	'key:value': { mark: ':', named: 'key', known: false, form: 'key:value' },
	'id=value': { mark: '=', named: 'id', known: true, form: '<property id>=value' },
	'key=value': { mark: '=', named: 'key', known: true, form: '<property key>=value' },
} as const;

/**
 * The items of property_filter, whose format the specification does not show: as the dialect has it.
 * Several values of one property are alternatives.
 */
export function propertyFilter(
	world: World,
	survey: SurveyRecord,
	items: readonly string[] = [],
): PropertyFilter {
	const filter = new Map<string, Set<string>>();
	const { mark: sign, named, known, form } = FORMS[world.choices.propertyFilter];
	const properties = world.properties.of(survey.id);
	items.forEach((item, index) => {
		const mark = item.indexOf(sign);
		const name = item.slice(0, mark);
		const property = properties.find((one) => name === one[named]);
		if (mark < 1 || (known && !property)) {
			throw invalid(['property_filter', index], `Input should be of the form ${form}`);
		}
		const key = property?.key ?? name;
		filter.set(key, (filter.get(key) ?? new Set()).add(item.slice(mark + 1)));
	});
	return filter;
}

export function rangeSpan(world: World, from: number, to: number): Span {
	if (from <= to) return { from, to };
	switch (world.choices.reversedRange) {
		case 'refused':
			throw invalid(['range_end'], 'The range ends before it starts');
		case 'swapped':
			return { from: to, to: from };
		case 'empty':
			return { from, to };
	}
}

function invalid(path: Array<string | number>, message: string): ValidationFailure {
	return new ValidationFailure([{ in: 'query', path, message, type: 'value_error' }]);
}
