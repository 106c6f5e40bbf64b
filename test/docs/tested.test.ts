import { triggerProperties } from '../../nodes/SurveyInterview/trigger/form';
import { choicesOf, filterFields, optionsIn, ownOptionsOf } from './optionsTables';
import { filesIn, textOf } from './pages';

const trigger = triggerProperties();
const events = choicesOf(trigger, 'event').map(({ value }) => String(value));
const options = optionsIn(trigger.filter(({ name }) => name === 'options' || name === 'filters'));
const ofSync = ownOptionsOf('invitation', 'sync');

const textIn = (folder: string, but: RegExp = /^$/) =>
	filesIn([folder], /\.test\.ts$/)
		.filter((file) => !but.test(file))
		.map(textOf)
		.join('\n');
const unnamed = (names: string[], text: string) =>
	names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));

it.each(['test/unit/trigger', 'test/trigger'])('a test in %s names each event', (folder) => {
	expect(events.length).toBeGreaterThan(0);
	expect(unnamed(events, textIn(folder))).toEqual([]);
});

it('a test of the trigger names each of its options and filters', () => {
	expect(options.length).toBeGreaterThan(0);
	const names = options.map(({ name }) => name);
	expect(unnamed(names, textIn('test/trigger'))).toEqual([]);
});

it('a test of the operations names each filter that the node applies', () => {
	const names = filterFields().map(({ name }) => name);
	expect(names.length).toBeGreaterThan(0);
	expect(unnamed(names, textIn('test/operations'))).toEqual([]);
});

it('a test of the sync names each of its options, besides the one that tries that it does something', () => {
	expect(ofSync.length).toBeGreaterThan(0);
	const names = ofSync.map(({ name }) => name);
	expect(unnamed(names, textIn('test/sync', /optionEffects/))).toEqual([]);
});
