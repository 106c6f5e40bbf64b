import { triggerProperties } from '../../nodes/SurveyInterview/trigger/form';
import { GENERATED, withGeneratedParts } from './generated';
import { choicesOf } from './optionsTables';
import { textOf } from './pages';

it.each(Object.keys(GENERATED))('the tables of %s are up to date (npm run docs)', (page) => {
	const text = textOf(page);
	expect(text).toBe(withGeneratedParts(page, text));
});

it.each(['README.md', 'docs/trigger.md'])('%s has a row for each event of the trigger', (page) => {
	const [, rows = ''] =
		/^\| Event \|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)/m.exec(textOf(page)) ?? [];
	const named = [...rows.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, name]) => name);
	const events = choicesOf(triggerProperties(), 'event').map(({ name }) => name);
	expect(named.sort()).toEqual(events.sort());
});
