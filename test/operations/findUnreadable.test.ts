/** Nobody found among people who do not show who they are is not "nobody": a person and a model are told. */
import { DIALECTS } from '../everywhere';
import { callTool } from '../faults/callTool';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { useEngine, useForEach } from '../harness/support';
import { chosen, full } from './case';
import { runFind, type Resource } from './finding';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));

const STRANGER = { findBy: 'email', email: 'nobody@elsewhere.example' };
const SAID =
	/^Respondents who do not show who they are, .*: (\d+) of (\d+)\. So “not found” does not mean/;

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	useForEach(
		(started) => (service = started),
		async () => await startService({ dialect }),
	);
	const anonymous = () => service.world.survey('Workplace pulse (anonymous)').id;

	const find = async (resource: Resource, surveyId: string, emails = [STRANGER.email]) => {
		const parameters = { ...STRANGER, email: '={{ $json.email }}', surveyId: chosen(surveyId) };
		const items = emails.map((email) => ({ email }));
		const ran = await runFind(engine, service, resource, parameters, items);
		const tasks = Object.values(ran.runData.data.resultData.runData).flat();
		const hints = tasks.flatMap((task) => task.hints ?? []);
		expect(ran.error?.message).toBeUndefined();
		return { output: ran.items.map(({ json }) => json), hints };
	};

	it('a hint says how many of how many, once for all items', async () => {
		const all = service.world.respondents(anonymous()).length;
		const { output, hints } = await find('respondent', anonymous(), ['a@x.example', 'b@x.example']);
		expect(output).toMatchObject([{ count: 0, unreadable: all }, { count: 0 }]);
		const said = hints.filter(({ message }) => SAID.test(message));
		expect(said.map(({ type }) => type)).toEqual(['warning']);
		expect(SAID.exec(said[0]?.message ?? '')?.slice(1)).toEqual([`${all}`, `${all}`]);
		expect(Object.keys(output[0] ?? {})).not.toContain('note');
	});

	it('nothing is said where somebody is found, nor among invitations', async () => {
		const people = service.world.respondents(full(service).id);
		const email = people.find((one) => one.email !== null)?.email ?? '';
		const { output, hints } = await find('respondent', full(service).id, [email]);
		expect(output[0]?.count).not.toBe(0);
		expect(hints.filter(({ message }) => SAID.test(message))).toEqual([]);
		const invited = await find('invitation', full(service).id);
		expect(invited.output).toMatchObject([{ count: 0 }]);
		expect(invited.hints.filter(({ message }) => SAID.test(message))).toEqual([]);
	});

	it('a model reads it first', async () => {
		const heard = await callTool(engine, service, {
			resource: 'respondent',
			operation: 'find',
			surveyId: chosen(anonymous()),
			...STRANGER,
		});
		expect(JSON.parse(heard)).toMatchObject([
			{ note: expect.stringMatching(SAID) as string },
			{ count: 0 },
		]);
	});
});
