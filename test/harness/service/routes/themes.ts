import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import { createTheme, deleteTheme, setArchived, updateTheme } from '../world/themes';

const PATH = '/topic-categories/{category_id}';

export const themeOperations: Operation[] = [
	operation('theme.create', 'POST', '/surveys/{survey_id}/topic-categories', {
		scope: 'surveys:write',
		success: 201,
		body: ({ bodies }) => bodies.themeCreate,
		run: (call) => call.dialect.shapes.theme(createTheme(call.world, findSurvey(call), call.body)),
	}),
	operation('theme.update', 'PATCH', PATH, {
		scope: 'surveys:write',
		body: ({ bodies }) => bodies.themeUpdate,
		run: (call) => call.dialect.shapes.theme(updateTheme(call.world, theme(call), call.body)),
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
		run: (call) => call.dialect.shapes.theme(setArchived(call.world, theme(call), true)),
	}),
	operation('theme.unarchive', 'POST', `${PATH}/unarchive`, {
		scope: 'surveys:write',
		run: (call) => call.dialect.shapes.theme(setArchived(call.world, theme(call), false)),
	}),
];

function theme(call: Call<unknown, unknown>) {
	return find(call, 'theme', call.world.themes, call.id('category_id'));
}
