import type { Service } from '../../service';

/**
 * From now on every record has unknown fields beside its own, with names that look as if they said something.
 *
 * @returns ends that
 */
export function withExtraFields({ faults }: Service): () => void {
	return faults.inject({ fault: { kind: 'extra fields', seed: 14 }, times: Infinity });
}

/** A moment that every reading writes alike: one of them knows no milliseconds. */
export const WHOLE_SECOND = new Date('2026-03-02T09:00:00Z');

/** Has its clock stand still at that moment; the service must have started there. */
export function stopClock({ clock }: Service): void {
	clock.freeze();
	clock.set(WHOLE_SECOND);
}
