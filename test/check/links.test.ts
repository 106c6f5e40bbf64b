/** Whether participants' links can be had: what the check says of it, and what it proposes to enter. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import { check, type Look } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

const PATTERN = 'https://survey.example.com/i/{token}';
const invitations = async (look: Look) => {
	const { of, report } = await check(engine, look);
	return { ...of('invitations'), report };
};
const NEVER = { participantLink: 'never' } as const;

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it('invitations that show only their secret are limited until a Participant Link is entered', async () => {
		const without = await invitations({ dialect, choices: NEVER });
		expect(without).toMatchObject({ status: 'limited' });
		expect(without.sentence).toContain('Participant Link');
		expect(without.details).not.toHaveProperty('participant_link');
		const entered = await invitations({ dialect, choices: NEVER, participantLink: PATTERN });
		expect(entered).toMatchObject({ status: 'fine' });
		expect(entered.sentence).not.toContain('Participant Link');
	});
});

it.each([
	['plain', 'https://interview.example.com/i/{token}'],
	['wide', /^https:\/\/[^{}]*\/interview\/\{token\}$/],
] as const)('in the dialect %s it proposes what to enter, in no report', async (dialect, link) => {
	const proposed = await invitations({ dialect });
	const { participant_link: pattern = '' } = proposed.details;
	expect(proposed.status).toBe('fine');
	expect(pattern).toMatch(link);
	expect(proposed.report).not.toContain(pattern);
	expect(proposed.report).not.toContain(new URL(pattern).host);
	const entered = await invitations({ dialect, choices: NEVER, participantLink: pattern });
	expect(entered.status).toBe('fine');
});

it.each<[string, (token: string, place: number) => string]>([
	['that differ in more than the secret', (token, place) => `https://s.example/${place}/${token}`],
	['with the secret twice', (token) => `https://s.example/${token}?t=${token}`],
	['with the secret in the host', (token) => `https://${token}.s.example/`],
])('of links %s it proposes nothing', async (_what, linkOf) => {
	const rewrite = (body: string) => {
		let place = 0;
		return body.replace(
			/"token":"([^"]*)"/g,
			(whole, token: string) => `${whole},"participant_link":"${linkOf(token, place++)}"`,
		);
	};
	const fault = { kind: 'rewritten body', rewrite } as const;
	const { details, status } = await invitations({
		choices: NEVER,
		arrange: (service) => service.faults.inject({ fault, times: Infinity }),
	});
	expect(status).toBe('fine');
	expect(details.found).toHaveProperty('link');
	expect(details).not.toHaveProperty('participant_link');
});
