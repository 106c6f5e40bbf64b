import { ACTION_NAME, CREDENTIAL } from '../harness/support/names';
import { chosen, first, full } from '../operations/case';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { errorOf, outputsOf, type Execution, type Json, type NodeDraft } from './rest/n8nRest';
import { START, useStand } from './stand';

const BY_ITEM = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const READ = { resource: 'invitation', operation: 'get', invitationId: BY_ITEM };
const SEND = { resource: 'invitation', operation: 'sendEmail', invitationId: BY_ITEM };
const RETRY = { retryOnFail: true, maxTries: 4, waitBetweenTries: 10 };

describe('the action node in trouble, in saved workflows', () => {
	const stand = useStand();
	const service = () => stand().service;
	beforeEach(async () => {
		// A limit is a token's, and what one test was told of it must not hold up the next.
		const data = credentialFor({ url: service().url, token: service().issueToken() });
		const { rest, credentialId } = stand();
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
		service().faults.clear();
		service().rateLimit.set(null);
		service().effects.clear();
		service().clearLog();
	});

	/** So many invitations that can be mailed. */
	const invite = (count: number) =>
		Array.from({ length: count }, (_, n) => {
			const recipientEmail = `somebody${n}@example.com`;
			const survey = full(service()).id;
			return service().world.createInvitation(survey, 'personal', { recipientEmail });
		});
	const threeOfWhichOneCannotBeMailed = () => {
		const invitations = invite(3);
		(invitations[1] as { recipientEmail: string | null }).recipientEmail = null;
		return invitations;
	};
	const mailed = () => service().effects.emails.map(({ invitationId }) => invitationId);

	const run = async (
		parameters: Json,
		items: Array<{ id: string }> = [{ id: '' }],
		more: Partial<NodeDraft> = {},
	): Promise<Execution> => {
		const node = stand().action(parameters, { name: ACTION_NAME, ...more });
		const pinned = items.map(({ id }) => ({ json: { id } }));
		const id = await stand().rest.saveWorkflow({
			nodes: [START, node],
			pinData: { [START.name]: pinned },
		});
		return await stand().rest.run(id, START.name);
	};
	const jsonOf = (execution: Execution, output = 0) =>
		outputsOf(execution, ACTION_NAME)[output]?.map(({ json }) => json) ?? [];

	it('a 429 is waited for, as long as the service says', async () => {
		const invitations = invite(1);
		const fault = { kind: 'status', status: 429, retryAfter: 2 } as const;
		service().faults.inject({ fault });
		const execution = await run(READ, invitations);

		expect(execution.status).toBe('success');
		expect(jsonOf(execution)).toMatchObject([{ id: invitations[0]?.id }]);
		const [refused, repeated] = service().log;
		expect([refused?.status, repeated?.status]).toEqual([429, 200]);
		// Not a matter of speed: earlier would have been impolite, however slow this machine is.
		expect((repeated?.realAt ?? 0) - (refused?.realAt ?? 0)).toBeGreaterThanOrEqual(2000);
	});

	it('no item is lost to a rate limit', async () => {
		const invitations = invite(20);
		service().rateLimit.set({ requests: 8, perSeconds: 1 });
		const execution = await run(READ, invitations);

		expect(execution.status).toBe('success');
		expect(jsonOf(execution).map(({ id }) => id)).toEqual(invitations.map(({ id }) => id));
		expect(service().requests({ status: 429 }).length).toBeGreaterThan(0);
		expect(service().requests({ status: 200 })).toHaveLength(20);
	});

	it('a wait that is too long is not begun, and says when to come back', async () => {
		service().faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 3000 } });
		const execution = await run({ ...READ, options: { maxWait: 60 } }, invite(1));

		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toMatch(
			/^The service’s rate limit is reached; it asks to try again in 50 minutes \((tomorrow )?at \d\d:\d\d\)\.$/,
		);
		expect(service().log).toHaveLength(1);
	});

	it('a refused write says what the service said, and what to do', async () => {
		const theme = first(service().world.records.themes.of(full(service()).id));
		const parameters = { resource: 'theme', operation: 'delete', categoryId: chosen(theme.id) };
		const execution = await run(parameters);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toMatchObject({
			message: 'The theme has analysed answers: archive it instead.',
			description:
				'A theme that has analysed answers cannot be deleted: archive it instead. The service answered 409 category_in_use.',
			node: { name: ACTION_NAME },
		});
		expect(service().effects.all).toEqual([]);
	});

	it('a batch that breaks off says what became of each item', async () => {
		const invitations = threeOfWhichOneCannotBeMailed();
		const execution = await run(SEND, invitations);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.description).toMatch(
			/Row 1: done\. Row 2: failed\. Row 3: not started\.$/,
		);
		expect(mailed()).toEqual([invitations[0]?.id]);
	});

	it('on fail it goes on, with the error in the place of the item', async () => {
		const invitations = threeOfWhichOneCannotBeMailed();
		const execution = await run(SEND, invitations, { onError: 'continueRegularOutput' });

		expect(execution.status).toBe('success');
		expect(outputsOf(execution, ACTION_NAME)).toHaveLength(1);
		const [before, failed, after] = jsonOf(execution);
		expect(failed).toEqual({
			error: 'The invitation has no email address to send to.',
			hint: 'The service refused these values. Compare them with the current record.',
			code: 'recipient_email_missing',
			status: 400,
			maybeDone: false,
		});
		expect([before, after].map((item) => item?.email)).toEqual(
			[invitations[0], invitations[2]].map((invitation) => invitation?.recipientEmail),
		);
		expect(mailed()).toEqual([invitations[0]?.id, invitations[2]?.id]);
	});

	it('on fail it goes on, with the error at an output of its own', async () => {
		const invitations = threeOfWhichOneCannotBeMailed();
		const execution = await run(SEND, invitations, { onError: 'continueErrorOutput' });

		expect(execution.status).toBe('success');
		expect(jsonOf(execution)).toHaveLength(2);
		expect(jsonOf(execution, 1)).toEqual([
			{
				id: invitations[1]?.id,
				error: 'The invitation has no email address to send to.',
				details: {
					hint: 'The service refused these values. Compare them with the current record.',
					code: 'recipient_email_missing',
					status: 400,
					maybeDone: false,
				},
			},
		]);
		expect(mailed()).toEqual([invitations[0]?.id, invitations[2]?.id]);
	});

	it('Retry On Fail, and the connection breaks after the work: one email, and the truth about it', async () => {
		const invitations = invite(1);
		service().faults.inject({ fault: { kind: 'reset', when: 'after' }, times: Infinity });
		const execution = await run(SEND, invitations, RETRY);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toMatch(
			/^This may have been sent, and was not repeated\. /,
		);
		expect(mailed()).toEqual([invitations[0]?.id]);
		expect(service().log).toHaveLength(1);
	});

	it('an answer that drips is cut off, and the connection with it', async () => {
		const invitations = invite(1);
		service().faults.inject({ fault: { kind: 'drip', ms: 400 }, times: Infinity });
		const execution = await run({ ...READ, options: { timeout: 1, maxWait: 1 } }, invitations);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toBe('The service gave no answer: no answer came in time.');
		// It would drip for minutes, had the client not gone.
		await service().idle();
	});

	it.each([false, true])(
		'a 303 when the email is out, Retry On Fail %p: one email, and the truth about it',
		async (retry) => {
			const invitations = invite(1);
			const to = 'http://login.example';
			const fault = { kind: 'redirect', status: 303, to, when: 'after' } as const;
			service().faults.inject({ fault, times: Infinity });
			const execution = await run(SEND, invitations, retry ? RETRY : {});

			expect(execution.status).toBe('error');
			expect(errorOf(execution)?.message).toBe(
				'This may have been sent, and was not repeated. The address answered 303 with a redirect to login.example, which was not followed.',
			);
			expect(mailed()).toEqual([invitations[0]?.id]);
			expect(service().log).toHaveLength(1);
		},
	);

	it('Retry On Fail after a refusal: those before it are mailed once, and the rest once it is over', async () => {
		const invitations = invite(4);
		const match = { path: new RegExp(invitations[2]?.id ?? '') };
		const fault = { kind: 'status', status: 409, code: 'busy' } as const;
		service().faults.inject({ match, fault, times: 2 });
		const execution = await run(SEND, invitations, RETRY);

		expect(execution.status).toBe('success');
		expect(service().requests({ status: 409 })).toHaveLength(2);
		expect(mailed()).toEqual(invitations.map(({ id }) => id));
		expect(jsonOf(execution).map((item) => item.email)).toEqual(
			invitations.map(({ recipientEmail }) => recipientEmail),
		);
	});
});
