/** The transcript of a conversation in its layouts. */
import { Dialect } from '../dialect';
import { entry, nth } from '../lookup';
import { Table } from '../table';
import { type Facts, type Json, type Said, fact } from '../types';
import { names, spellKey } from '../words';

type Role = 'interviewer' | 'participant' | null;

/** Who speaks: words, a flag, a direction, or letters that only the service understands. */
function roleColumn(dialect: Dialect): {
	names: ReturnType<typeof names>;
	say: (role: Role) => Said;
} {
	const { random } = dialect;
	const role = names(
		'role role sender author author.type sender.role speaker from',
		'rolle spreker',
		'mouth_of',
	);
	const [interviewer, participant, sure] = random.pick<[string, string, boolean]>([
		['interviewer', 'participant', true],
		['interviewer', 'respondent', true],
		['assistant', 'user', true],
		['bot', 'human', true],
		['ai', 'customer', true],
		['agent', 'respondent', true],
		['A', 'B', false],
		['m1', 'm2', false],
	]);
	if (random.chance(0.15)) {
		return {
			names: names('is_bot from_bot is_interviewer', 'ist_bot', 'machine_made'),
			say: (who) =>
				who
					? { ...dialect.boolean(who === 'interviewer'), value: who }
					: { json: null, ...fact(null) },
		};
	}
	return {
		names: role,
		say: (who) =>
			who
				? {
						json: dialect.word(who === 'interviewer' ? interviewer : participant),
						...fact(who, sure),
					}
				: { json: dialect.word('system'), ...fact(null) },
	};
}

export interface Turn {
	role: Role;
	text: string;
}

export function transcript(
	dialect: Dialect,
	turns: Turn[],
): { json: Json; facts: Facts[]; way: string } {
	const { random } = dialect;
	const way = random.pick(['records', 'records', 'records', 'records', 'pairs', 'oneText']);
	const spoken = turns.filter((turn) => turn.role !== null);
	const facts = (list: Turn[], sure: boolean) =>
		list.map((turn): Facts => ({ role: fact(turn.role, sure), text: fact(turn.text, sure) }));
	if (way === 'oneText') {
		const line = (turn: Turn) =>
			`${turn.role === 'interviewer' ? 'Interviewer' : 'Participant'}: ${turn.text}`;
		const whole = spoken.map(line).join('\n');
		const rows = facts(spoken, false);
		// Whoever cannot take the text apart may hand it on as one message of nobody.
		entry(nth(rows, 0), 'text').also.push(whole);
		return { json: whole, facts: rows, way };
	}
	if (way === 'pairs') {
		const both = spoken.slice(0, spoken.length - (spoken.length % 2));
		const key = (name: string) => spellKey(name, dialect.casing);
		const json: Json = [];
		for (let at = 0; at < both.length; at += 2) {
			json.push({
				[key('question')]: nth(both, at).text,
				[key('answer')]: nth(both, at + 1).text,
			});
		}
		return { json, facts: facts(both, true), way };
	}
	const role = roleColumn(dialect);
	const inParts = random.chance(0.1);
	const table = new Table(dialect)
		.fact('role', role.names, 0.08)
		.fact(
			'text',
			names('text text content message body message.text', 'tekst inhalt', 'said_aloud'),
			0.02,
		)
		.beside(
			{
				id: () => random.uuid(),
				created_at: () => dialect.moment(random.moment()).json,
				translated_text: () => 'EN: ' + random.sentence(),
				topics: () => [{ message_id: random.uuid(), topic_name: 'Pay', sentiment_score: 0.4 }],
				question_id: () => random.uuid(),
				participant_name: () => random.person().name,
				language: () => 'nl',
				message_type: () => random.pick(['text', 'audio']),
				prompt_template: () => 'Ask about {topic}',
				reply_to_id: () => random.uuid(),
			},
			0.15,
		)
		.noise()
		.done();
	const rows = turns.map((turn) => {
		const plain = dialect.text(turn.text);
		const text = inParts ? { ...plain, json: [{ type: 'text', text: turn.text }] } : plain;
		return table.row({ role: role.say(turn.role), text });
	});
	return { json: rows.map((row) => row.json), facts: rows.map((row) => row.facts), way };
}
