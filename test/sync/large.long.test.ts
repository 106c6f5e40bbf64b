/** A list of ten thousand: one reading of the invitations, and the writes that the plan needs. */
import type { IDataObject } from 'n8n-workflow';
import { createEngine } from '../harness/engine';
import { emptySurvey, sync, writesIn } from './stage';

const INVITED = 8_000;
const CONTACTS = 10_000;
const NEW = 10;
const RENAMED = 5;
const GONE = 3;

/** What a dry run says instead of what a real one has done. */
const DEEDS: Record<string, string> = {
	wouldCreate: 'created',
	wouldUpdate: 'updated',
	wouldRevoke: 'revoked',
};

it('10,000 contacts and 8,000 invitations: 1 list request and 18 writes', async () => {
	const engine = await createEngine();
	const { service, surveyId } = await emptySurvey();
	for (let n = 0; n < INVITED; n++) {
		const recipientName = n < RENAMED ? 'Old' : 'Name';
		service.world.createInvitation(surveyId, 'csv', {
			recipientEmail: `p${n}@x.com`,
			recipientName,
		});
	}
	// Without the last few who are invited, with some new ones, and many rows twice.
	const people = INVITED - GONE + NEW;
	const contacts = Array.from({ length: CONTACTS }, (_, n): IDataObject => {
		const place = n < people ? n : n - people;
		return { email: `P${place < INVITED - GONE ? place : place + GONE}@x.com` };
	});
	const run = async (dryRun: boolean) => {
		service.clearLog();
		return await sync(engine, service, {
			surveyId,
			contacts,
			options: { whenMissing: 'revoke', maxRevokePercent: 1, maxCreates: NEW },
			parameters: { recipient_external_id: '', recipient_name: 'Name', contactFields: {}, dryRun },
		});
	};
	try {
		const dry = await run(true);
		expect(service.log.map(({ method }) => method)).toEqual(['GET']);
		const real = await run(false);
		const counts: Record<string, number> = {};
		for (const { json } of real.items) {
			const action = String(json.action);
			counts[action] = (counts[action] ?? 0) + 1;
		}
		expect(counts).toEqual({
			created: NEW,
			updated: RENAMED,
			revoked: GONE,
			duplicate: CONTACTS - people,
			unchanged: people - NEW - RENAMED,
		});
		expect(dry.items.map(({ json }) => DEEDS[String(json.action)] ?? json.action)).toEqual(
			real.items.map(({ json }) => json.action),
		);
		expect(service.requests({ method: 'GET' })).toHaveLength(1);
		expect(writesIn(service).map(({ method }) => method)).toEqual([
			...Array<string>(RENAMED).fill('PATCH'),
			...Array<string>(NEW).fill('POST'),
			...Array<string>(GONE).fill('DELETE'),
		]);
	} finally {
		engine.close();
		await service.stop();
	}
});
