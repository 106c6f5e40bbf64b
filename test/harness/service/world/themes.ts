import { Refusal } from '../refusal';
import type { SurveyRecord, ThemeRecord } from './records';
import type { World } from './world';

export interface ThemeDraft {
	name: string;
	description: string | null;
}

export function createTheme(world: World, survey: SurveyRecord, draft: ThemeDraft): ThemeRecord {
	const theme = world.themes.add({
		...draft,
		id: world.random.uuid(),
		surveyId: survey.id,
		implicit: false,
		archived: false,
		createdAt: world.now(),
	});
	world.effects.note({ kind: 'created', record: 'theme', id: theme.id, surveyId: survey.id });
	return theme;
}

export function updateTheme(
	world: World,
	theme: ThemeRecord,
	changes: Partial<ThemeDraft>,
): ThemeRecord {
	Object.assign(theme, changes);
	return updated(world, theme);
}

export function setArchived(world: World, theme: ThemeRecord, archived: boolean): ThemeRecord {
	if (theme.archived === archived) {
		if (world.choices.repeatedAction !== 'refused') return theme;
		const state = archived ? 'archived' : 'active';
		throw new Refusal('theme already so', `The theme is ${state} already.`);
	}
	theme.archived = archived;
	return updated(world, theme);
}

/** Whether answers about the theme have been analysed; from then on it can only be archived. */
export function hasAnswers(world: World, theme: ThemeRecord): boolean {
	return topicsOf(world, theme).some(({ id }) => (world.quotes.get(id)?.length ?? 0) > 0);
}

export function deleteTheme(world: World, theme: ThemeRecord): void {
	if (hasAnswers(world, theme)) {
		throw new Refusal('theme has answers', 'The theme has analysed answers: archive it instead.');
	}
	const { id, surveyId } = theme;
	for (const topic of topicsOf(world, theme)) world.topics.remove(topic.id);
	world.themes.remove(id);
	world.deletedIds.add(id);
	world.effects.note({ kind: 'deleted', record: 'theme', id, surveyId });
}

function topicsOf(world: World, theme: ThemeRecord) {
	return world.topics.of(theme.surveyId).filter(({ categoryId }) => categoryId === theme.id);
}

function updated(world: World, theme: ThemeRecord): ThemeRecord {
	const { id, surveyId } = theme;
	world.effects.note({ kind: 'updated', record: 'theme', id, surveyId });
	return theme;
}
