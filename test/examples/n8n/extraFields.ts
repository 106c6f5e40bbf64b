import type { Service } from '../../harness/service';

/**
 * From now on every record has unknown fields beside its own, with names that look as if they said something.
 *
 * @returns ends that
 */
export function withExtraFields({ faults }: Service): () => void {
	return faults.inject({ fault: { kind: 'extra fields', seed: 14 }, times: Infinity });
}

/** The same, but not among the values of properties: what stands there is one, whatever its name. */
export function withExtraFieldsBesideProperties({ faults }: Service): void {
	const rewrite = (body: string) =>
		JSON.stringify(JSON.parse(body), (key, value: unknown) =>
			key === 'properties' || !isObject(value) ? value : { ...MISLEADING, ...value },
		);
	const fault = { kind: 'rewritten body', rewrite } as const;
	faults.inject({ match: { method: 'GET' }, fault, times: Infinity });
}

const MISLEADING = { x_count: 42, other_name: 'Nobody', score_label: '10', errors: [] };

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A moment that every reading writes alike: one of them knows no milliseconds. */
export const WHOLE_SECOND = new Date('2026-03-02T09:00:00Z');

/** Has its clock stand still at that moment; the service must have started there. */
export function stopClock({ clock }: Service): void {
	clock.freeze();
	clock.set(WHOLE_SECOND);
}
