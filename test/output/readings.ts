/** One world, as each reading of the interface tells it. */
import { startService, type Choices, type Service, type ServiceOptions } from '../harness/service';

/** What the readings decide about the world itself, and not about how it is told. */
export const SAME_WORLD: Partial<Choices> = {
	respondentOrder: 'oldest first',
	invitationOrder: 'oldest first',
	minimumGroup: 5,
	audienceTaken: 'at creation',
	lockedFields: ['metric_type'],
	anonymousIds: 'present',
	tooFewScores: 'empty list',
};

/**
 * A small world that stands still, in one reading.
 *
 * @param extraFields seed of unknown fields of misleading names, in every record
 */
export async function startReading(
	dialect: ServiceOptions['dialect'],
	extraFields?: number,
): Promise<Service> {
	const service = await startService({
		dialect,
		startAt: new Date('2026-03-02T09:00:00Z'),
		choices: SAME_WORLD,
		seed: { surveys: 4, respondents: 40 },
	});
	service.clock.freeze();
	if (extraFields !== undefined) {
		const fault = { kind: 'extra fields', seed: extraFields } as const;
		service.faults.inject({ fault, times: Infinity });
	}
	return service;
}

/** Property values are free keys, so that unknown ones among them are facts. */
const KNOWN_PROPERTIES = ['department', 'location'];

/** One of the readings writes whole seconds, and each has an address of its own in its links. */
export function alike(items: unknown): unknown {
	const text = JSON.stringify(items).replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1Z');
	return JSON.parse(text, (key, value: unknown) => {
		if (key === 'link') return value === null ? null : 'a link';
		if (key === 'response_rate') return Math.round(100 * Number(value));
		// One reading writes only that a theme is archived, and of the others nothing.
		if (key === 'is_archived') return value === true;
		if (key === 'recipients') return (value as object[]).map((one) => ({ ...one, status: null }));
		if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value;
		const known = Object.entries(value).filter(([name]) => KNOWN_PROPERTIES.includes(name));
		return Object.fromEntries(known);
	});
}
