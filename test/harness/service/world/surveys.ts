import { Refusal, unknown } from '../refusal';
import type { MetricType, SurveyRecord } from './records';
import type { Table } from './table';
import { createTheme } from './themes';
import type { ThemeDraft } from './themes';
import type { World } from './world';

export interface SurveyDraft {
	name: string;
	metricType: MetricType;
	interviewLocale: string;
	goal?: string | null;
	scaleMin?: number;
	scaleMax?: number;
	anonymous?: boolean;
}

/** A new survey may come with its themes. */
export interface NewSurvey extends SurveyDraft {
	themes?: readonly ThemeDraft[];
}

/** A partial update, and the names under which the request wrote it (locked fields are named so). */
export interface SurveyPatch {
	changes: Partial<SurveyDraft>;
	written: readonly string[];
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
	draft: NewSurvey,
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
	world.effects.note({ kind: 'created', record: 'survey', id: survey.id, surveyId: survey.id });
	for (const theme of draft.themes ?? []) createTheme(world, survey, theme);
	return survey;
}

/** 402: creating and cloning are refused while billing stands in the way. */
export function refuseUnlessBillingAllows(world: World, workspaceId: string): void {
	const { invoiceOutstanding, surveys } = world.allowances;
	if (invoiceOutstanding) {
		throw new Refusal('outstanding invoice', 'An invoice of this workspace is outstanding.');
	}
	const owned = [...world.surveys.values()].filter((one) => one.workspaceId === workspaceId).length;
	if (surveys !== null && owned >= surveys) {
		throw new Refusal('survey allowance used up', 'The survey allowance of the plan is used up.');
	}
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
export function lockedFields(world: World, survey: SurveyRecord): readonly string[] {
	return world.tally(survey.id).responses > 0 ? world.choices.lockedFields : [];
}

export function updateSurvey(world: World, survey: SurveyRecord, patch: SurveyPatch): SurveyRecord {
	const locked = lockedFields(world, survey);
	const refused = patch.written.filter((name) => locked.includes(name));
	if (refused.length > 0) {
		throw new Refusal('locked field', `Locked since there are responses: ${refused.join(', ')}.`);
	}
	Object.assign(survey, patch.changes);
	const { id } = survey;
	world.effects.note({ kind: 'updated', record: 'survey', id, surveyId: id });
	return survey;
}

export function deleteSurvey(world: World, surveyId: string): void {
	if (!world.surveys.has(surveyId)) throw unknown('survey');
	for (const topic of world.topics.of(surveyId)) world.quotes.delete(topic.id);
	const { properties, themes, topics, invitations, respondents, mailings } = world;
	for (const table of [properties, themes, topics, invitations, respondents, mailings]) {
		table.removeSurvey(surveyId);
	}
	world.surveys.delete(surveyId);
	world.deletedIds.add(surveyId);
	world.respondentsChanged(surveyId);
	world.effects.note({ kind: 'deleted', record: 'survey', id: surveyId, surveyId });
}
