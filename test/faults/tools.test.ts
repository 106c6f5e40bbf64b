import type { INode, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, smallService, useEngine, useForEach } from '../harness/support';
import { callTool as call } from './callTool';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const callTool = async (parameters: INodeParameters, node: Partial<INode> = {}, calls = 1) =>
	await call(engine, service, parameters, node, calls);

const invitation = () => {
	const [survey] = service.world.surveys();
	return service.world.createInvitation(survey?.id ?? '', 'personal', {
		recipientEmail: 'ann@example.com',
	});
};
const sendEmail = () => ({
	resource: 'invitation',
	operation: 'sendEmail',
	invitationId: byId(invitation().id),
});

it('a tool reads, and sends an email once', async () => {
	expect(await callTool({ resource: 'survey', operation: 'getAll' })).toContain('Customer');
	await callTool(sendEmail());
	expect(service.effects.emails).toHaveLength(1);
});

it('a tool creates as many surveys as it is asked for', async () => {
	const before = service.world.surveys().length;
	const create = { resource: 'survey', operation: 'create', name: 'Pulse', metric_type: 'nps' };
	const heard = await callTool({ ...create, interview_locale: 'en' }, {}, 2);
	expect(heard).toContain('Pulse');
	expect(service.world.surveys()).toHaveLength(before + 2);
});

it('with Retry On Fail, whose tries n8n counts as other runs, it does not start what must not be repeated', async () => {
	service.faults.inject({ fault: { kind: 'reset', when: 'after' }, times: Infinity });
	const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
	expect(await callTool(sendEmail(), retry)).toContain('cannot run with Retry On Fail here');
	const [survey] = service.world.surveys();
	const create = {
		resource: 'invitation',
		operation: 'createPersonal',
		surveyId: byId(survey?.id ?? ''),
		recipient_name: 'Ann',
	};
	expect(await callTool(create, retry)).toContain('cannot run with Retry On Fail here');
	const sync = { ...create, operation: 'sync', dryRun: false, recipient_email: 'ann@x.com' };
	expect(await callTool(sync, retry)).toContain('cannot run with Retry On Fail here');
	expect(service.log).toEqual([]);
	service.faults.clear();
	for (const way of [{ dryRun: true }, { options: { createWith: 'public' } }])
		expect(await callTool({ ...sync, ...way }, retry)).not.toContain('cannot run with');
});

it('what cannot be undone is done once for a record in an execution, whoever asks again', async () => {
	const send = sendEmail();
	expect(await callTool(send, {}, 3)).toContain('was already done in this execution');
	expect(service.effects.emails).toHaveLength(1);

	service.faults.inject({ fault: { kind: 'reset', when: 'after' } });
	expect(await callTool(sendEmail(), {}, 2)).toContain('may have been sent');
	expect(service.effects.emails).toHaveLength(2);

	// What was refused was not done, and an update may be asked for twice.
	service.faults.inject({ fault: { kind: 'status', status: 409 } });
	await callTool(sendEmail(), {}, 2);
	expect(service.effects.emails).toHaveLength(3);
	const { id } = invitation();
	const label = { resource: 'invitation', operation: 'update', invitationId: byId(id) };
	await callTool({ ...label, updateFields: { label: 'x' } }, {}, 2);
	expect(service.requests({ method: 'PATCH' })).toHaveLength(2);
});
