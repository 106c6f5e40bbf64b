import { z } from 'zod';
import type { People } from '../people';
import type { Entrance } from '../world/interviews';
import type { RespondentRecord } from '../world/records';

const LONGEST_NAME = 200;
const LONGEST_WORDS = 20_000;

/** What somebody filled in on the page. */
const FORM = z
	.object({
		surveyId: z.string(),
		/** Whose invitation it is; null for somebody new. */
		invitationId: z.string().nullable(),
		name: z.string().max(LONGEST_NAME),
		/** null: no score. */
		score: z.number().int().nullable(),
		words: z.string().max(LONGEST_WORDS),
	})
	.strict();

/** What is wrong with a form, in a sentence. */
export class FormError extends Error {}

/** Completes the interview that the form describes. @throws {FormError} @throws {Refusal} */
export function completeFromForm(world: People, body: unknown): RespondentRecord {
	const form = FORM.safeParse(body);
	if (!form.success) {
		const [issue] = form.error.issues;
		throw new FormError(`${issue?.path.join('.') || 'The form'}: ${issue?.message}.`);
	}
	const { surveyId, invitationId, name, score, words } = form.data;
	const survey = world.records.surveys.get(surveyId);
	if (!survey) throw new FormError('This survey does not exist any more.');
	const { scaleMin, scaleMax } = survey;
	if (score !== null && (score < scaleMin || score > scaleMax)) {
		throw new FormError(`The score of this survey goes from ${scaleMin} to ${scaleMax}.`);
	}
	const messages = words.trim() === '' ? [] : [words.trim()];
	if (invitationId === null) {
		const person = { name: name.trim() || null };
		return world.interview(sharedEntrance(world, surveyId), { ...person, score, messages });
	}
	if (world.records.invitations.get(invitationId)?.surveyId !== surveyId) {
		throw new FormError('This invitation does not exist any more.');
	}
	return world.interview({ invitationId }, { score, messages });
}

/** How somebody without an invitation comes: by the survey's shared link, if one is open. */
function sharedEntrance(world: People, surveyId: string): Entrance {
	const link = world
		.invitations(surveyId)
		.find(({ id, type }) => type === 'shared_link' && world.invitationStatus(id) === 'open');
	return link ? { invitationId: link.id } : { surveyId };
}
