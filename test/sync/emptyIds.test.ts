/** External IDs that an expression makes of an empty cell identify nobody. */
import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { actions, sync, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const run = async (contacts: IDataObject[], recipient_external_id: string, matchBy?: string) =>
	await sync(engine, service, {
		surveyId,
		contacts,
		parameters: { recipient_external_id, ...(matchBy && { matchBy }) },
	});

const FORMS = [
	'=crm-{{ $json.id }}-nl',
	'={{ "crm" + $json.id }}',
	'={{ $json.id }}@crm',
	'=https://crm.example.com/{{ $json.id }}/edit',
	'={{ "k2" + $json.id }}',
];
const others = [
	{ email: 'c@x.com', id: '7' },
	{ email: 'd@x.com', id: '8' },
];

it('a name that is the beginning of the IDs stays', async () => {
	const contacts = [{ email: 'a@x.com', name: 'C', id: null }, ...others];
	expect(actions(await run(contacts, '=C{{ $json.id }}'))).toEqual(Array(3).fill('created'));
	expect(service.world.invitations(surveyId)[0]).toMatchObject({
		recipientName: 'C',
		recipientExternalId: null,
	});
});

it.each(FORMS)('two people whose cell is empty are two people: %s', async (expression) => {
	const nobody = ['a@x.com', 'b@x.com'].map((email) => ({ email, id: null }));
	expect(actions(await run([...nobody, ...others], expression))).toEqual(Array(4).fill('created'));
	const invitations = service.world.invitations(surveyId).slice(0, 2);
	expect(invitations.map((one) => [one.recipientEmail, one.recipientExternalId])).toEqual([
		['a@x.com', null],
		['b@x.com', null],
	]);
});

it.each([...FORMS, '=acme2/{{ $json.id }}'])(
	'no invitation becomes somebody else’s whose cell is empty too: %s',
	async (expression) => {
		await run([{ email: 'b@x.com', name: 'Bob', id: null }, ...others], expression, 'externalId');
		const contacts = [{ email: 'z@x.com', name: 'Bob', id: null }, ...others];
		expect(actions(await run(contacts, expression, 'externalId'))[0]).not.toBe('updated');
	},
);
