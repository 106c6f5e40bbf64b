/** A state that is gone is replaced by a new baseline; n8n's log says so, and never of a workflow that begins. */
import { POLL_ENGINES } from '../everywhere';
import { CREDENTIAL } from '../harness/support/names';
import { NODE_ID, WORKFLOW } from '../harness/stage/trigger';
import { type ActivationStage, QUIET, within } from './activationStage';

const LOST =
	/: n8n has no saved state for this trigger, although its workflow was not just activated\. The trigger starts again/;
const MISSING =
	/ if it ran before, events between its last poll and 2026-03-02T\d\d:\d\d:\d\d\.\d{3}Z are missing\. Look for them from the time of its last execution\.$/;
const AGAIN = / with Emit Existing, it delivers everything that exists again\.$/;

const unavailable = ({ service: { faults } }: ActivationStage) =>
	faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });

/** A workflow that has delivered somebody, and whose state is gone while n8n is down. */
async function loseState(stage: ActivationStage): Promise<string[]> {
	await stage.publishAs('activate');
	const names = [stage.complete()];
	await stage.settle();
	expect(stage.arrived()).toEqual(names);
	stage.n8n.crash();
	const { database } = stage.n8n;
	database.saveStaticData(WORKFLOW, {});
	if (database.cursor(WORKFLOW, NODE_ID)) database.advanceCursor(WORKFLOW, NODE_ID, {});
	stage.complete();
	stage.pass(60);
	return names;
}

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	it('a state that is gone: one line says since when something may be missing', async () => {
		await within({ engine }, async (stage) => {
			const names = await loseState(stage);
			expect(stage.lines()).toEqual([]);
			await stage.n8n.boot();
			await stage.tick();
			expect(stage.lines()).toEqual([expect.stringMatching(LOST)]);
			expect(stage.lines()[0]).toMatch(MISSING);
			names.push(stage.complete());
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
			await stage.n8n.boot();
			await stage.settle();
			expect(stage.lines()).toHaveLength(1);
		});
	});

	it('with Emit Existing, that all comes again', async () => {
		await within({ engine, parameters: { options: { emitExisting: true } } }, async (stage) => {
			await stage.publishAs('activate');
			await stage.settle();
			stage.n8n.crash();
			stage.n8n.database.saveStaticData(WORKFLOW, {});
			if (engine === 'durable') stage.n8n.database.advanceCursor(WORKFLOW, NODE_ID, {});
			await stage.n8n.boot();
			await stage.settle();
			expect(stage.lines()).toEqual([expect.stringMatching(LOST)]);
			expect(stage.lines()[0]).toMatch(AGAIN);
			expect(stage.arrived()).toHaveLength(4);
		});
	});

	it('it is said once, also in an outage', async () => {
		await within({ engine }, async (stage) => {
			await loseState(stage);
			unavailable(stage);
			await stage.n8n.boot();
			for (let poll = 0; poll < 3; poll++) await stage.tick();
			stage.service.faults.clear();
			stage.pass(20);
			await stage.settle();
			expect(stage.lines().filter((line) => LOST.test(line))).toHaveLength(1);
		});
	});

	const BEGINNINGS: Array<[string, (stage: ActivationStage) => Promise<unknown>]> = [
		['a publication', async (stage) => await stage.publishAs('create')],
		[
			'a first publication that failed, and then another',
			async (stage) => {
				unavailable(stage);
				await stage.publishAs('activate');
				stage.service.faults.clear();
				stage.pass(20);
				await stage.publishAs('update');
			},
		],
		[
			'a publication, and n8n starts again before the first poll',
			async (stage) => {
				await stage.publishAs('activate');
				await stage.n8n.boot();
			},
		],
		[
			'another event',
			async (stage) => {
				await stage.publishAs('activate');
				await stage.settle();
				await stage.save({ event: 'resultsChanged' });
				await stage.publishAs('update');
			},
		],
		[
			'a credential with another address',
			async (stage) => {
				await stage.publishAs('activate');
				await stage.settle();
				const { token, url } = stage.service;
				await stage.n8n.setCredential(CREDENTIAL, { baseUrl: url, token });
			},
		],
		[
			'a poll before n8n has saved what the activation took',
			async (stage) => {
				await stage.publishAs('activate');
				if (engine === 'durable') stage.n8n.database.saveStaticData(WORKFLOW, {});
			},
		],
	];

	it.each(BEGINNINGS)('nothing is said of a workflow that begins: %s', async (_name, begin) => {
		await within({ engine }, async (stage) => {
			await begin(stage);
			await stage.settle();
			await stage.n8n.leadershipChange();
			await stage.settle();
			await stage.n8n.boot();
			await stage.settle();
			expect(stage.lines()).toEqual([]);
		});
	});

	it.each(QUIET)('nor of one that goes on (%s)', async (mode) => {
		await within({ engine }, async (stage) => {
			await stage.publishAs('activate');
			await stage.settle();
			await stage.n8n.unpublish(WORKFLOW);
			await stage.publishAs(mode);
			await stage.settle();
			expect(stage.lines()).toEqual([]);
		});
	});
});
