import type { InvalidProperty } from './hubspotErrors';

/** The kinds of property that records have here, as HubSpot names them. */
export type PropertyType = 'string' | 'number' | 'datetime' | 'enumeration' | 'bool';

export interface Property {
	name: string;
	label: string;
	type: PropertyType;
	/** Of an enumeration whose values are fixed. */
	options?: string[];
	/** Null for those that somebody made in the account. */
	hubspotDefined: true | null;
	isReadOnly?: boolean;
}

/** One that every account has. */
export const own = (
	name: string,
	type: PropertyType = 'string',
	more: Partial<Property> = {},
): Property => ({ name, label: name, type, hubspotDefined: true, ...more });

const readOnly = { isReadOnly: true };
const STAGES = ['subscriber', 'lead', 'opportunity', 'customer', 'other'];

/** What every account has for contacts, as far as it matters here; the last ones only look as if they mattered. */
export const CONTACT_PROPERTIES: Property[] = [
	own('email'),
	own('firstname'),
	own('lastname'),
	own('company'),
	own('jobtitle'),
	own('country'),
	own('lifecyclestage', 'enumeration', { options: STAGES }),
	own('createdate', 'datetime', readOnly),
	own('recent_deal_close_date', 'datetime', readOnly),
	own('lastmodifieddate', 'datetime', readOnly),
	own('hs_object_id', 'number', readOnly),
	own('hs_additional_emails', 'enumeration', readOnly),
	own('hs_merged_object_ids', 'enumeration', readOnly),
	own('hs_email_optout', 'bool', readOnly),
	own('work_email'),
	own('hubspotscore', 'number'),
	own('hs_feedback_last_nps_rating', 'number'),
	own('hs_feedback_last_survey_date', 'datetime'),
];

/** The properties of contacts, or of tickets, in one account. */
export class Properties {
	private readonly known: Map<string, Property>;

	constructor(hubspotDefined: readonly Property[]) {
		this.known = new Map(hubspotDefined.map((one) => [one.name, one]));
	}

	/** Somebody makes a property of their own. */
	add(name: string, type: PropertyType, options?: string[]): void {
		this.known.set(name, { name, label: name, type, options, hubspotDefined: null });
	}

	get all(): Property[] {
		return [...this.known.values()];
	}

	find(name: string): Property | undefined {
		return this.known.get(name);
	}

	/** Why HubSpot would not store that value, if it would not. An empty one clears the property. */
	problemOf(name: string, value: string): InvalidProperty | undefined {
		const property = this.find(name);
		const problem = (error: string, message: string) => ({ name, error, message });
		if (!property) return problem('PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`);
		if (property.isReadOnly) return problem('READ_ONLY_VALUE', `"${name}" is a read only property`);
		if (value === '') return undefined;
		if (property.type === 'number' && !Number.isFinite(Number(value)))
			return problem('INVALID_INTEGER', `${value} was not a valid number.`);
		if (property.type === 'datetime' && !/^-?\d+$/.test(value))
			return problem('INVALID_LONG', `${value} was not a valid long.`);
		if (property.options && !property.options.includes(value))
			return problem(
				'INVALID_OPTION',
				`${value} was not one of the allowed options: [${property.options.join(', ')}]`,
			);
		return undefined;
	}
}
