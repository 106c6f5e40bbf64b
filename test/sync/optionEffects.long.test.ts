/** Every declared option of Sync changes what a run does, so that none is declared and forgotten. */
import type { IDataObject } from 'n8n-workflow';
import { SYNC_OPTIONS } from '../../nodes/SurveyInterview/operations/invitationSync';
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import { actions, emptySurvey, sync, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

interface Value {
	value: unknown;
	besides?: object;
	key?: string;
	isOfOutput?: true;
}

/**
 * A value of each option; `besides`: options that it needs; `key`: of a property that a contact has; `isOfOutput`: it
 * changes the rows and nothing that is done.
 */
const VALUES: Record<string, Value> = {
	approvedSteps: { value: [] },
	createWith: { value: 'public' },
	maxCreates: { value: 0 },
	maxRevokePercent: { value: 100, besides: { whenMissing: 'revoke' } },
	neverCreateFor: { value: ['bob@x.com'] },
	notInvitedWithin: { value: 1 },
	whenMissing: { value: 'revoke', besides: { maxRevokePercent: 100 } },
	propertiesAsColumns: { value: false, isOfOutput: true },
	propertiesMode: { value: 'replace' },
	unknownProperties: { value: 'send', key: 'tema' },
	updateExisting: { value: false },
};

/** What Sync does with one contact to update, one to create, and one invitation of nobody in the list. */
async function effectsOf(options: object, key = 'team') {
	const { service, surveyId } = await emptySurvey();
	const invite = (recipientEmail: string, properties = {}) =>
		service.world.createInvitation(surveyId, 'csv', { recipientEmail, properties }).id;
	const { id: another } = service.world.createSurvey({ name: 'Another' });
	service.world.createInvitation(another, 'csv', { recipientEmail: 'bob@x.com' });
	const ids = [surveyId, invite('ada@x.com', { city: 'Rome' }), invite('gone@x.com')];
	const contacts = [{ email: 'ada@x.com', team: 'North', key }, { email: 'bob@x.com' }];
	try {
		const run = await sync(engine, service, {
			surveyId,
			contacts,
			options: options as IDataObject,
		});
		const requests = writesIn(service).map(({ method, path, rawBody }) => {
			const known = ids.reduce((text, id, n) => text.replace(id, `{${n}}`), path);
			return `${method} ${known} ${rawBody}`;
		});
		const columns = run.items.map(({ json }) => Object.keys(json));
		return { done: { actions: actions(run), requests }, columns };
	} finally {
		await service.stop();
	}
}

it('each option has a value here', () => {
	expect(Object.keys(VALUES).sort()).toEqual(SYNC_OPTIONS.map(({ name }) => name).sort());
});

it.each(Object.entries(VALUES))('%s', async (name, { value, besides = {}, key, isOfOutput }) => {
	const without = await effectsOf(besides, key);
	expect(await effectsOf(besides, key)).toEqual(without);
	const withIt = await effectsOf({ ...besides, [name]: value }, key);
	if (isOfOutput) {
		expect(withIt.columns).not.toEqual(without.columns);
		expect(withIt.done).toEqual(without.done);
	} else {
		expect(withIt.done).not.toEqual(without.done);
	}
});
