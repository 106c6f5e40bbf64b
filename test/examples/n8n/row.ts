import type { RespondentRecord, Service } from '../../harness/service';

/** What a row of a table has to say of a completion, in that order. */
export interface Row {
	id: string;
	completed: string;
	survey: string;
	score: number | null;
	name: string;
	email: string;
	words: string;
}

/** The row of somebody who completed, made of what happened in the service. @param most characters of theirs */
export function rowOf({ world }: Service, record: RespondentRecord, most: number): Row {
	const survey = world.surveys().find(({ id }) => id === record.surveyId);
	const said = (record.messages ?? []).filter(({ speaker }) => speaker === 'participant');
	const all = [...said.map(({ text }) => text).join('\n\n')];
	const words = all.slice(0, most).join('') + (all.length > most ? ' … shortened' : '');
	return {
		id: record.id,
		completed: new Date(record.completedAt ?? 0).toISOString(),
		survey: survey?.name ?? '',
		score: record.score,
		name: survey?.anonymous ? '' : cell(record.name),
		email: survey?.anonymous ? '' : cell(record.email),
		words: cell(words),
	};
}

/** As text that no program takes for a formula. */
function cell(text: string | null): string {
	const visible = (text ?? '').replace(/[\u200b\u202e]/g, '');
	return /^\s*[=+\-@]/.test(visible) ? `'${visible}` : visible;
}
