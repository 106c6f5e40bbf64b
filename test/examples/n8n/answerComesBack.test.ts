import { startService, type Service, type ServiceOptions } from '../../harness/service';
import { errorOf, outputsOf, until, type Execution } from '../../n8n/rest/n8nRest';
import { withExtraFields } from './extraFields';
import { expectImportable } from './importable';
import { Imported } from './imported';
import { READINGS } from './readings';
import { Visitor } from './visitor';
import { useWorkflowStage } from './workflowStage';

const FORM = '/form/ask-somebody';
const TRIES = 6;

describe('answer-comes-back.json', () => {
	const stage = useWorkflowStage('answer-comes-back.json');
	let service: Service;
	let surveyId = '';
	let workflow: Imported;
	let visitor: Visitor;

	beforeAll(async () => {
		visitor = new Visitor(stage().rest.url);
		await visitor.signIn();
	});
	afterEach(() => expect(stage().destinations.strange).toEqual([]));

	/** Publishes it for a service, with seconds in place of hours. */
	const begin = async (dialect: ServiceOptions['dialect']) => {
		service = await startService({ dialect });
		withExtraFields(service);
		surveyId = service.world.createSurvey({ name: 'Tickets' }).id;
		workflow = await Imported.for(stage(), service, {
			'Invite the person': { surveyId: { __rl: true, mode: 'id', value: surveyId } },
			'Wait an hour': { amount: 2, unit: 'seconds' },
			'Answered, or too late?': {
				'conditions.conditions[1].leftValue': `={{ $runIndex + 1 >= ${TRIES} }}`,
			},
		});
		expect(await stage().rest.publish(workflow.id)).toBe('published');
	};
	const end = async () => {
		await stage().rest.unpublish(workflow.id);
		await service.stop();
	};
	const ask = async (email: string, name = '') => {
		const page = await visitor.openForm(FORM);
		expect(await visitor.send(FORM, page, [email, name])).toBe(200);
	};
	/** Those that are over, when there are so many, the oldest first. */
	const over = async (count: number): Promise<Execution[]> =>
		await until(`${count} executions`, async () => {
			const all = await stage().rest.executions(workflow.id);
			const ended = all.filter(({ status }) => ['success', 'error'].includes(status));
			if (ended.length < count) return undefined;
			return await Promise.all(ended.map(async ({ id }) => await stage().rest.execution(id)));
		});
	const cameBack = (executions: Execution[]) =>
		executions.flatMap((one) =>
			outputsOf(one, 'What comes back').flatMap((items) => items.map(({ json }) => json)),
		);
	const complete = async (email: string, score: number) => {
		const { world } = service;
		const invitation = await until('the invitation', async () =>
			world.invitations(surveyId).find(({ recipientEmail }) => recipientEmail === email),
		);
		world.interview({ invitationId: invitation.id }, { score, messages: [`It was ${score}.`] });
	};

	it('imports without a warning', async () =>
		await expectImportable(stage(), ['Invite the person']));

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		beforeEach(async () => await begin(dialect));
		afterEach(end);

		it('goes on with the answers of two, and with none of somebody who does not answer', async () => {
			await ask('ada@example.com', 'Ada');
			await ask('bo@example.com');
			await ask('nobody@example.com');
			await complete('ada@example.com', 9);
			await complete('bo@example.com', 2);
			const back = cameBack(await over(3)).sort((a, b) =>
				String(a.email).localeCompare(String(b.email)),
			);
			expect(back).toMatchObject([
				{ email: 'ada@example.com', answer: 'answered', score: 9, quote: 'It was 9.' },
				{ email: 'bo@example.com', answer: 'answered', score: 2, quote: 'It was 2.' },
				{ email: 'nobody@example.com', answer: 'no answer', score: null, quote: null },
			]);
			const sent = service.effects.emails.map(({ recipient }) => recipient).sort();
			expect(sent).toEqual(['ada@example.com', 'bo@example.com', 'nobody@example.com']);
		});

		/** Nothing else is injected from now on: the first that matches wins. */
		const fail = (operation: string, status: number) => {
			service.faults.clear();
			const fault = { kind: 'status', status } as const;
			service.faults.inject({ match: { operation }, fault, times: Infinity });
		};

		it('waits on while the service fails, and says so if it cannot ask at the end', async () => {
			fail('respondent.getAll', 500);
			await ask('ada@example.com');
			expect(cameBack(await over(1))).toMatchObject([{ answer: 'not known', score: null }]);
		});

		it('fails, and waits for nothing, if the email cannot be sent', async () => {
			fail('invitation.sendEmail', 409);
			await ask('ada@example.com');
			const [failed] = await over(1);
			expect(failed && errorOf(failed)?.message).toContain('409');
			expect(failed && outputsOf(failed, 'Wait an hour')).toEqual([]);
		});
	});
});
