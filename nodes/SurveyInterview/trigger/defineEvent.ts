import type { Field, OptionValues } from '../fields/field';
import { allOf, type NodeFilter, type Predicate, type RecordFilter } from '../filters/filter';
import { readOptions } from '../input/options';
import type { OutputChoice } from '../input/output';
import { InputError } from '../input/problem';
import type { FieldChecker } from '../input/values';
import type { EventLogic, EventTexts, TriggerEvent } from './event';

/** The values of an event's options and service filters, and `passes` where it has filters of its own. */
type EventOptions<
	Fields extends readonly Field[],
	ServiceFilters extends readonly Field[],
	Filters extends readonly NodeFilter[],
> = OptionValues<Fields> &
	OptionValues<ServiceFilters> &
	(Filters extends readonly [] ? object : Pick<RecordFilter, 'nothingOf'> & { passes: Predicate });

/** An event as its file declares it. */
interface EventDefinition<
	Fields extends readonly Field[],
	ServiceFilters extends readonly Field[],
	Filters extends readonly NodeFilter[],
> extends EventTexts {
	options: Fields;
	/** Filters that the service applies. */
	serviceFilters?: ServiceFilters;
	/** Filters that the node applies, because the service has none of the kind. */
	filters?: Filters;
	/** `unread` is what is left of the options: with one that is not used, the event does not compile. */
	configure(
		options: EventOptions<Fields, ServiceFilters, Filters>,
		output: OutputChoice,
	): EventLogic & { unread: { [name: string]: never } };
}

/** Declares an event. Its judgement stays inside it: the shell uses only the drafts and `settle`. */
export function defineEvent<
	const Fields extends readonly Field[],
	const ServiceFilters extends readonly Field[] = readonly [],
	const Filters extends readonly NodeFilter[] = readonly [],
>(definition: EventDefinition<Fields, ServiceFilters, Filters>): TriggerEvent {
	const { options, serviceFilters = [], filters = [], configure, ...texts } = definition;
	return {
		...texts,
		options,
		filters: [...serviceFilters, ...filters.flatMap(({ fields }) => fields)],
		configure(given, checker, output) {
			const values = {
				...readOptions(options, given.options, checker),
				...readOptions(serviceFilters, given.filters, checker, 'filter'),
				...(filters.length > 0 ? readFilters(filters, given.filters, checker) : {}),
			};
			const event = configure(values as EventOptions<Fields, ServiceFilters, Filters>, output);
			return { ...texts, ...event };
		},
	};
}

function readFilters(
	filters: readonly NodeFilter[],
	given: unknown,
	checker: FieldChecker,
): Pick<RecordFilter, 'nothingOf'> & { passes: Predicate } {
	const added = filters.flatMap((filter) => {
		const values = readOptions(filter.fields, given, checker, 'filter');
		if (Object.values(values).every((value) => value === undefined)) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) throw new InputError(problem);
		return [{ filter, values }];
	});
	return {
		passes: allOf(added.map(({ filter, values }) => filter.passes(values))),
		nothingOf: (metric) =>
			added
				.map(({ filter, values }) => filter.nothingOf?.(values, metric))
				.find((reason) => reason !== undefined),
	};
}
