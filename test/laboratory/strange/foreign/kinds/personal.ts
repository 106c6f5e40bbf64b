/** What stands beside a respondent, and the property values it carries. */
import { Dialect } from '../dialect';
import { type Json, type JsonObject, type Said, fact } from '../types';

export const NEIGHBOURS = (dialect: Dialect): Record<string, () => Json> => {
	const { random } = dialect;
	const moment = () => dialect.moment(random.moment()).json;
	return {
		invited_by_email: () => random.email(),
		manager_email: () => random.email(),
		manager_name: () => random.person().name,
		'owner.email': () => random.email(),
		previous_score: () => random.int(0, 10),
		max_score: () => 10,
		sentiment_score: () => random.int(-9, 9) / 10,
		survey_name: () => 'Pulse ' + random.int(1, 99),
		updated_at: moment,
		created_at: moment,
		job_end_date: moment,
		invited_at: moment,
		invitation_id: () => random.uuid(),
		company_id: () => random.uuid(),
		created_by: () => random.person().name,
		anonymous: () => random.pick(dialect.booleans),
		email_status: () => random.pick(['delivered', 'bounced', 'completed']),
		message_count: () => random.int(2, 30),
		'device.name': () => random.pick(['iPhone', 'Firefox']),
		'mail_template.name': () => 'Invitation NL',
		is_test: () => dialect.booleans[1],
	};
};

/** The property values of a respondent in the layouts that are in use. */
export function propertyColumn(dialect: Dialect): {
	say: (values: JsonObject) => Said;
	flat: boolean;
} {
	const { random } = dialect;
	const layout = random.pick(['map', 'map', 'list', 'nested', 'named', 'text', 'options']);
	const list = (values: JsonObject, make: (key: string, value: Json) => Json): Json =>
		Object.entries(values).map(([key, value]) => make(key, value));
	const say = (values: JsonObject): Said => {
		const said = (json: Json, certain = true): Said => ({ json, ...fact(values, certain) });
		switch (layout) {
			case 'list':
				return said(list(values, (key, value) => ({ key, value })));
			case 'named':
				return said(
					list(values, (key, value) => ({
						property_id: random.uuid(),
						property_key: key,
						property_label: key.toUpperCase(),
						value,
					})),
				);
			case 'nested':
				return said(
					list(values, (key, value) => ({ property: { id: random.uuid(), key }, value })),
				);
			case 'options':
				return said(
					list(values, (key, value) => ({ key, values: [value] })),
					false,
				);
			case 'text':
				return said(
					Object.entries(values)
						.map((pair) => pair.join('='))
						.join(';'),
					false,
				);
			default:
				return said(values);
		}
	};
	return { say, flat: layout !== 'map' };
}
