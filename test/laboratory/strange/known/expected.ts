/** What Simplified must say of a record, by docs/facts.md, from what the generator put in. */
import { isEqual } from 'lodash';

import type { JsonObject } from '../foreign/types';
import { bare } from './reading';
import type { KnownRecord } from './record';
import { told, truths, type Filled } from './service';
import { STATUS_WORDS } from './types';

type Fields = Record<string, unknown>;

/** Some fields of the output. */
const fields = (one: KnownRecord, ...names: string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, told(one, name).value]));

const wordOf = (status: unknown) =>
	Object.keys(STATUS_WORDS).find((word) => STATUS_WORDS[word]?.includes(String(status))) ??
	(status as string | null);

/** Who has completed the interview, and when. */
export function interview(one: KnownRecord) {
	const word = wordOf(told(one, 'status').value);
	const [done, ended] = [told(one, 'completed_at'), told(one, 'ended_at')];
	const isErased = told(one, 'erased').value === true || word === 'erased';
	// An interview that was broken off has an end as well.
	const mayEnd = word === null || word === 'completed';
	const stands = done.value !== null || done.isOpen;
	const hasTime = stands || (mayEnd && (ended.value !== null || ended.isOpen));
	const isCompleted = !isErased && (word === 'completed' || hasTime);
	return {
		isErased,
		isCompleted,
		status: isErased ? 'erased' : (word ?? (hasTime ? 'completed' : null)),
		completed_at: done.value ?? (mayEnd ? ended.value : null),
	};
}

/** A person's name: the whole one, or else its parts. */
function nameOf(one: KnownRecord): unknown {
	const { value, isOpen } = told(one, 'name');
	const [first, last] = ['first_name', 'last_name'].map((name) => told(one, name).value);
	if (value !== null || isOpen) return value;
	if (first === null) return null;
	return [first, last].filter((part) => part !== null).join(' ');
}

function groupOf(metric: unknown, score: unknown): string | null {
	if ((metric !== 'nps' && metric !== 'enps') || !Number.isInteger(score)) return null;
	const given = Number(score);
	if (given > 10) return null;
	return given >= 9 ? 'promoter' : given >= 7 ? 'passive' : 'detractor';
}

export function respondent(one: KnownRecord): Fields {
	const { status, completed_at } = interview(one);
	const plain = fields(one, 'email', 'external_id', 'score', 'metric_type', 'properties');
	return {
		...plain,
		...fields(one, 'started_at', 'survey_name', 'survey_id', 'id'),
		name: nameOf(one),
		status,
		completed_at,
		nps_group: groupOf(plain.metric_type, plain.score),
	};
}

/** Participant Link of the credential. */
export const PARTICIPANT_LINK = 'https://own.example/{token}';

/** The status has a default, which is that of a record without one. */
export function invitation(one: KnownRecord): Fields {
	const { value: status, isWritten } = told(one, 'status');
	const made = one.token === undefined ? null : PARTICIPANT_LINK.replace('{token}', one.token);
	return {
		...truths(one),
		status: isWritten ? status : 'open',
		link: told(one, 'link').value ?? made,
	};
}

export function overview(one: KnownRecord): Fields {
	const { response_rate: rate, response_rate_percent: percent, ...all } = truths(one);
	const { invited, completed } = all;
	const counted =
		typeof invited === 'number' && typeof completed === 'number' && completed <= invited
			? completed / invited
			: null;
	return { ...all, response_rate: percent ?? rate ?? counted };
}

const TONES = ['positive', 'neutral', 'negative'];

/** A counter that an object of counters leaves out is 0. */
export function topic(one: KnownRecord): Fields {
	const { attributes = one.record } = one.record;
	const counters = Object.entries(attributes as JsonObject).flatMap(([key, held]) => {
		const isCounters = /^(mentions?|counts?|mentioncounts|volume)$/.test(plainKey(key));
		if (!isCounters || typeof held !== 'object' || held === null) return [];
		const keys = Object.keys(held).map(plainKey);
		return ['comments', ...TONES].some((name) => keys.includes(name)) ? [keys] : [];
	});
	const tones = TONES.map((tone) => {
		const isLeftOut = counters.length === 1 && counters[0]?.includes(tone) === false;
		return told(one, tone).value ?? (isLeftOut ? 0 : null);
	});
	const areKnown = tones.every((tone) => tone !== null);
	return {
		...truths(one),
		...Object.fromEntries(TONES.map((tone, at) => [tone, areKnown ? tones[at] : null])),
	};
}

const plainKey = (key: string) => bare(key.toLowerCase().replace(/[^a-z0-9_]/g, ''));

function message(one: KnownRecord): Fields {
	const { role, is_interviewer: ai, is_participant: human } = truths(one);
	const flags = [
		...(typeof ai === 'boolean' ? [ai] : []),
		...(typeof human === 'boolean' ? [!human] : []),
	];
	const isSure = flags.length > 0 && flags.every((flag) => flag === flags[0]);
	const flagged = isSure ? (flags[0] ? 'interviewer' : 'participant') : null;
	return { role: role ?? flagged, ...fields(one, 'text', 'at') };
}

export function conversation(one: Filled): Fields {
	const messages = told(one, 'messages').value === null ? null : one.inside.map(message);
	const wrote = messages?.filter(({ role, text }) => role === 'participant' && text !== null);
	return {
		...fields(one, 'summary', 'positives', 'negatives'),
		messages,
		...(wrote?.length ? { participant_text: wrote.map(({ text }) => text).join('\n\n') } : {}),
	};
}

/** A point that leaves its tone out is neutral. */
const point = (one: KnownRecord): Fields => {
	const { value, isWritten } = told(one, 'tone');
	return { ...fields(one, 'text', 'topic_id'), tone: isWritten ? value : 'neutral' };
};

export const conclusion = (one: Filled): Fields => ({
	text: told(one, 'text').value,
	points: told(one, 'points').value === null ? null : one.inside.map(point),
});

/** A property's name is its key beside a label, and else its label. */
export const property = (one: KnownRecord): Fields => fields(one, 'key', 'label', 'options', 'id');

/** The fields that differ from what is expected, as sentences. */
export function differences(what: string, got: Fields | undefined, expected: Fields): string[] {
	return Object.entries(expected).flatMap(([name, value]) => {
		// As it is shown: Field Names travel with the objects of an answer, where nobody sees them.
		const is = asShown(got?.[name] ?? null);
		const isNear =
			typeof is === 'number' && typeof value === 'number' && Math.abs(is - value) < 1e-9;
		if (isNear || isEqual(is, value ?? null)) return [];
		return [`${what}.${name} is ${JSON.stringify(is)}, not ${JSON.stringify(value ?? null)}`];
	});
}

const asShown = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
