/** What an attack on the package found: answers of 200 that deny, contradict or only echo what was asked for. */
import type { INodeParameters } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

let service: Service;
beforeEach(async () => {
	service = await startService({ dialect: 'plain', seed: { surveys: 1, respondents: 3 } });
});
afterEach(async () => await service.stop());

type Rewritten = (own: Record<string, unknown>) => unknown;

/** Runs an operation of which nothing is done, and whose answer is made of what the service would have said. */
async function run(operation: string, parameters: INodeParameters, answer: Rewritten) {
	const rewrite = (body: string) => JSON.stringify(answer(JSON.parse(body) as never));
	const fault = { kind: 'rewritten body', rewrite } as const;
	service.faults.inject({ match: { operation }, fault });
	return await act(engine, service, { operation, parameters });
}

const survey = () => service.world.survey('Customer').id;
const invite = () => {
	const { id } = service.world.createInvitation(survey(), 'personal', {
		recipientEmail: 'a@x.com',
	});
	return { invitationId: byId(id), updateFields: { label: 'New' } };
};
const create = () => ({ surveyId: byId(survey()), recipient_email: 'ann@x.com' });

const DENIALS: Array<[string, Rewritten]> = [
	['success: false', (own) => ({ ...own, success: false })],
	['success: false and the id', ({ id }) => ({ id, success: false })],
	['an error', (own) => ({ ...own, error: { code: 'busy', message: 'Busy.' } })],
	['errors', (own) => ({ ...own, errors: ['Busy.'] })],
	['a status', (own) => ({ status: 'error', data: own })],
	['the record inside an error', (own) => ({ error: own })],
	['the record of the request', (own) => ({ request: own, rejected: own })],
	['the record as it was', (own) => ({ previous: own })],
];

describe.each(DENIALS)('%s', (_name, answer) => {
	it.each([
		['invitation.createPersonal', create],
		['invitation.update', invite],
	])('proves no %s', async (operation, parameters) => {
		const ran = await run(operation, parameters(), answer);
		expect(failureOf(ran)).toMatchObject({ maybeDone: true });
		expect(service.requests({ operation })).toHaveLength(1);
	});
});

it('an erasure that answers with the person may have been done', async () => {
	const { id } = service.world.interview({ surveyId: survey() }, { score: 3, messages: ['Hi'] });
	const person = { id, status: 'completed', email: 'ann@x.com', score: 3 };
	const ran = await run('respondent.erase', { respondentId: byId(id) }, () => person);
	expect(failureOf(ran)).toMatchObject({ maybeDone: true });
});

it.each(['\u200B', '\u00AD', '\u202E', '\u{E0041}'])(
	'a secret with %j in it stays one',
	async (hidden) => {
		const token = service.token;
		const shown = `${token.slice(0, 5)}${hidden}${token.slice(5)}`;
		const code = `${shown}, ann${hidden}@x.com_dup`;
		const fault = { kind: 'status', status: 409, code } as const;
		service.faults.inject({ match: { operation: 'invitation.createPersonal' }, fault });
		const { error } = await act(engine, service, {
			operation: 'invitation.createPersonal',
			parameters: create(),
		});
		expect(String(error?.description)).toContain('[token]');
		expect(String(error?.description)).not.toContain(token);
		expect(String(error?.description)).not.toContain('ann@x.com');
	},
);
