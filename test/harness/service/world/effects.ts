import type { Clock } from '../clock';

export type RecordKind =
	| 'survey'
	| 'property'
	| 'theme'
	| 'invitation'
	| 'respondent'
	| 'topic'
	| 'mailing';

type What =
	| {
			kind: 'email';
			source: 'invitation' | 'mailing';
			surveyId: string;
			invitationId: string;
			mailingId: string | null;
			recipient: string;
	  }
	| { kind: 'created' | 'updated' | 'deleted'; record: RecordKind; id: string; surveyId: string }
	| { kind: 'cloned'; from: string; id: string; surveyId: string }
	| { kind: 'erased'; id: string; surveyId: string; reason: string | null }
	| { kind: 'reissued'; from: string; id: string; surveyId: string }
	| { kind: 'revoked'; id: string; surveyId: string }
	| { kind: 'mailing'; id: string; surveyId: string; to: string };

/** Something that really happened, and the request that did it (null: a person, the clock or a test). */
export type Effect = What & { at: number; request: number | null };
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

/** What really happened, whatever the client was told: the ground for "at most once". */
export class Effects {
	readonly all: Effect[] = [];
	/** The request being worked on; operations run in one go, so one variable is enough. */
	request: number | null = null;

	constructor(private readonly clock: Clock) {}

	note(what: What): void {
		this.all.push({ ...what, at: this.clock.now(), request: this.request });
	}

	of<Kind extends Effect['kind']>(kind: Kind): Array<EffectOf<Kind>> {
		return this.all.filter((effect): effect is EffectOf<Kind> => effect.kind === kind);
	}

	get emails(): Array<EffectOf<'email'>> {
		return this.of('email');
	}

	get erasures(): Array<EffectOf<'erased'>> {
		return this.of('erased');
	}

	created(record?: RecordKind): Effect[] {
		return this.all.filter((e) => e.kind === 'created' && (!record || e.record === record));
	}

	deleted(record?: RecordKind): Effect[] {
		return this.all.filter((e) => e.kind === 'deleted' && (!record || e.record === record));
	}

	clear(): void {
		this.all.length = 0;
	}
}
