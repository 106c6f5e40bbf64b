/** Every settled completion is remembered, so that no time decides whether one is new; up to 50,000 of them. */
import { HASH_LENGTH } from '../../../nodes/SurveyInterview/records/scalars';
import { completed, DAY, days, HOUR, START, SURVEY, Watch } from './make';

const remembered = (watch: Watch) => (watch.settled ?? '').length / HASH_LENGTH;

it('none that is known comes again, however old it is', () => {
	const watch = new Watch();
	expect(watch.changed(days(400))).toEqual([]);
	expect(remembered(watch)).toBe(400);
	watch.now = START + 1000 * DAY;
	const late = completed('late', watch.now);
	expect(watch.changed([late, ...days(400)])).toEqual(['late']);
	expect(watch.changed([late])).toEqual([]);
	expect(watch.changed([...days(400).reverse(), late])).toEqual([]);
});

it('whoever is not known comes, however late', () => {
	const watch = new Watch();
	watch.changed(days(10));
	const late = [300, 200, 100].map((age) => completed(`late-${age}`, START - age * DAY));
	expect(watch.changed([...late, ...days(10)])).toEqual(['late-300', 'late-200', 'late-100']);
});

it('more than 50,000 are not all remembered', () => {
	const many = days(50_000 * 2).map((one, at) => ({
		...one,
		completed_at: new Date(START - at * HOUR).toISOString(),
	}));
	const watch = new Watch();
	watch.changed(many);
	expect(remembered(watch)).toBeLessThan(100 * 24);
	const late = completed('late', watch.now);
	expect(watch.changed([late, ...many])).toEqual(['late']);
});

it('what is old by its time does not come, although it is not remembered', () => {
	const watch = new Watch();
	const all = days(120);
	watch.changed(all);
	const { state } = watch;
	if (!state) throw new Error('There is no state.');
	const oldBefore = START - 90 * DAY;
	const text = (state.seen[SURVEY] ?? '').slice(0, 91 * HASH_LENGTH);
	const seen = { [SURVEY]: text };
	watch.state = { ...state, seen, surveys: state.surveys.map((one) => ({ ...one, oldBefore })) };
	const late = completed('late', START + HOUR);
	expect(watch.changed([late, ...all])).toEqual(['late']);
	expect(watch.changed([late, ...all])).toEqual([]);
});

it('of more than 50,000 without a time none gets old', () => {
	const watch = new Watch();
	watch.changed(days(50_001).map(({ id, status }) => ({ id, status })));
	expect(remembered(watch)).toBe(50_001);
	expect(watch.state?.surveys[0]?.oldBefore).toBeUndefined();
});
