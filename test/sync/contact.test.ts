/** The keys of a contact, and how sentences name people. */
import { contactLabel, contactOf, recipientLabel } from '../../nodes/SurveyInterview/sync/contact';
import type { MatchBy } from '../../nodes/SurveyInterview/sync/syncOptions';
import { fieldsOf, type Who } from './examples';

it.each<[Who, string]>([
	[{ name: ' Ada King ', email: ' ada@x.com ', id: '1' }, 'Ada King <ada@x.com>'],
	[{ name: 'Ada King', id: '1' }, 'Ada King'],
	[{ email: 'ada@x.com', id: '1' }, 'ada@x.com'],
	[{ id: '1' }, '1'],
	[{}, 'no name'],
	[{ name: 'x'.repeat(200) }, 'x'.repeat(120)],
	[{ name: ['Ada'] as never, email: 'ada@x.com' }, 'ada@x.com'],
])('%j is named %s', (who, label) => {
	expect(recipientLabel(fieldsOf(who))).toBe(label);
	expect(contactLabel(contactOf(2, fieldsOf(who), 'email'))).toBe(`${label} (row 3)`);
});

it.each<[MatchBy, Who, string | undefined]>([
	['email', { id: '1' }, 'no email address,'],
	['externalId', { email: 'ada@x.com' }, 'no external ID,'],
	['emailThenExternalId', { name: 'Ada' }, 'neither external ID nor email address,'],
	['emailThenExternalId', { id: '1' }, undefined],
	['emailThenExternalId', { email: 'ada@x.com' }, undefined],
])('matched by %s, %j lacks %s', (matchBy, who, lacking) => {
	const { problem } = contactOf(0, fieldsOf(who), matchBy);
	if (lacking === undefined) expect(problem).toBeUndefined();
	else expect(problem).toContain(lacking);
});
