/** A conversation: its messages and the summary for administrators. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import {
	type Fact,
	type Facts,
	type Json,
	type JsonObject,
	type Made,
	fact,
	unsaid,
} from '../types';
import { nonsense, spellKey } from '../words';
import { readable, vague } from './clear';
import { type Turn, transcript } from './transcript';

/** The summary: its inner shape is in the specification, its place in this record is not. */
function addSummary(dialect: Dialect, record: JsonObject): { facts: Facts; way: string } {
	const { random } = dialect;
	const text = random.sentence();
	const positives = random.many(0, 3, () => random.sentence());
	const negatives = random.many(0, 3, () => random.sentence());
	const said = (sure: boolean): Facts => ({
		summary: fact(text, sure),
		positives: fact(positives, sure),
		negatives: fact(negatives, sure),
	});
	const none = (): Facts => ({ summary: unsaid(), positives: unsaid([]), negatives: unsaid([]) });
	const way = random.pick(['nested', 'nested', 'flat', 'textOnly', 'strange', 'null', 'absent']);
	const key = (name: string) => spellKey(name, dialect.casing);
	const known = (): JsonObject => ({
		[key('summary')]: text,
		[key('positives')]: positives,
		[key('negatives')]: negatives,
		[key('generated_at')]: dialect.moment(random.moment()).json,
	});
	if (way === 'nested')
		record[random.pick([key('summary'), key('conversation_summary')])] = known();
	else if (way === 'flat') Object.assign(record, known());
	else if (way === 'null') record[key('summary')] = null;
	else if (way === 'textOnly') {
		record[key('summary')] = text;
		return { facts: { ...none(), summary: fact(text) }, way };
	} else if (way === 'strange') {
		record[nonsense(random)] = { [nonsense(random)]: text, pro: positives, con: negatives };
		return { facts: said(false), way };
	}
	return { facts: way === 'nested' || way === 'flat' ? said(true) : none(), way };
}

export function makeConversation(dialect: Dialect): Made {
	const { random } = dialect;
	const record: JsonObject = {};
	if (random.chance(0.4)) record[spellKey('respondent_id', dialect.casing)] = random.uuid();
	if (random.chance(0.2)) record[spellKey('survey_name', dialect.casing)] = 'Pulse 4';
	if (random.chance(0.2)) record[spellKey('next_questions', dialect.casing)] = [];
	const turns: Turn[] = random.many(1, 6, (at) => ({
		role: at % 2 ? 'participant' : 'interviewer',
		text: random.sentence(),
	}));
	if (random.chance(0.15)) turns.push({ role: null, text: 'The conversation was closed.' });
	const { json, facts, way } = transcript(dialect, turns);
	const clear = readable(dialect);
	const key = clear
		? random.pick(['messages', 'messages', 'transcript', 'conversation', 'turns'])
		: nonsense(random);
	record[spellKey(key, dialect.casing)] = json;
	const summary = addSummary(dialect, record);
	// A body is JSON (Conventions), and a text alone is no record.
	const [answer, shape] =
		random.chance(0.06) && way !== 'oneText'
			? ([json, 'bareMessages'] as [Json, string])
			: wrapOne(dialect, record, 'conversation');
	const bare = shape === 'bareMessages';
	const none: Record<string, Fact> = {
		summary: unsaid(),
		positives: unsaid(),
		negatives: unsaid(),
	};
	return {
		answer,
		truth: {
			facts: bare ? none : summary.facts,
			lists: { messages: clear || bare ? facts : vague(facts) },
		},
		note: [shape, way, summary.way],
	};
}
