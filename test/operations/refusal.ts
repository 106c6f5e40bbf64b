import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { CREDENTIAL } from '../harness/support';

/** A whole credential for the service, with some of its fields otherwise. */
export function credentialWith({ url, token }: Service, otherwise: object = {}) {
	return { [CREDENTIAL]: { baseUrl: url, token, companyId: '', allowHttp: false, ...otherwise } };
}

/** The sentence that a person reads; fails unless it is one, and unless nothing was sent. */
export async function refusalOf(
	engine: Engine,
	service: Service,
	parameters: INodeParameters,
	change: object = {},
): Promise<string> {
	service.clearLog();
	const run = await engine.runNode({ parameters, credentials: credentialWith(service, change) });
	expect(service.log).toEqual([]);
	expect(run.status).toBe('error');
	const message = run.error?.message ?? '';
	expect(message).toMatch(/^[A-Z].*\.$/);
	expect(run.error?.description).toMatch(/^Nothing was sent/);
	return message;
}
