import { triggerProperties } from '../../nodes/SurveyInterview/trigger/form';
import { GENERATED, withGeneratedParts } from './generated';
import { choicesOf } from './optionsTables';
import { textOf } from './pages';

it.each(Object.keys(GENERATED))(
	'the generated parts of %s are up to date (npm run docs)',
	(page) => {
		const text = textOf(page);
		expect(text).toBe(withGeneratedParts(page, text));
	},
);

it('the README has a row for each event of the trigger', () => {
	const [, rows = ''] =
		/^\| Event \|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)/m.exec(textOf('README.md')) ?? [];
	const named = [...rows.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, name]) => name);
	const events = choicesOf(triggerProperties(), 'event').map(({ name }) => name);
	expect(named.sort()).toEqual(events.sort());
});
