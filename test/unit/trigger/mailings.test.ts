import { noteFieldNames } from '../../../nodes/SurveyInterview/records/json';
import type { State } from '../../../nodes/SurveyInterview/trigger/state';
import { iso, judged, MINUTE, planned, settings, START, survey, SURVEY } from './make';

type Json = Record<string, unknown>;
const event = 'mailingStatusChanged';

const mailing = (id: string, status: unknown, minute = 0): Json => ({
	id,
	status,
	created_at: iso(START + minute * MINUTE),
});

/** A workflow that watches the mailings of one survey. */
class Watch {
	state: State | undefined;
	private now = START;

	constructor(private readonly options: Parameters<typeof settings>[0] = {}) {}

	/** One poll; what it delivered, as `id: from → to`. */
	polled(answer: unknown, room = 5): string[] {
		const all = { event, ...this.options };
		const { state, tasks } = planned(this.state, [survey(SURVEY)], this.now, all);
		this.now += MINUTE;
		const [task] = tasks;
		const judgement = task && judged(settings(all), state, task, answer, room);
		if (!judgement) throw new Error('The answer was not understood.');
		expect(judgement.drafts.length).toBeLessThanOrEqual(room);
		const fate = { delivered: judgement.drafts, deferred: [], notReached: [] };
		this.state = judgement.settle(fate);
		return judgement.drafts.map(({ json }) => {
			expect(json.is_new).toBe(json.previous_status === null);
			expect(json).toMatchObject({ survey_id: SURVEY, survey_name: 'Survey 1' });
			return `${json.id}: ${json.previous_status} → ${json.status}`;
		});
	}
}

describe('Mailing Status Changed', () => {
	it('is silent at the baseline, then says from which status to which', () => {
		const watch = new Watch();
		expect(watch.polled([mailing('a', 'draft'), mailing('b', 'sent')])).toEqual([]);
		expect(watch.polled([mailing('a', 'draft'), mailing('b', 'sent')])).toEqual([]);
		expect(watch.polled([mailing('a', 'sending'), mailing('b', 'sent')])).toEqual([
			'a: draft → sending',
		]);
		expect(watch.polled([mailing('a', 'sent'), mailing('b', 'sent')])).toEqual([
			'a: sending → sent',
		]);
		expect(watch.polled([mailing('a', 'sent'), mailing('b', 'sent')])).toEqual([]);
	});

	it('reads the status at the place that the credential’s Field Names give', () => {
		const watch = new Watch({ output: 'simplified' });
		const polled = (phase: string) => {
			const list = [{ id: 'a', phase }];
			noteFieldNames(list, { mailing: { status: 'phase' } });
			return watch.polled(list);
		};
		expect([polled('draft'), polled('sent')]).toEqual([[], ['a: draft → sent']]);
	});

	it('says that a mailing is new', () => {
		const watch = new Watch();
		watch.polled([]);
		expect(watch.polled({ mailings: [mailing('a', 'draft')], total: 1 })).toEqual([
			'a: null → draft',
		]);
		expect(watch.polled([mailing('a', 'draft')])).toEqual([]);
	});

	it('does not take a mailing for new that was missing from a list', () => {
		const watch = new Watch();
		watch.polled([mailing('a', 'draft')]);
		expect(watch.polled([])).toEqual([]);
		expect(watch.polled([mailing('a', 'draft')])).toEqual([]);
		expect(watch.polled([])).toEqual([]);
		expect(watch.polled([mailing('a', 'sent')])).toEqual(['a: draft → sent']);
	});

	it('of a mailing that a list has twice comes once', () => {
		const watch = new Watch();
		watch.polled([mailing('a', 'draft')]);
		const twice = [mailing('a', 'sent'), mailing('a', 'sent')];
		expect(watch.polled(twice)).toEqual(['a: draft → sent']);
		expect(watch.polled(twice)).toEqual([]);
	});

	it('tells a way there and back as two changes', () => {
		const watch = new Watch();
		watch.polled([mailing('a', 'sending')]);
		expect(watch.polled([mailing('a', 'paused')])).toEqual(['a: sending → paused']);
		expect(watch.polled([mailing('a', 'sending')])).toEqual(['a: paused → sending']);
	});

	it('gives the oldest first, and the rest in the next polls when there is no room', () => {
		const watch = new Watch();
		watch.polled([mailing('a', 'draft', 1)]);
		const list = [
			mailing('c', 'draft', 3),
			{ id: 'd', status: 'draft' },
			mailing('b', 'draft', 2),
			mailing('a', 'sent', 1),
		];
		expect(watch.polled(list, 2)).toEqual(['a: draft → sent', 'b: null → draft']);
		expect(watch.polled(list, 0)).toEqual([]);
		expect(watch.polled(list, 2)).toEqual(['c: null → draft', 'd: null → draft']);
		expect(watch.polled(list, 2)).toEqual([]);
	});

	it('leaves out what has no id or no status', () => {
		const watch = new Watch();
		watch.polled([]);
		expect(watch.polled([{ status: 'sent' }, { id: 'a' }, mailing('b', '')])).toEqual([]);
		expect(watch.polled([mailing('a', 7), mailing('b', 'sent')])).toEqual(['b: null → sent']);
	});

	it('delivers what exists, where that is asked for', () => {
		const watch = new Watch({ emitExisting: true });
		expect(watch.polled([mailing('a', 'sent')])).toEqual(['a: null → sent']);
		expect(watch.polled([mailing('a', 'sent')])).toEqual([]);
	});

	it('tells a change to a word that nobody knows', () => {
		const watch = new Watch({ output: 'simplified' });
		const words = ['queued', 'sending', 'sending_failed', 'sent_failed', 'sent'];
		expect(words.flatMap((word) => watch.polled([mailing('a', word)]))).toEqual([
			'a: queued → sending',
			'a: sending → sending_failed',
			'a: sending_failed → sent_failed',
			'a: sent_failed → sent',
		]);
	});

	it('is silent where only the case of a word changes, unless it delivers that word', () => {
		const words = ['SENDING', 'sending', 'sent'];
		const changes = (output: string) => {
			const watch = new Watch({ output });
			return words.flatMap((word) => watch.polled([mailing('a', word)]));
		};
		expect(changes('simplified')).toEqual(['a: sending → sent']);
		expect(changes('everything')).toEqual(['a: SENDING → sending', 'a: sending → sent']);
	});

	it('puts nothing into the set of completions', () => {
		const watch = new Watch({ emitExisting: true });
		watch.polled([mailing('a', 'sent')]);
		expect(watch.state?.seen).toEqual({});
	});
});
