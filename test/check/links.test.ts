/** Whether participants' links can be had: what the check says of it. */
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
	it('invitations that show only their secret are incomplete until a Participant Link is entered', async () => {
		const without = await invitations({ dialect, choices: NEVER });
		expect(without).toMatchObject({ status: 'incomplete' });
		expect(without.sentence).toContain('Participant Link');
		const entered = await invitations({ dialect, choices: NEVER, participantLink: PATTERN });
		expect(entered).toMatchObject({ status: 'fine' });
		expect(entered.sentence).not.toContain('Participant Link');
	});
});
