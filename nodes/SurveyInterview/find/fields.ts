import { choice, text } from '../fields/field';

/** What to compare; the keys of `find/` follow from the choice. */
export const FIND_BY = choice(
	'findBy',
	'Find By',
	'What to compare. For Either, enter both; at least one must match. In the output, Keys says for each record which one matches and which differs.',
	[
		{ value: 'email', label: 'Email' },
		{ value: 'externalId', label: 'External ID' },
		{ value: 'either', label: 'Either' },
	],
);

export const FIND_EMAIL = text(
	'email',
	'Email',
	'The person’s email address. Case does not matter, and both forms of a domain match: münchen.de is xn--mnchen-3ya.de.',
	{ placeholder: 'name@email.com', shownFor: { findBy: ['email', 'either'] } },
);

export const FIND_EXTERNAL_ID = text(
	'externalId',
	'External ID',
	'Your own ID for the person, such as the contact’s ID in your CRM. Case matters.',
	{ shownFor: { findBy: ['externalId', 'either'] } },
);

/** What an operation of the kind `find` asks for; none of it is sent. */
export const FIND_FIELDS = [FIND_BY, FIND_EMAIL, FIND_EXTERNAL_ID];
