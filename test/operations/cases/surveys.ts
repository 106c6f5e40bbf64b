import { first, full, type Cases } from '../case';

export const surveyCases: Cases = {
	'survey/create': () => ({
		parameters: {
			name: 'Spring',
			metric_type: 'scale',
			interview_locale: 'other',
			interview_locale_other: 'de',
			additionalFields: {
				goal: 'What makes people stay.',
				themes: ['Delivery', 'Price'],
				anonymous_responses: true,
				scale_min: 1,
				scale_max: '5',
			},
			options: {
				additionalFieldsJson: '{"scale_step": 1}',
			},
		},
		body: {
			name: 'Spring',
			metric_type: 'scale',
			interview_locale: 'de',
			goal: 'What makes people stay.',
			themes: ['Delivery', 'Price'],
			anonymous_responses: true,
			scale_min: 1,
			scale_max: 5,
			scale_step: 1,
		},
		effect: ({ effects }) => expect(effects.created('survey')).toHaveLength(1),
	}),
	'survey/clone': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { name: '' },
		body: undefined,
		effect: ({ effects }) => expect(effects.of('cloned')).toHaveLength(1),
	}),
	'survey/get': (service) => ({ ids: { survey_id: full(service).id } }),
	'survey/getAll': ({ world }) => ({
		parameters: { returnAll: true },
		output: (items) => {
			expect(items.map(({ id }) => id)).toEqual(
				world
					.surveys()
					.map(({ id }) => id)
					.reverse(),
			);
		},
	}),
	'survey/update': (service) => ({
		ids: { survey_id: service.world.survey('Onboarding').id },
		parameters: { updateFields: { name: 'Renamed', goal: 'To learn.' } },
		body: { name: 'Renamed', goal: 'To learn.' },
		effect: ({ world }) => expect(world.survey('Renamed').metricType).toBe('ces'),
	}),
	'survey/delete': (service) => {
		const { id } = full(service);
		return {
			ids: { survey_id: id },
			output: (items) => expect(items).toEqual([{ deleted: true, id }]),
			effect: ({ effects }) => expect(effects.deleted('survey')).toHaveLength(1),
		};
	},
};

const property = (service: Parameters<Cases[string]>[0]) =>
	first(service.world.records.properties.of(full(service).id));

export const propertyCases: Cases = {
	'property/create': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { key: 'region', label: 'Region' },
		body: { key: 'region', label: 'Region' },
		effect: ({ effects }) => expect(effects.created('property')).toHaveLength(1),
	}),
	'property/getAll': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { returnAll: true },
		output: (items) => {
			const records = service.world.records.properties.of(full(service).id);
			expect(items).toHaveLength(records.length);
			for (const { key } of records) expect(JSON.stringify(items)).toContain(`"${key}"`);
		},
	}),
	'property/update': (service) => ({
		ids: { property_id: property(service).id },
		parameters: {
			updateFields: { label: 'Team' },
			options: { additionalFieldsJson: { extra: 1 } },
		},
		body: { label: 'Team', extra: 1 },
		effect: () => expect(property(service).label).toBe('Team'),
	}),
	'property/delete': (service) => {
		const { id } = property(service);
		return {
			ids: { property_id: id },
			output: (items) => expect(items).toEqual([{ deleted: true, id }]),
			effect: ({ effects }) => expect(effects.deleted('property')).toHaveLength(1),
		};
	},
};

const theme = (service: Parameters<Cases[string]>[0]) =>
	first(service.world.records.themes.of(full(service).id));

export const themeCases: Cases = {
	'theme/create': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { name: 'Parking', description: '' },
		body: { name: 'Parking' },
		effect: ({ effects }) => expect(effects.created('theme')).toHaveLength(1),
	}),
	'theme/getAll': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { returnAll: true },
		output: (items) => {
			const records = service.world.records.themes.of(full(service).id);
			expect(items).toHaveLength(records.length);
			for (const { name } of records) expect(JSON.stringify(items)).toContain(`"${name}"`);
		},
	}),
	'theme/update': (service) => ({
		ids: { category_id: theme(service).id },
		parameters: { updateFields: { name: 'Delivery times' } },
		body: { name: 'Delivery times' },
		effect: () => expect(theme(service).name).toBe('Delivery times'),
	}),
	'theme/delete': (service) => {
		const themes = service.world.records.themes.of(full(service).id);
		const id = themes.at(-1)?.id ?? '';
		return {
			ids: { category_id: id },
			output: (items) => expect(items).toEqual([{ deleted: true, id }]),
			effect: ({ effects }) => expect(effects.deleted('theme')).toHaveLength(1),
		};
	},
	'theme/archive': (service) => ({
		ids: { category_id: theme(service).id },
		effect: () => expect(theme(service).archived).toBe(true),
	}),
	'theme/unarchive': (service) => {
		theme(service).archived = true;
		return {
			ids: { category_id: theme(service).id },
			effect: () => expect(theme(service).archived).toBe(false),
		};
	},
};
