/** How far a respondent is, in the ways a service may keep it: words, flags, moments, codes. */
import type { Dialect } from '../dialect';
import type { Table } from '../table';
import { fact, unsaid, type Facts, type Said } from '../types';
import { names, nonsense } from '../words';

const WORDS = {
	completed: [
		'completed',
		'completed',
		'complete',
		'finished',
		'done',
		'voltooid',
		'abgeschlossen',
	],
	started: ['started', 'started', 'in_progress', 'in progress', 'ongoing', 'begonnen'],
	erased: ['erased', 'erased', 'deleted', 'anonymized', 'gdpr_removed', 'gewist'],
	other: ['abandoned', 'timed_out', 'screened out', 'disqualified', 'paused', 'needs_review'],
};
export type State = keyof typeof WORDS;
export type Way = 'word' | 'flags' | 'moments' | 'wordAndFlag' | 'code' | 'nonsenseWord';

export function pickWay(dialect: Dialect): Way {
	const ways: Way[] = ['word', 'word', 'word', 'flags', 'moments', 'wordAndFlag', 'code'];
	if (dialect.style === 'nonsense') ways.push('nonsenseWord', 'nonsenseWord');
	return dialect.random.pick(ways);
}

export class Status {
	private readonly own: Record<State, string>;

	constructor(
		private readonly dialect: Dialect,
		readonly way: Way,
	) {
		const { random } = dialect;
		const word = (state: State) =>
			way === 'nonsenseWord'
				? nonsense(random)
				: way === 'code'
					? String(['other', 'started', 'completed', 'erased'].indexOf(state))
					: random.pick(WORDS[state]);
		this.own = {
			completed: word('completed'),
			started: word('started'),
			erased: word('erased'),
			other: word('other'),
		};
	}

	columns(table: Table): void {
		const { way } = this;
		if (way !== 'flags' && way !== 'moments') {
			table.fact(
				'status',
				names('status status state progress.status', 'toestand stand', 'leg_of_trip'),
				0,
			);
		}
		if (way === 'flags') {
			table.fact(
				'completed',
				names('completed is_completed is_complete finished', 'voltooid', 'made_it'),
				0,
			);
		}
		if (way === 'flags' || way === 'wordAndFlag') {
			table.fact('erased', names('erased is_erased gdpr_erased', 'gewist', 'scrubbed_out'), 0);
		}
		if (way === 'moments') {
			table.fact('erased_at', names('erased_at gdpr.erased_at', 'gewist_op', 'scrubbed_when'), 0);
		}
	}

	says(state: State): Record<string, Said> {
		const erased = state === 'erased';
		// Beside an erasure flag the word often keeps what it was before the erasure.
		const shown = erased && this.way === 'wordAndFlag' ? 'completed' : state;
		const word = this.own[shown];
		const moment = this.dialect.random.moment();
		return {
			status: { json: this.way === 'code' ? Number(word) : this.dialect.word(word), ...fact(word) },
			completed: this.dialect.boolean(state === 'completed'),
			erased: this.dialect.boolean(erased),
			erased_at: this.dialect.moment(erased ? moment : null),
		};
	}

	/**
	 * Replaces the written columns by the two facts they speak of. `ended` tells what the
	 * completion moment says: true, false (written as none) or null (no such key).
	 */
	settle(table: Table, facts: Facts, state: State, ended: boolean | null): void {
		const word = table.clear('status');
		const flag = table.clear('erased');
		const raw = this.own[state].toLowerCase();
		const joined = raw.replace(/ /g, '_');
		const own = [raw, joined, raw.replace(/_/g, ' ')];
		const is = state === 'completed';
		const known = state !== 'other';
		const real = known ? state : joined;
		let certain = false;
		delete facts.erased;
		delete facts.erased_at;
		switch (this.way) {
			case 'word':
				certain = word;
				facts.status = fact(real, certain, [...own, ...(raw === 'paused' ? ['started'] : [])]);
				break;
			case 'wordAndFlag':
				certain = word && flag;
				facts.status = fact(real, certain, own);
				if (state === 'erased') {
					facts.status.also.push('completed', this.own.completed.toLowerCase());
				}
				break;
			case 'flags':
				certain = table.clear('completed') && flag;
				facts.status = fact(
					known ? state : null,
					false,
					is || state === 'erased' ? [] : ['started'],
				);
				if (!certain && state === 'erased') facts.status.also.push('started');
				break;
			case 'moments':
				certain = table.clear('completed_at') && table.clear('erased_at') && ended === true;
				if (state === 'erased') facts.status = fact('erased', certain);
				else facts.status = ended ? fact('completed', certain) : unsaid('started');
				// Who cannot read the erasure sees only whether there was a completion.
				if (!certain && state === 'erased') facts.status.also.push(ended ? 'completed' : 'started');
				break;
			default:
				// A code or a word without meaning is the service's own word, and says no more.
				facts.status = unsaid(...own);
		}
		facts.completed = fact(is, certain && known);
		if (state === 'erased' && ended && !certain && !(this.way === 'word' && word)) {
			facts.completed.also.push(true);
		}
	}
}
