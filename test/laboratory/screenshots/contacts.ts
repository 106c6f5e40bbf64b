import { CREDENTIAL } from '../../harness/support/names';
import type { Service } from '../../harness/service';
import type { Editor } from '../../n8n/browser/editor';
import type { Destinations } from '../../examples/destinations';
import { openAccounts } from '../../examples/destinations/accounts';
import { CREDENTIAL_NAME } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { TRIGGER } from '../../examples/n8n/contactsOffice';
import { importWorkflow, workflowIn } from '../../examples/n8n/file';
import { letterAfter } from '../../examples/n8n/letters';
import { NodeTypes } from '../../examples/n8n/nodeTypes';
import { takeMail } from './mail';

export const CONTACTS = 'contacts-to-invitations-with-approval.json';

const LIST = [
	['id', 'email', 'name', 'department'],
	['1001', 'ada@example.com', 'Ada Lovelace', 'Sales'],
	['1002', 'kim@example.com', 'Kim Berg', 'Care'],
	['1003', '', 'Noa Levi', 'Care'],
	['', 'lea@example.com', 'Lea Roth', ''],
	['', '', 'Sam Moreau', 'Sales'],
];

/** Contacts to invitations as the person sees it who decides. */
export async function takeContacts(
	editor: Editor,
	rest: N8nRest,
	service: Service,
	destinations: Destinations,
	picture: string,
): Promise<void> {
	const id = await setUp(rest, service, destinations);
	await rest.begin(id, TRIGGER);
	const page = await editor.page.context().newPage();
	await takeMail(page, await letterAfter(destinations, 0), `${picture}-1`);
	await page.close();
}

async function setUp(
	rest: N8nRest,
	{ world }: Service,
	{ spreadsheet, ...others }: Destinations,
): Promise<string> {
	spreadsheet.grid.write('A1', LIST, 'RAW');
	const { id, name } = world.survey('Onboarding');
	const known = { recipientExternalId: '1002', recipientName: 'Kim', properties: {} };
	world.createInvitation(id, 'personal', { ...known, recipientEmail: 'kim@example.com' });
	const all = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
	const own = all.find((one) => one.name === CREDENTIAL_NAME);
	if (!own) throw new Error(`There is no credential "${CREDENTIAL_NAME}"`);
	const accounts = {
		...(await openAccounts(rest, { spreadsheet, ...others })),
		[CREDENTIAL]: { id: own.id, name: own.name },
	};
	return await importWorkflow(rest, await NodeTypes.of(rest), workflowIn(CONTACTS), accounts, {
		'Your settings': {
			'assignments.assignments[0].value': 'surveys@example.com',
			'assignments.assignments[1].value': 'manager@example.com',
		},
		'List of contacts': {
			documentId: { __rl: true, mode: 'list', value: spreadsheet.id, cachedResultName: 'Contacts' },
			sheetName: {
				__rl: true,
				mode: 'list',
				value: 'gid=0',
				cachedResultName: spreadsheet.title,
			},
		},
		'Sync invitations': {
			surveyId: { __rl: true, mode: 'list', value: id, cachedResultName: name },
		},
	});
}
