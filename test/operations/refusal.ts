import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../engine';
import type { Service } from '../service';
import { credentialOf } from '../support';

/** The sentence that a person reads; fails unless it is one, and unless nothing was sent. */
export async function refusalOf(
	engine: Engine,
	service: Service,
	parameters: INodeParameters,
	change: object = {},
): Promise<string> {
	service.clearLog();
	const run = await engine.runNode({ parameters, credentials: credentialOf(service, change) });
	expect(service.log).toEqual([]);
	expect(run.status).toBe('error');
	const message = run.error?.message ?? '';
	expect(message).toMatch(/^[A-Z].*\.$/);
	expect(run.error?.description).toMatch(/^Nothing was sent/);
	return message;
}
