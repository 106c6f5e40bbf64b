/** A state that is gone is replaced by a new baseline; n8n's log says so, and never of a workflow that begins. */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { NODE_ID } from '../chaos/stage';
import { ALOUD, ENGINES, QUIET, within, type Scene } from './activationStage';

const ID = 'w';
const LOST =
	/: n8n has no saved state of this trigger, although its workflow was not activated just now\. It begins anew/;
const MISSING =
	/ if it ran before, what happened between its last poll and 2026-03-02T\d\d:\d\d:\d\d\.\d{3}Z is missing\. Look for it from the time of its last execution on\.$/;
const AGAIN = / with Emit Existing, all that exists comes again\.$/;

const lines = (scene: Scene) => scene.lines().map(({ message }) => message);
const unavailable = ({ service: { faults } }: Scene) =>
	faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });

/** A workflow that has delivered somebody, and whose state is gone while n8n is down. */
async function loseState(scene: Scene): Promise<string[]> {
	await scene.publish('activate');
	const refs = [scene.complete()];
	await scene.settle();
	expect(scene.arrived()).toEqual(refs);
	scene.n8n.crash();
	const { database } = scene.n8n;
	database.saveStaticData(ID, {});
	if (database.cursor(ID, NODE_ID)) database.advanceCursor(ID, NODE_ID, {});
	scene.complete();
	scene.pass(60);
	return refs;
}

describe.each(ENGINES)('in the %s engine', (engine) => {
	it('a state that is gone: one line says since when something may be missing', async () => {
		await within({ engine }, async (scene) => {
			const refs = await loseState(scene);
			expect(lines(scene)).toEqual([]);
			await scene.n8n.boot();
			await scene.tick();
			expect(lines(scene)).toEqual([expect.stringMatching(LOST)]);
			expect(lines(scene)[0]).toMatch(MISSING);
			refs.push(scene.complete());
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
			await scene.n8n.boot();
			await scene.settle();
			expect(lines(scene)).toHaveLength(1);
		});
	});

	it('with Emit Existing, that all comes again', async () => {
		await within({ engine, parameters: { options: { emitExisting: true } } }, async (scene) => {
			await scene.publish('activate');
			await scene.settle();
			scene.n8n.crash();
			scene.n8n.database.saveStaticData(ID, {});
			if (engine === 'durable') scene.n8n.database.advanceCursor(ID, NODE_ID, {});
			await scene.n8n.boot();
			await scene.settle();
			expect(lines(scene)).toEqual([expect.stringMatching(LOST)]);
			expect(lines(scene)[0]).toMatch(AGAIN);
			expect(scene.arrived()).toHaveLength(4);
		});
	});

	it('it is said when the new baseline is taken, not in each poll of an outage', async () => {
		await within({ engine }, async (scene) => {
			await loseState(scene);
			unavailable(scene);
			await scene.n8n.boot();
			for (let poll = 0; poll < 3; poll++) await scene.tick();
			expect(lines(scene).filter((line) => LOST.test(line))).toEqual([]);
			scene.service.faults.clear();
			scene.pass(20);
			await scene.settle();
			expect(lines(scene).filter((line) => LOST.test(line))).toHaveLength(1);
		});
	});

	const BEGINNINGS: Array<[string, (scene: Scene) => Promise<unknown>]> = [
		...ALOUD.map((mode: WorkflowActivateMode): [string, (scene: Scene) => Promise<unknown>] => [
			`the first publication (${mode})`,
			async (scene) => await scene.publish(mode),
		]),
		[
			'a first publication that failed, and then another',
			async (scene) => {
				unavailable(scene);
				await scene.publish('activate');
				scene.service.faults.clear();
				scene.pass(20);
				await scene.publish('update');
			},
		],
		[
			'a publication, and n8n starts again before the first poll',
			async (scene) => {
				await scene.publish('activate');
				await scene.n8n.boot();
			},
		],
		[
			'another event',
			async (scene) => {
				await scene.publish('activate');
				await scene.settle();
				await scene.save({ event: 'resultsChanged' });
				await scene.publish('update');
			},
		],
		[
			'a credential with another address',
			async (scene) => {
				await scene.publish('activate');
				await scene.settle();
				const { token, url } = scene.service;
				await scene.n8n.setCredential('surveyInterviewApi', { baseUrl: url, token });
			},
		],
		[
			'a poll before n8n has saved what the activation took',
			async (scene) => {
				await scene.publish('activate');
				if (engine === 'durable') scene.n8n.database.saveStaticData(ID, {});
			},
		],
	];

	describe.each([{}, { emitExisting: true }])('with the options %j', (options) => {
		it.each(BEGINNINGS)('nothing is said of a workflow that begins: %s', async (_name, begin) => {
			await within({ engine, parameters: { options } }, async (scene) => {
				await begin(scene);
				await scene.settle();
				await scene.n8n.leadershipChange();
				await scene.settle();
				await scene.n8n.boot();
				await scene.settle();
				expect(lines(scene)).toEqual([]);
			});
		});
	});

	it.each(QUIET)('nor of one that goes on (%s)', async (mode) => {
		await within({ engine }, async (scene) => {
			await scene.publish('activate');
			await scene.settle();
			await scene.unpublish();
			await scene.publish(mode);
			await scene.settle();
			expect(lines(scene)).toEqual([]);
		});
	});
});
