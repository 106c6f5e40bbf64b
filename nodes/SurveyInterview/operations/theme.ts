import { THEME, THEME_LISTS } from '../service/surveys';
import { text, UNDOCUMENTED } from './field';
import { resource } from './resource';

/** The interface does not show TopicCategoryCreate and TopicCategoryUpdate; CategoryRef has the name. */
const assumedFields = [
	text('name', `Name of the theme. ${UNDOCUMENTED}`, { placeholder: 'e.g. Delivery' }),
	text('description', `What the interviewer should ask about. ${UNDOCUMENTED}`, {
		rows: 3,
	}),
];

/** Shown in the form before a delete, and after it with the service's refusal. */
const ARCHIVE_INSTEAD = 'A theme that has analysed answers cannot be deleted: archive it instead.';

export const theme = resource('theme', THEME, {
	archive: {
		action: 'Archive theme',
		description:
			'Stop the interviewer from asking about a theme; existing results keep it, and Unarchive restores it',
		endpoint: 'POST /topic-categories/{category_id}/archive',
		retry: 'idempotent',
		effect: 'archived',
	},
	create: {
		action: 'Add theme to survey',
		description: 'Add a theme that the interviewer of a survey asks about',
		endpoint: 'POST /surveys/{survey_id}/topic-categories',
		retry: 'create',
		oneAtATimeFor: 'recordInPath',
		// In the form at once, because nearly everybody fills them in.
		inForm: assumedFields,
		// If all of them are empty, nothing is sent: that is a mistake.
		body: 'notEmpty',
		howToCheck: 'Before you create it again, look for the theme with Survey > Get.',
	},
	// PATCH and DELETE need no `retry`: the method says what may be repeated.
	delete: {
		action: 'Permanently delete theme',
		description: 'Delete a theme that has no analysed answers yet; this cannot be undone',
		endpoint: 'DELETE /topic-categories/{category_id}',
		notice: ARCHIVE_INSTEAD,
		refusedWhen: ARCHIVE_INSTEAD,
	},
	getAll: {
		action: 'Get many themes',
		description:
			'Get the themes of a survey, including archived ones; Survey > Get returns them too',
		endpoint: 'GET /surveys/{survey_id}',
		// One item for each entry of a list inside the survey's record.
		items: { from: 'list', inRecord: THEME_LISTS, called: 'themes' },
	},
	unarchive: {
		action: 'Restore archived theme',
		description: 'Restore an archived theme for new conversations',
		endpoint: 'POST /topic-categories/{category_id}/unarchive',
		retry: 'idempotent',
		effect: 'unarchived',
	},
	update: {
		action: 'Update theme',
		description: 'Update a theme of a survey; fields that you do not add stay unchanged',
		endpoint: 'PATCH /topic-categories/{category_id}',
		// Each can be added to the form.
		optional: assumedFields,
	},
});
