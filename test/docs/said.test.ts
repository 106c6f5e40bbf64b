/** What is added to the code is also said in words, outside the tables that are made from the code. */
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import { handwritten } from './generated';
import { filterFields, ownOptionsOf } from './optionsTables';

const unsaid = (page: string, names: string[]) => {
	const text = handwritten(page);
	expect(names.length).toBeGreaterThan(0);
	return names.filter((name) => !text.includes(name));
};

it('docs/trigger.md says something of each event', () => {
	const events = Object.values(EVENTS).map(({ label }) => label);
	expect(unsaid('docs/trigger.md', events)).toEqual([]);
});

it('docs/sync.md says something of each option', () => {
	const options = ownOptionsOf('invitation', 'sync');
	const labels = options.map(({ displayName }) => displayName);
	expect(unsaid('docs/sync.md', labels)).toEqual([]);
});

it('docs/find-and-filters.md names each filter that the node applies', () => {
	const labels = filterFields().map(({ label }) => `*${label}*`);
	expect(unsaid('docs/find-and-filters.md', labels)).toEqual([]);
});

it('CHANGELOG.md names each event', () => {
	const events = Object.values(EVENTS).map(({ label }) => label);
	expect(unsaid('CHANGELOG.md', events)).toEqual([]);
});
