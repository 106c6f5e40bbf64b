import { createProperty } from '../endpoints/properties';
import { createSurvey } from '../endpoints/surveys';
import { createTheme } from '../endpoints/themes';
import type { SurveyRecord, TopicRecord } from '../world/records';
import type { World } from '../world/world';
import { seedInvitations } from './invitations';
import { seedMailings } from './mailings';
import { seedRespondents } from './respondents';
import { PROPERTIES, THEMES, UNSPOKEN_THEME } from './words';
import type { SurveyTemplate } from './words';

export interface Filling {
	createdAt: number;
	mailings: boolean;
}

/** One survey with everything in it. */
export function fillSurvey(
	world: World,
	template: SurveyTemplate,
	{ createdAt, mailings }: Filling,
): SurveyRecord {
	const survey = createSurvey(world, template);
	survey.createdAt = createdAt;
	for (const property of PROPERTIES) {
		createProperty(world, survey, { ...property, options: [...property.options] });
	}
	const topics = seedThemes(world, survey);
	seedInvitations(world, survey, template.invitations);
	seedRespondents(world, survey, topics, template.respondents);
	if (mailings) seedMailings(world, survey);
	return survey;
}

/** Topics exist where people have spoken; the last theme has none. */
function seedThemes(world: World, survey: SurveyRecord): TopicRecord[] {
	const topics = THEMES.flatMap(({ topics: names, ...draft }) => {
		const theme = createTheme(world, survey, draft);
		return names.map((name) =>
			world.topics.add({
				id: world.random.uuid(),
				surveyId: survey.id,
				categoryId: theme.id,
				name,
			}),
		);
	});
	createTheme(world, survey, UNSPOKEN_THEME);
	return topics;
}
