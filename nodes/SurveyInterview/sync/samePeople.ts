import type { PersonKeys } from './contact';

/**
 * Which keys belong together, because a record has both: what holds for one key of a person, such as that somebody
 * opted out, holds for the mailbox and for all IDs that share it.
 */
export class SamePeople {
	/** From each key to another of the same group; the last one leads to itself. */
	private readonly next = new Map<string, string>();

	add(keys: PersonKeys): void {
		const [first, second] = namesOf(keys);
		if (first === undefined) return;
		const group = this.lastOf(first);
		if (second !== undefined) this.next.set(this.lastOf(second), group);
	}

	/** The name of a person's group; undefined for somebody without keys. */
	groupOf(keys: PersonKeys): string | undefined {
		const [name] = namesOf(keys);
		return name === undefined ? undefined : this.lastOf(name);
	}

	private lastOf(name: string): string {
		let last = name;
		for (let next = this.next.get(last); next !== undefined && next !== last; ) {
			last = next;
			next = this.next.get(last);
		}
		// Later searches take one step, whatever the number of keys in a group.
		for (let step = name; step !== last; ) {
			const next = this.next.get(step) ?? last;
			this.next.set(step, last);
			step = next;
		}
		this.next.set(last, last);
		return last;
	}
}

function namesOf({ email, externalId }: PersonKeys): string[] {
	return [
		...(email === undefined ? [] : [`email ${email}`]),
		...(externalId === undefined ? [] : [`externalId ${externalId}`]),
	];
}
