import { z } from 'zod';
import type { Choices } from '../dialects/choices';
import { deleteOnce, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import { Refusal, unknown } from '../refusal';
import { METRIC_TYPES } from '../world/records';
import type { MetricType, SurveyRecord } from '../world/records';
import type { Table } from '../world/table';
import type { World } from '../world/world';
import { nullableText, present, text } from './fields';
import { createTheme } from './themes';

const PATH = '/surveys/{survey_id}';

/** The specification names the first three; a dialect may know the others, of a public service of this kind. */
const SURVEY = z.object({
	name: text.min(1).max(200),
	metric_type: z.enum(METRIC_TYPES),
	interview_locale: text.min(1),
	goal: nullableText.optional(),
	scale_min: z.number().int().optional(),
	scale_max: z.number().int().optional(),
	anonymous_responses: z.boolean().optional(),
	themes: z.array(text.min(1)).optional(),
});
type SurveyBody = z.infer<typeof SURVEY>;

export const surveyOperations: Operation[] = [
	operation('survey.create', 'POST', '/surveys', {
		scope: 'surveys:write',
		success: 201,
		body: ({ choices }) => SURVEY.transform((body) => known(choices, body)),
		run: (call) => {
			refuseNewSurvey(call);
			const { themes, ...draft } = draftOf(call.body);
			const made = createSurvey(call.world, draft as SurveyDraft, call.token.workspaceId);
			for (const name of themes ?? []) createTheme(call.world, made, { name });
			return detail(call, made);
		},
	}),
	operation('survey.getAll', 'GET', '/surveys', {
		scope: 'surveys:read',
		run: ({ world, dialect, token }) =>
			[...world.surveys.values()]
				.filter(({ workspaceId }) => workspaceId === token.workspaceId)
				.filter(({ id }) => token.surveyId === null || token.surveyId === id)
				.reverse()
				.map((survey) => {
					const shown = dialect.shapes.survey(survey, world.shownTally(survey.id));
					world.visibility.summary.read(survey.id);
					return shown;
				}),
	}),
	operation('survey.clone', 'POST', `${PATH}/clone`, {
		scope: 'surveys:write',
		success: 201,
		body: () => z.object({ name: text.min(1).optional() }),
		bodyOptional: true,
		run: (call) => {
			const source = findSurvey(call);
			refuseNewSurvey(call);
			return detail(call, cloneSurvey(call.world, source, call.body.name));
		},
	}),
	operation('survey.get', 'GET', PATH, {
		scope: 'surveys:read',
		run: (call) => detail(call, findSurvey(call)),
	}),
	operation('survey.update', 'PATCH', PATH, {
		scope: 'surveys:write',
		body: ({ choices }) => SURVEY.partial().transform((body) => known(choices, body)),
		run: (call) => detail(call, updateSurvey(call.world, findSurvey(call), call.body)),
	}),
	operation('survey.delete', 'DELETE', PATH, {
		scope: 'surveys:write',
		success: 204,
		run: (call) => {
			const id = call.id('survey_id');
			deleteOnce(call, id, () => deleteSurvey(call.world, findSurvey(call).id));
		},
	}),
];

/** What the dialect knows of the body; it ignores the rest. */
function known(choices: Choices, body: Partial<SurveyBody>): Partial<SurveyBody> {
	const specified = ['name', 'metric_type', 'interview_locale'];
	return Object.fromEntries(
		Object.entries(body).filter(([key]) => [...specified, ...choices.surveyInputs].includes(key)),
	);
}

function draftOf(body: Partial<SurveyBody>) {
	return present({
		name: body.name,
		metricType: body.metric_type,
		interviewLocale: body.interview_locale,
		goal: body.goal,
		scaleMin: body.scale_min,
		scaleMax: body.scale_max,
		anonymous: body.anonymous_responses,
		themes: body.themes,
	});
}

function detail({ world, dialect }: AnyCall, survey: SurveyRecord) {
	return dialect.shapes.surveyDetail({
		survey,
		tally: world.shownTally(survey.id),
		themes: world.themes.of(survey.id),
		properties: world.properties.of(survey.id),
		lockedFields: lockedFields(world, survey),
	});
}

/** A token of one survey cannot bring about another one. */
function refuseNewSurvey({ token }: AnyCall): void {
	if (token.surveyId === null) return;
	throw new Refusal('other survey', 'The token is restricted to one survey.');
}

export interface SurveyDraft {
	name: string;
	metricType: MetricType;
	interviewLocale: string;
	goal?: string | null;
	scaleMin?: number;
	scaleMax?: number;
	anonymous?: boolean;
}

const SCALES: Record<MetricType, readonly [number, number]> = {
	nps: [0, 10],
	enps: [0, 10],
	csat: [1, 5],
	ces: [1, 7],
	scale: [1, 10],
};

export function createSurvey(
	world: World,
	draft: SurveyDraft,
	workspaceId = world.workspaceId,
): SurveyRecord {
	const [scaleMin, scaleMax] = SCALES[draft.metricType];
	const survey: SurveyRecord = {
		id: world.random.uuid(),
		workspaceId,
		name: draft.name,
		goal: draft.goal ?? null,
		metricType: draft.metricType,
		scaleMin: draft.scaleMin ?? scaleMin,
		scaleMax: draft.scaleMax ?? scaleMax,
		interviewLocale: draft.interviewLocale,
		anonymous: draft.anonymous ?? false,
		closed: false,
		createdAt: world.now(),
	};
	world.surveys.set(survey.id, survey);
	world.note('created', 'survey', survey);
	return survey;
}

/** Copies settings, themes and properties; no respondents, invitations or results. */
export function cloneSurvey(world: World, source: SurveyRecord, name?: string): SurveyRecord {
	const copy: SurveyRecord = {
		...source,
		id: world.random.uuid(),
		name: name ?? `${source.name} (copy)`,
		closed: false,
		createdAt: world.now(),
	};
	world.surveys.set(copy.id, copy);
	copyInto(world, world.themes, source.id, copy.id);
	copyInto(world, world.properties, source.id, copy.id);
	world.effects.note({ kind: 'cloned', from: source.id, id: copy.id, surveyId: copy.id });
	return copy;
}

function copyInto<T extends { id: string; surveyId: string }>(
	world: World,
	table: Table<T>,
	from: string,
	surveyId: string,
): void {
	for (const record of table.of(from)) {
		table.add({ ...record, id: world.random.uuid(), surveyId });
	}
}

/** The fields that have become read-only, as a request would name them. */
function lockedFields(world: World, survey: SurveyRecord): readonly string[] {
	return world.tally(survey.id).responses > 0 ? world.choices.lockedFields : [];
}

function updateSurvey(world: World, survey: SurveyRecord, body: Partial<SurveyBody>): SurveyRecord {
	const locked = lockedFields(world, survey);
	const refused = Object.keys(body).filter((name) => locked.includes(name));
	if (refused.length > 0) {
		throw new Refusal('locked field', `Locked since there are responses: ${refused.join(', ')}.`);
	}
	// Themes come with a new survey only.
	Object.assign(survey, draftOf({ ...body, themes: undefined }));
	world.note('updated', 'survey', survey);
	return survey;
}

export function deleteSurvey(world: World, surveyId: string): void {
	const survey = world.surveys.get(surveyId);
	if (!survey) throw unknown('survey');
	for (const topic of world.topics.of(surveyId)) world.quotes.delete(topic.id);
	const { properties, themes, topics, invitations, respondents, mailings } = world;
	for (const table of [properties, themes, topics, invitations, respondents, mailings]) {
		table.removeSurvey(surveyId);
	}
	world.surveys.delete(surveyId);
	world.respondentsChanged(surveyId);
	world.note('deleted', 'survey', survey);
}
