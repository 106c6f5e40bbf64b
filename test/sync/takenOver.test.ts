/** An invitation stays its person's, although the next run has another person with the same external ID. */
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

const run = async (...contacts: IDataObject[]) =>
	actions(await sync(engine, service, { surveyId, contacts }));
const addresses = () =>
	service.world.invitations(surveyId).map(({ recipientEmail }) => recipientEmail);

const ADA = { id: 'C', email: 'ada@x.org', name: 'Ada Lovelace' };

it('whose name and address are others', async () => {
	expect(await run(ADA)).toEqual(['created']);
	expect(await run({ ...ADA, email: 'bob@x.org', name: 'Bob Brown' })).toEqual(['failed']);
	expect(addresses()).toEqual(['ada@x.org']);
});

it.each([
	['a new address', { email: 'ada@new.org' }],
	['a new address and another surname', { email: 'ada@new.org', name: 'Ada King' }],
	['a new address and an initial', { email: 'ada@new.org', name: 'A. King' }],
	['a new address and no name', { email: 'ada@new.org', name: '' }],
])('but the same person may have %s', async (_what, changed) => {
	await run(ADA);
	expect(await run({ ...ADA, ...changed })).toEqual(['updated']);
	expect(addresses()).toEqual(['ada@new.org']);
});
