import { isObject, type JsonObject } from '../records/json';
import { FactFinder, factsNamed, ofKind } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toId, toText, toWord } from './values';

/** ConclusionBulletRead (docs/interface.md, Results). */
export const POINT_FACTS = ofKind('point', [
	{
		name: 'text',
		at: [/^text$/, /^(content|point|body)(\.text)?$/],
		read: toText,
	},
	{ name: 'tone', at: [/^tone$/, /^sentiment$/], read: toWord },
	{ name: 'topic_id', at: [/^topicid$/, /^topic\.(topic)?id$/], read: toId },
]);

const WRAPPED = '((conclusion|summary|data|result)\\.)?';
export const CONCLUSION_FACTS = ofKind('conclusion', [
	{
		name: 'text',
		at: [
			new RegExp(`^${WRAPPED}(text|conclusion|summary|prose|body)$`),
			new RegExp(`^${WRAPPED}(paragraphs|texts)$`),
		],
		read: prose,
	},
	{
		name: 'points',
		at: [new RegExp(`^${WRAPPED}(bullets|(key|bullet)?points|highlights|takeaways)$`)],
		read: points,
	},
]);

/** A text, or paragraphs as one. */
function prose(value: unknown): string | null | undefined {
	if (!Array.isArray(value)) return toText(value);
	if (!value.every((one) => typeof one === 'string')) return undefined;
	return value.length === 0 ? null : value.join('\n\n');
}

const pointFinder = new FactFinder(POINT_FACTS);
const tones = new FactFinder(factsNamed(POINT_FACTS, 'tone'));

function points(value: unknown): JsonObject[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		isObject(one) ? pointFacts(one) : { text: toText(one), tone: null, topic_id: null },
	);
	if (!read.every((one) => typeof one.text === 'string')) return undefined;
	return read;
}

/** The tone of a point that leaves it out is neutral; one that is not understood may be any. */
function pointFacts(point: JsonObject): JsonObject {
	const facts = pointFinder.in(point);
	const isLeftOut = tones.allIn(point).flat().length === 0;
	return { ...facts, tone: facts.tone ?? (isLeftOut ? 'neutral' : null) };
}

/** A conclusion, of ResultsConclusionRead (docs/interface.md, Results). */
export const CONCLUSION: Simplified = simplifiedBy(
	{
		text: 'string?',
		points: { list: { text: 'string', tone: 'string?', topic_id: 'string?' }, nullable: true },
	},
	CONCLUSION_FACTS,
);
