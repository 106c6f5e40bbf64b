import { ValidationFailure } from '../refusal';
import type { PropertyFilter, Span } from '../results/segment';
import type { SurveyRecord } from '../world/records';
import type { World } from '../world/world';

/**
 * The items of property_filter, whose format the specification does not show: `key:value` or
 * `<property id>=value`, as the dialect has it. Several values of one property are alternatives.
 */
export function propertyFilter(
	world: World,
	survey: SurveyRecord,
	items: readonly string[] = [],
): PropertyFilter {
	const filter = new Map<string, Set<string>>();
	const byId = world.choices.propertyFilter === 'id=value';
	const properties = world.properties.of(survey.id);
	items.forEach((item, index) => {
		const mark = item.indexOf(byId ? '=' : ':');
		const name = item.slice(0, mark);
		const property = properties.find((one) => name === (byId ? one.id : one.key));
		if (mark < 1 || (byId && !property)) {
			const form = byId ? '<property id>=value' : 'key:value';
			throw invalid(['property_filter', index], `Input should be of the form ${form}`);
		}
		const key = property?.key ?? name;
		filter.set(key, (filter.get(key) ?? new Set()).add(item.slice(mark + 1)));
	});
	return filter;
}

export function rangeSpan(world: World, from: number, to: number): Span {
	if (from > to && world.choices.reversedRange === 'refused') {
		throw invalid(['range_end'], 'The range ends before it starts');
	}
	return { from, to };
}

function invalid(path: Array<string | number>, message: string): ValidationFailure {
	return new ValidationFailure([{ in: 'query', path, message, type: 'value_error' }]);
}
