import type { IDataObject } from 'n8n-workflow';

import { POLL_ENGINES, EVERYWHERE } from '../everywhere';
import { type EngineKind } from '../harness/engine/polling';
import { CREDENTIAL, TRIGGER_NAME } from '../harness/support/names';
import { startService } from '../harness/service';
import { DAY } from '../harness/stage/time';
import { NODE_ID, savedState, WORKFLOW } from '../harness/stage/trigger';
import { stages } from './triggerStage';

const setStage = stages();

describe.each(EVERYWHERE)('the trigger goes on, $engine engine, dialect $dialect', (on) => {
	const begin = async (options = {}) => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish({ options });
		stage.interview(survey, 'First');
		expect(await stage.names()).toEqual(['First']);
		return { stage, survey };
	};

	it('after it was renamed', async () => {
		const { stage, survey } = await begin();
		stage.interview(survey, 'Meanwhile');
		await stage.n8n.save({ id: WORKFLOW, nodes: [{ ...stage.node(), name: 'Another name' }] });
		await stage.activate();
		expect([await stage.names(), await stage.names()]).toEqual([['Meanwhile'], []]);
		await stage.n8n.boot();
		stage.interview(survey, 'Later');
		expect([await stage.names(), await stage.names()]).toEqual([['Later'], []]);
	});

	it('after it was renamed while n8n was down, and back', async () => {
		const { stage, survey } = await begin();
		for (const name of ['Another name', TRIGGER_NAME]) {
			await stage.n8n.save({ id: WORKFLOW, nodes: [{ ...stage.node(), name }] });
			await stage.n8n.publish(WORKFLOW, { crash: 'after poll' });
			stage.interview(survey, `Before ${name}`);
			await stage.n8n.boot();
			expect([await stage.names(), await stage.names()]).toEqual([[`Before ${name}`], []]);
		}
	});

	it('when other options are published', async () => {
		const { stage, survey } = await begin();
		stage.interview(survey, 'Low', { score: 1 });
		stage.interview(survey, 'High', { score: 9 });
		await stage.publish({ options: { includeSurvey: true }, filters: { scoreFrom: 5 } });
		expect([await stage.names(), await stage.names()]).toEqual([['High'], []]);
	});

	it('after a week in which it was not active', async () => {
		const { stage, survey } = await begin();
		await stage.n8n.unpublish(WORKFLOW);
		const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
		for (const name of names) {
			stage.service.clock.advance(DAY);
			stage.interview(survey, name);
		}
		const later = stage.survey('Later');
		stage.interview(later, 'New survey');
		await stage.activate();
		expect(await stage.names()).toEqual([...names, 'New survey']);
		expect(await stage.names()).toEqual([]);
	});

	it('with a new token, when the old one was revoked', async () => {
		const { stage, survey } = await begin({ reportFailures: 'everyPoll' });
		const { service, n8n } = stage;
		service.revokeToken(service.token);
		for (let poll = 0; poll < 3; poll++) {
			stage.interview(survey, `Meanwhile ${poll}`);
			const { result, error } = await stage.poll();
			expect([result, (error as { httpCode?: unknown })?.httpCode]).toEqual(['error', '401']);
		}
		await n8n.setCredential(CREDENTIAL, { baseUrl: service.url, token: service.issueToken() });
		expect(await stage.names()).toEqual(['Meanwhile 0', 'Meanwhile 1', 'Meanwhile 2']);
		expect(await stage.names()).toEqual([]);
		await n8n.boot();
		expect(await stage.names()).toEqual([]);
	});

	it('at the same address, written differently', async () => {
		const { stage, survey } = await begin();
		const { service, n8n } = stage;
		stage.interview(survey, 'Meanwhile');
		await n8n.setCredential(CREDENTIAL, { baseUrl: `${service.url}/api/`, token: service.token });
		expect([await stage.names(), await stage.names()]).toEqual([['Meanwhile'], []]);
	});

	it('begins a new watch at another address, also after a restart', async () => {
		const { stage } = await begin();
		const startAt = new Date(stage.service.clock.now() - DAY);
		const seed = { surveys: 2, respondents: 9 };
		const other = await startService({ dialect: on.dialect, seed, startAt });
		other.clock.freeze();
		try {
			const { url: baseUrl, token, world } = other;
			const old = world.surveys()[0]!.id;
			await stage.n8n.setCredential(CREDENTIAL, { baseUrl, token });
			expect([await stage.names(), await stage.names()]).toEqual([[], []]);
			const name = 'Elsewhere';
			other.clock.set(new Date(stage.service.clock.now()));
			world.interview({ surveyId: old }, { name, score: 9 });
			expect([await stage.names(), await stage.names()]).toEqual([[name], []]);
			await stage.n8n.boot();
			expect(await stage.names()).toEqual([]);
		} finally {
			await other.stop();
		}
	});

	it('begins a new watch where its state is damaged, and Emit Existing does not bring everything again', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish({ options: { emitExisting: true } });
		expect(await stage.names()).toEqual(['Before']);
		const { database } = stage.n8n;
		const { ofWorkflow, ofNode } = savedState(stage.n8n);
		const damaged = (data: object) =>
			JSON.parse(JSON.stringify(data).replace('"text":"{', '"text":"')) as IDataObject;
		database.saveStaticData(WORKFLOW, damaged(ofWorkflow));
		if (ofNode) database.advanceCursor(WORKFLOW, NODE_ID, damaged(ofNode));
		await stage.n8n.boot();
		expect(await stage.names()).toEqual([]);
		stage.interview(survey, 'Later');
		expect([await stage.names(), await stage.names()]).toEqual([['Later'], []]);
	});

	it('begins a new watch with another event', async () => {
		const { stage, survey } = await begin();
		await stage.publish({ event: 'resultsChanged' });
		expect(await stage.events()).toEqual([]);
		stage.interview(survey, 'Meanwhile');
		expect(await stage.events()).toMatchObject([{ survey_name: 'A' }]);
		await stage.publish();
		expect(await stage.names()).toEqual([]);
		stage.interview(survey, 'Later');
		expect([await stage.names(), await stage.names()]).toEqual([['Later'], []]);
	});

	it.each([true, false])(
		'a copy has a baseline of its own, static data copied: %s',
		async (staticData) => {
			const { stage, survey } = await begin();
			stage.interview(survey, 'Before the copy');
			await stage.n8n.copy(WORKFLOW, 'copy', { staticData });
			await stage.activate('copy');
			stage.interview(survey, 'After');
			expect(await stage.names('copy')).toEqual(['After']);
			expect(await stage.names()).toEqual(['Before the copy', 'After']);
			await stage.n8n.boot();
			expect([await stage.names('copy'), await stage.names()]).toEqual([[], []]);
		},
	);
});

describe.each(POLL_ENGINES)('from the %s engine to the other and back', (engine) => {
	const other: EngineKind = engine === 'default' ? 'durable' : 'default';

	it.each([0, 1])('the state goes along, with %i idle polls between', async (idle) => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish();
		for (const [at, next] of [other, engine, other, engine].entries()) {
			stage.interview(survey, `Before ${at}`);
			expect(await stage.names()).toEqual([`Before ${at}`]);
			for (let poll = 0; poll < idle; poll++) expect(await stage.names()).toEqual([]);
			stage.interview(survey, `During ${at}`);
			stage.n8n.switchTo(next);
			await stage.n8n.boot();
			expect([await stage.names(), await stage.names()]).toEqual([[`During ${at}`], []]);
			await stage.n8n.boot();
			expect(await stage.names()).toEqual([]);
		}
	});

	it('a baseline that was taken just before goes along too', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish();
		stage.interview(survey, 'Ada');
		stage.n8n.switchTo(other);
		await stage.n8n.boot();
		expect([await stage.names(), await stage.names()]).toEqual([['Ada'], []]);
	});
});
