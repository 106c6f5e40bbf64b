import type { NodeSpec } from '../../harness/engine';
import type { Installation } from '../../harness/engine/polling';
import type { Service } from '../../harness/service';
import { Crowd } from '../../harness/stage/crowd';
import {
	HOUR,
	MINUTE,
	n8nInTimeOf,
	startFrozenService,
	type N8nClock,
} from '../../harness/stage/time';
import { triggerNode } from '../../harness/stage/trigger';
import type { History, Trouble } from './history';

/** Of a request that is never answered, its client says so after this time. */
const TIMEOUT_MS = 120_000;

/** An n8n and a service that live in the same time, which passes only when somebody says so. */
export interface Stage {
	history: History;
	service: Service;
	n8n: Installation;
	crowd: Crowd;
	clock: N8nClock;
	/** The trigger as the workflow has it. */
	node(name: string): NodeSpec;
	close(): Promise<void>;
}

/** @param packageDir which build of the package plays; this project's by default */
export async function setStage(history: History, packageDir?: string): Promise<Stage> {
	const { erase, anonymousIds } = history;
	const service = await startFrozenService({
		dialect: history.dialect,
		choices: { erase, anonymousIds },
	});
	const crowd = new Crowd(service);
	for (let at = 0; at < history.surveys; at++) crowd.createSurvey();
	if (history.anonymous) service.world.makeAnonymous(crowd.surveyIds[0] ?? '', true);
	for (let at = 0; at < history.before * history.surveys; at++) crowd.interview(at);
	service.clock.advance(HOUR);
	const chosenIds = history.chosen ? crowd.surveyIds.slice(0, 2) : [];

	const clock = { aheadMs: history.clock * MINUTE };
	const n8n = n8nInTimeOf(service, {
		engine: history.engine,
		...(packageDir ? { packageDir } : {}),
		n8nClock: clock,
	});
	return {
		history,
		service,
		n8n,
		crowd,
		clock,
		node: (name) => {
			const { scoreFrom, ...options } = history.options;
			return triggerNode(
				{
					surveys: history.chosen ? 'chosen' : 'all',
					surveyIds: chosenIds,
					options: JSON.parse(JSON.stringify(options)),
					filters: scoreFrom === undefined ? {} : { scoreFrom },
				},
				{ name },
			);
		},
		close: async () => {
			n8n.crash();
			await service.stop();
		},
	};
}

export const PATHS: Record<Trouble['where'], RegExp> = {
	surveys: /\/surveys$/,
	respondents: /\/respondents$/,
	conversation: /\/conversation$/,
	anything: /./,
};

/** Makes the next requests of a kind fail. */
export function cause(service: Service, { where, what, times }: Trouble): void {
	const { faults } = service;
	const rule = { match: { path: PATHS[where] }, times };
	switch (what) {
		case 'unavailable':
			return void faults.inject({ ...rule, fault: { kind: 'status', status: 503 } });
		case 'failing':
			return void faults.inject({ ...rule, fault: { kind: 'status', status: 500 } });
		case 'limited shortly':
			return void faults.inject({ ...rule, fault: { kind: 'status', status: 429, retryAfter: 2 } });
		case 'limited for an hour':
			return void faults.inject({
				...rule,
				fault: { kind: 'status', status: 429, retryAfter: 3600 },
			});
		case 'connection lost':
			return void faults.inject({ ...rule, fault: { kind: 'reset' } });
		case 'hanging':
			return void faults.inject({
				fault: { kind: 'hang' },
				times,
				match: ({ path }) => PATHS[where].test(path) && giveUpSoon(service),
			});
		case 'a web page':
			return void faults.inject({ ...rule, fault: { kind: 'html' } });
		case 'broken off':
			return void faults.inject({ ...rule, fault: { kind: 'truncated json' } });
		case 'not found':
			return void faults.inject({ ...rule, fault: { kind: 'status', status: 404 } });
		case 'forbidden':
			return void faults.inject({ ...rule, fault: { kind: 'status', status: 403 } });
	}
}

/** Time passes until the client gives the request up that comes in just now. */
function giveUpSoon({ clock, breakConnections }: Service): true {
	setImmediate(() => {
		clock.advance(TIMEOUT_MS);
		breakConnections();
	});
	return true;
}
