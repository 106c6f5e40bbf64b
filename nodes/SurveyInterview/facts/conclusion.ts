import { isObject, type JsonObject } from '../records/json';
import { factOf, FactFinder, factsNamed, ofKind, typesOf } from './fact';
import { simplifiedBy } from './simplified';
import { anId, aText, aWord, toText } from './values';

/** ConclusionBulletRead (docs/interface.md, Results). */
export const POINT_FACTS = ofKind('point', {
	text: aText('text; (content|point|body)(.text)?'),
	tone: aWord('tone; sentiment'),
	topic_id: anId('topic_id; topic.(topic)?id'),
});

const WITHIN = '((conclusion|summary|data|result).)?';
export const CONCLUSION_FACTS = ofKind('conclusion', {
	text: factOf(
		'string?',
		prose,
	)(`${WITHIN}(text|conclusion|summary|prose|body); ${WITHIN}(paragraphs|texts)`),
	points: factOf(
		{ list: { ...typesOf(POINT_FACTS), text: 'string' }, nullable: true },
		points,
	)(`${WITHIN}(bullets|(key|bullet)?points|highlights|takeaways)`),
});

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
export const CONCLUSION = simplifiedBy(CONCLUSION_FACTS);
