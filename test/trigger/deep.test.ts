/**
 * Records that are nested so deep that a program which walks them breaks, n8n's own engine included. None
 * of them is put out, and each costs only what is about it.
 */
import { EVERYWHERE } from '../everywhere';
import { collectLogs } from '../harness/engine';
import { TRIGGER_NAME } from '../harness/support/names';
import { type Json } from '../harness/stage/records';
import { WORKFLOW } from '../harness/stage/trigger';
import { Wording } from '../harness/support/wording';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const LIST = /\/surveys$/;
const RESPONDENTS = /\/respondents$/;
// Fewer than the values that a record may have.
const LEVELS = 9_000;
const DEEP = `${'{"a":['.repeat(LEVELS / 2)}1${']}'.repeat(LEVELS / 2)}`;
const SKIPPED = ' could not be read in this poll: ';
const TOO_DEEP = 'nested more than 100 levels deep';
const wording = new Wording();

/** From now on the record with this id, in the answers of a path, has a field that is nested deep. */
function deepen({ service }: Stage, path: RegExp, id: string): () => void {
	const field = `"id":"${id}"`;
	const rewrite = (body: string) => body.replace(field, () => `${field},"extra":${DEEP}`);
	const fault = { kind: 'rewritten body', rewrite } as const;
	return service.faults.inject({ match: { path }, fault, times: Infinity });
}

/** The lines of n8n's log while something is done, without the reason, which is the same for each. */
async function linesOf(work: () => Promise<void>): Promise<string[]> {
	const logs = collectLogs();
	await work().finally(() => logs.stop());
	return logs.entries.flatMap(({ level, message }) => {
		if (level !== 'warn') return [];
		const [line, reason] = message.split(/(?<=in this poll: )/);
		expect(reason).toContain(TOO_DEEP);
		wording.note(reason, 'a survey that is skipped');
		return line ?? [];
	});
}

describe.each(EVERYWHERE)('$engine engine, $dialect', (on) => {
	const begin = async (options: Json = {}) => {
		const stage = await setStage({ ...on });
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		await stage.publish({ options });
		return { stage, a, b };
	};
	const skipped = (id: string) =>
		`${TRIGGER_NAME} (workflow Workflow ${WORKFLOW}): survey “B” (${id})${SKIPPED}`;

	it('in the list of surveys: the poll fails and says why, and later all comes', async () => {
		const { stage, a, b } = await begin({ includeSurvey: true });
		const heal = deepen(stage, LIST, b);
		stage.interview(b, 'Bob');
		stage.interview(a, 'Ada');
		const { error } = await stage.poll();
		expect(error?.message).toContain(TOO_DEEP);
		wording.note(error?.message, 'the list of surveys');
		heal();
		expect((await stage.names()).sort()).toEqual(['Ada', 'Bob']);
		expect(await stage.names()).toEqual([]);
	});

	it('a respondent: the survey is skipped, and later all comes', async () => {
		const { stage, a, b } = await begin();
		stage.interview(a, 'Ada');
		stage.interview(b, 'Bea');
		const heal = deepen(stage, RESPONDENTS, stage.interview(b, 'Bob'));
		const lines = await linesOf(async () => expect(await stage.names()).toEqual(['Ada']));
		expect(lines).toEqual([skipped(b)]);
		heal();
		expect(await stage.names()).toEqual(['Bea', 'Bob']);
	});

	it('ten of eleven surveys: the last one is read all the same', async () => {
		const stage = await setStage({ ...on });
		const last = stage.survey('Last');
		const others = Array.from({ length: 10 }, (_, nth) => stage.survey(`Other ${nth}`));
		await stage.publish();
		for (const other of others) deepenRespondents(stage, other);
		for (const other of others) stage.interview(other, 'Bob');
		stage.interview(last, 'Ada');
		expect(await stage.names()).toEqual(['Ada']);
	});

	it('a conversation: the event comes without it, and says why', async () => {
		const { stage, a } = await begin({ includeConversation: true });
		stage.interview(a, 'Ada');
		const path = /\/conversation$/;
		const rewrite = (body: string) => body.replace('{', () => `{"extra":${DEEP},`);
		const fault = { kind: 'rewritten body', rewrite } as const;
		stage.service.faults.inject({ match: { path }, fault, times: Infinity });
		const events = [...(await stage.events()), ...(await stage.events())];
		expect(events).toEqual([]);
		const [event] = await stage.events();
		expect(event).toMatchObject({ conversation: null });
		expect(event?.conversation_error).toContain(TOO_DEEP);
		wording.note(event?.conversation_error, 'a conversation');
	});

	it.each([
		['resultsChanged', /\/results\/overview$/],
		['mailingStatusChanged', /\/mailings$/],
	] as const)('%s: the survey is skipped', async (event, path) => {
		const stage = await setStage({ ...on, seed: { surveys: 2, respondents: 2, mailings: true } });
		const [first, second] = stage.service.world.surveys();
		await stage.publish({ event });
		const rewrite = (body: string) =>
			body.startsWith('[') ? `[{"extra":${DEEP}}]` : body.replace('{', () => `{"extra":${DEEP},`);
		const match = { path: new RegExp(`${second!.id}.*${path.source}`) };
		const heal = stage.service.faults.inject({
			match,
			fault: { kind: 'rewritten body', rewrite },
			times: Infinity,
		});
		for (const { id } of [first!, second!]) stage.interview(id, 'Ada');
		const lines = await linesOf(async () => {
			const { error, events } = await stage.poll();
			expect([error, events.map(({ survey_id }) => survey_id)]).toEqual([
				undefined,
				event === 'resultsChanged' ? [first!.id] : [],
			]);
		});
		expect(lines).toEqual([expect.stringContaining(`(${second!.id})${SKIPPED}`)]);
		heal();
		const later = (await stage.events()).map(({ survey_id }) => survey_id);
		expect(later).toEqual(event === 'resultsChanged' ? [second!.id] : []);
	});
});

/** The respondents of a survey stand beside something that is nested deep. */
function deepenRespondents({ service }: Stage, surveyId: string): void {
	const path = new RegExp(`/${surveyId}/respondents$`);
	const rewrite = (body: string) => body.replace('"status":', () => `"extra":${DEEP},"status":`);
	service.faults.inject({
		match: { path },
		fault: { kind: 'rewritten body', rewrite },
		times: Infinity,
	});
}

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
