/** One fact has one name in all outputs, and one name is one kind of fact. */
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { outputShapeOf } from '../../nodes/SurveyInterview/form/outputSchemas';
import type { Shape } from '../../nodes/SurveyInterview/service/outputFields';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';

interface Use {
	/** Resource and operation, or the event, as people read them. */
	output: string;
	/** The record that has it, where that is not the item itself: `recipients`. */
	within: string;
	type: string;
}

/** Every field of every output, in records inside it as well. */
function vocabulary(): Map<string, Use[]> {
	const uses = new Map<string, Use[]>();
	const note = (output: string, shape: Shape, within = '') => {
		for (const [name, type] of Object.entries(shape)) {
			const inner = typeof type === 'string' ? undefined : 'list' in type ? type.list : type.object;
			const plain =
				typeof type === 'string' ? type.replace('?', '') : 'list' in type ? 'records' : 'object';
			const all = uses.get(name) ?? [];
			uses.set(name, [...all, { output, within, type: plain }]);
			if (inner) note(output, inner, within === '' ? name : `${within}.${name}`);
		}
	};
	for (const { name: resource, operations } of RESOURCES) {
		for (const operation of operations) {
			note(
				`${resource} → ${operation.name}`,
				outputShapeOf(operation, ({ fields }) => fields),
			);
		}
	}
	for (const { label, output } of EVENTS) note(label, output.fields);
	return uses;
}

const uses = [...vocabulary()];

/** Names that are two things, each in outputs that nobody takes for the other. */
const TWO_THINGS: Record<string, string> = {
	changes: 'of Sync a text, of Results Changed a list of numbers',
	from: 'the start of a bucket, and the number before a change',
	to: 'the end of a bucket, and the number after a change',
	properties: 'the values of a person, and what a survey asks for',
	sent: 'whether an email was sent, and how many',
	sentiment: 'a word of a quote, a word or a number of a topic',
	status: 'a word; beside an error, that of HTTP',
};

it('a name has one type wherever it stands', () => {
	const typesOf = (name: string) =>
		new Set(uses.find(([one]) => one === name)?.[1].map(({ type }) => type));
	const several = uses.map(([name]) => name).filter((name) => typesOf(name).size > 1);
	expect(several.sort()).toEqual(Object.keys(TWO_THINGS).sort());
});

/** Who somebody is, and what their record is called, has no prefix; only another record has one: `survey_id`. */
const PERSON = /^(recipient|participant|person|contact|customer|user)_(?!text$|count$)/;
const OTHER_WORDS =
	/(^|_)(e_?mail_address|mail|url|uri|uuid|guid|href|identifier|title|fullname)(_|$)/;

it('who somebody is has the same name everywhere', () => {
	const second = uses
		.map(([name]) => name)
		.filter((name) => PERSON.test(name) || OTHER_WORDS.test(name));
	expect(second).toEqual([]);
	for (const planted of ['recipient_email', 'person_name', 'interview_url', 'title']) {
		expect(PERSON.test(planted) || OTHER_WORDS.test(planted)).toBe(true);
	}
});

it('a record names itself without its kind: an invitation has an id, and no invitation_id', () => {
	const own = uses.flatMap(([name, of]) =>
		of.flatMap(({ output, within }) => {
			const [resource = ''] = output.toLowerCase().split(' → ');
			// Its records are recipients, and say which mailing they belong to.
			if (output === 'Mailing → Get Recipients') return [];
			const isOfItself = new RegExp(`^${resource}_(id|name|email|link|status)$`).test(name);
			return isOfItself && within === '' ? [`${output}: ${name}`] : [];
		}),
	);
	expect(own).toEqual([]);
});
