/** What the bench's service has many of, as the interface names it, made as text once. */

/** Completions are spread evenly over the time that a survey has run. */
const YEARS = 4;
const SPAN_MS = YEARS * 365.25 * 24 * 60 * 60 * 1000;
/** As a service's socket would give a long answer. */
const PIECE_BYTES = 64 * 1024;
const IN_ONE_TEXT = 10_000;

/** Some 430 bytes each. Ten of 100,000 have a score that a filter asks for. */
export function respondentText(place: number, completedAt: Date): string {
	const [plan, score] = [place % 2 ? 'Plus' : 'Basic', place % 10_000 === 7 ? 0 : 5 + (place % 6)];
	const startedAt = new Date(completedAt.getTime() - 7 * 60_000).toISOString();
	return `{"id":"${uuid(place)}","invitation_id":"${uuid(place)}","status":"completed","name":"Person Ä. ${place}","email":"person.${place}@example.com","external_id":"crm-${place}","properties":{"plan":"${plan}","country":"DE","seats":${place % 40}},"score":${score},"started_at":"${startedAt}","completed_at":"${completedAt.toISOString()}","language":"de","channel":"email","job_title":"Head of Logistics, Europe"}`;
}

/** An identifier by its number; two kinds of records may share one. */
export function uuid(number: number): string {
	return `0a2c0c9d-61c5-4a54-9d4d-${String(number).padStart(12, '0')}`;
}

const made = new Map<number, Buffer[]>();

/** So many respondents, oldest first, without the brackets of the list. Surveys of one size share them. */
export function respondentPieces(count: number): Buffer[] {
	const pieces = made.get(count) ?? Array.from(piecesOf(count));
	made.set(count, pieces);
	return pieces;
}

function* piecesOf(count: number): Generator<Buffer> {
	const end = Date.now();
	for (let from = 0; from < count; from += IN_ONE_TEXT) {
		const places = Array.from({ length: Math.min(IN_ONE_TEXT, count - from) }, (_, n) => from + n);
		const texts = places.map((place) =>
			respondentText(place, new Date(end - SPAN_MS * (1 - place / count) - 60_000)),
		);
		const bytes = Buffer.from((from === 0 ? '' : ',') + texts.join());
		for (let at = 0; at < bytes.length; at += PIECE_BYTES)
			yield bytes.subarray(at, at + PIECE_BYTES);
	}
}

/** The part of a paged list that was asked for. */
export function page<T>(query: URLSearchParams, total: number, make: (place: number) => T) {
	const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name) ?? 0));
	const length = Math.max(0, Math.min(limit ?? 0, total - (offset ?? 0)));
	const records = Array.from({ length }, (_, n) => make((offset ?? 0) + n));
	return { records, limit, offset, total };
}
