import { z } from 'zod';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import { Refusal } from '../refusal';
import type { SurveyRecord, ThemeRecord } from '../world/records';
import type { World } from '../world/world';
import { nullableText, text } from './fields';

const PATH = '/topic-categories/{category_id}';
const THEME = z.object({ name: text.min(1), description: nullableText.optional() });

export const themeOperations: Operation[] = [
	operation('theme.create', 'POST', '/surveys/{survey_id}/topic-categories', {
		scope: 'surveys:write',
		success: 201,
		body: () => THEME,
		run: (call) => call.dialect.shapes.theme(createTheme(call.world, findSurvey(call), call.body)),
	}),
	operation('theme.update', 'PATCH', PATH, {
		scope: 'surveys:write',
		body: () => THEME.partial(),
		run: (call) => changed(call, Object.assign(theme(call), call.body)),
	}),
	operation('theme.delete', 'DELETE', PATH, {
		scope: 'surveys:write',
		success: 204,
		run: (call) => {
			deleteOnce(call, call.id('category_id'), () => deleteTheme(call.world, theme(call)));
		},
	}),
	operation('theme.archive', 'POST', `${PATH}/archive`, {
		scope: 'surveys:write',
		run: (call) => setArchived(call, true),
	}),
	operation('theme.unarchive', 'POST', `${PATH}/unarchive`, {
		scope: 'surveys:write',
		run: (call) => setArchived(call, false),
	}),
];

function theme(call: AnyCall): ThemeRecord {
	return find(call, 'theme', call.world.themes, call.id('category_id'));
}

function changed({ world, dialect }: AnyCall, record: ThemeRecord) {
	world.note('updated', 'theme', record);
	return dialect.shapes.theme(record);
}

export type ThemeDraft = z.infer<typeof THEME>;

export function createTheme(
	world: World,
	survey: SurveyRecord,
	{ name, description = null }: ThemeDraft,
): ThemeRecord {
	const record = world.themes.add({
		id: world.random.uuid(),
		surveyId: survey.id,
		name,
		description,
		implicit: false,
		archived: false,
		createdAt: world.now(),
	});
	world.note('created', 'theme', record);
	return record;
}

function setArchived(call: AnyCall, archived: boolean) {
	const record = theme(call);
	if (record.archived !== archived) {
		record.archived = archived;
		return changed(call, record);
	}
	if (call.world.choices.repeatedAction === 'refused') {
		const state = archived ? 'archived' : 'active';
		throw new Refusal('theme already so', `The theme is ${state} already.`);
	}
	return call.dialect.shapes.theme(record);
}

function deleteTheme(world: World, record: ThemeRecord): void {
	const topics = world.topics
		.of(record.surveyId)
		.filter(({ categoryId }) => categoryId === record.id);
	if (topics.some(({ id }) => (world.quotes.get(id)?.length ?? 0) > 0)) {
		throw new Refusal('theme has answers', 'The theme has analysed answers: archive it instead.');
	}
	for (const { id } of topics) world.topics.remove(id);
	world.themes.remove(record.id);
	world.note('deleted', 'theme', record);
}
