/** Properties: what a key is and what a label. */
import { PROPERTY, surveyProperties } from '../../../nodes/SurveyInterview/service/surveys';

const read = (record: object) => PROPERTY.read({ ...record }, {});

it.each<[object, string | null, string | null]>([
	[{ key: 'team', label: 'Team' }, 'team', 'Team'],
	[{ key: 'team', name: 'Team' }, 'team', 'Team'],
	[{ name: 'team', label: 'Team' }, 'team', 'Team'],
	[{ name: 'team', display_name: 'Team' }, 'team', 'Team'],
	[{ name: 'team', label: 'team' }, 'team', 'team'],
	[{ name: 'team', title: 'Team', slug: 't' }, 't', 'Team'],
	[{ name: 'Team' }, null, 'Team'],
	[{ name: 'team', label: null }, null, 'team'],
	[{ label: 'Team' }, null, 'Team'],
])('%j has the key %j and the label %j', (record, key, label) => {
	expect(read({ id: 'p', ...record })).toMatchObject({ key, label });
});

it('a name beside a label is what its values are sent under', () => {
	expect(surveyProperties({ properties: [{ id: 'p', name: 'team', label: 'Team' }] })).toEqual([
		{ key: 'team', label: 'Team' },
	]);
	expect(surveyProperties({ properties: [{ id: 'p', name: 'Team' }] })).toEqual([
		{ key: 'Team', label: 'Team', keyIsLabel: true },
	]);
});

it.each(['properties', 'participant_properties', 'participantProperties', 'attributes'])(
	'%s are the properties, and no other list with a name like it',
	(name) => {
		const others = [{ id: 'g', key: 'group' }];
		const own = [{ id: 'p', key: 'team' }];
		const detail = { property_groups: others, [name]: own, tags: others };
		expect(surveyProperties(detail)).toEqual([{ key: 'team', label: 'team' }]);
	},
);
