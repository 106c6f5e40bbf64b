/**
 * The package is updated, goes back, and is lost with its container, below a trigger that is active and workflows that
 * are saved. OLDER_TARBALL is the version before, as a tarball from npm; without it, it is today's code under another
 * number, which still shows what n8n does to a trigger whose package is exchanged.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stored } from '../contract/outputs/play';
import { ACTION, CREDENTIAL, NEW_TRIGGER, PACKAGE, TRIGGER } from '../harness/support/names';
import { version as today } from '../../package.json';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { outputsOf, until, type Json } from './rest/n8nRest';
import { startRegistry, type Registry } from './servers/registry';
import { shared } from './setup';
import { everySeconds, Stand, START } from './stand';
import { ENGINE_SETTINGS } from './triggerStage';

const OLDER = '0.0.1';
const END = 'End';
/** Forms with lists, collections, a mapper and a period; none of them changes anything. */
const FORMS =
	/^(?:respondent\/(?:getAll|find)|invitation\/getAll|result\/get(?:OverTime|Quotes|Report))$/;

describe.each(ENGINE_SETTINGS)('n8n’s $engine poll engine', ({ engine, env }) => {
	let registry: Registry;
	let stand: Stand;
	let credentials: Json;
	let trigger: string;
	let forms: string[];

	const scoped = (type: string) => type.replace(PACKAGE, registry.name);
	const packages = '/rest/community-packages';
	const installed = async () => {
		const [one] = await stand.rest.call<Json[]>('GET', packages);
		return one?.installedVersion;
	};
	const exchangeFor = async (version: string) => {
		await stand.rest.call('PATCH', packages, { name: registry.name, version });
		expect(await installed()).toBe(version);
	};

	const complete = (name: string) => {
		const { world } = stand.service;
		world.interview({ surveyId: world.surveys()[0]?.id ?? '' }, { name, score: 9 });
	};
	const came = async () => {
		const names: unknown[] = [];
		for (const { id } of await stand.rest.executions(trigger)) {
			const execution = await stand.rest.finished(id);
			names.push(...(outputsOf(execution, END)[0] ?? []).map(({ json }) => json.name));
		}
		return names;
	};
	/** All of them, each once; then two more polls, in which nobody may come again. */
	const haveCome = async (...names: string[]) => {
		const all = async () => (await came()).length >= names.length || undefined;
		await until(names.join(), all);
		const polls = () => stand.service.requests({ operation: 'survey.getAll', status: 200 }).length;
		const last = polls() + 2;
		await until('two polls', async () => polls() >= last || undefined);
		expect(await came()).toEqual(names);
	};

	/** What the saved forms are, and the fields that they give. */
	const formsGive = async () => {
		const given: unknown[] = [];
		for (const id of forms) {
			const { nodes } = (await stand.rest.workflow(id)) as { nodes: Json[] };
			const execution = await stand.rest.run(id, START.name);
			const [item] = outputsOf(execution, 'Form')[0] ?? [];
			given.push([nodes[1]?.parameters, execution.status, Object.keys(item?.json ?? {})]);
		}
		return given;
	};
	let before: unknown[];

	beforeAll(async () => {
		const tarball = shared('tarball');
		registry = await startRegistry(tarball, { [OLDER]: process.env.OLDER_TARBALL ?? tarball });
		stand = await Stand.set({ bare: true, env: { ...registry.env, ...env } });
		const { rest, service } = stand;
		await rest.call('POST', packages, { name: registry.name, version: OLDER });
		expect(await installed()).toBe(OLDER);
		const id = await rest.saveCredential(CREDENTIAL, CREDENTIAL_NAME, credentialFor(service));
		credentials = { [CREDENTIAL]: { id, name: CREDENTIAL_NAME } };
		forms = [];
		for (const { name, parameters } of stored(today).filter((one) => FORMS.test(one.name))) {
			const form = { name: 'Form', type: scoped(ACTION), parameters, credentials };
			forms.push(await rest.saveWorkflow({ name, nodes: [START, form] }));
		}
		before = await formsGive();
		const parameters = { ...NEW_TRIGGER, pollTimes: everySeconds(2) };
		const node = { name: 'Trigger', type: scoped(TRIGGER), parameters, credentials };
		trigger = await rest.saveWorkflow({
			nodes: [node, { name: END, type: 'n8n-nodes-base.noOp' }],
		});
		expect(await rest.publish(trigger)).toBe('published');
	}, 240_000);
	afterAll(async () => {
		await stand?.stop();
		await registry?.stop();
	}, 60_000);

	it('before: the forms run, and the trigger delivers', async () => {
		expect(before.length).toBe(6);
		for (const one of before) expect(one).toMatchObject([{}, 'success', expect.any(Array)]);
		complete('Ada');
		await haveCome('Ada');
	});

	it('an update below the active trigger loses nobody and brings nobody twice', async () => {
		complete('Ben');
		await exchangeFor(today);
		complete('Cleo');
		await haveCome('Ada', 'Ben', 'Cleo');
		expect(await formsGive()).toEqual(before);
	});

	it('the way back does not either', async () => {
		complete('Dora');
		await exchangeFor(OLDER);
		complete('Emil');
		await haveCome('Ada', 'Ben', 'Cleo', 'Dora', 'Emil');
		expect(await formsGive()).toEqual(before);
	});

	// What n8n does at its start is the same with both.
	if (engine !== 'default') return;

	/** As a container does whose volume has only n8n's database. */
	const losePackages = async () => {
		await stand.n8n.stop();
		await rm(join(stand.userFolder, '.n8n', 'nodes'), { recursive: true, force: true });
	};
	const REINSTALL = { N8N_REINSTALL_MISSING_PACKAGES: 'true' };

	it('a container that lost its packages installs them again, and all goes on', async () => {
		await losePackages();
		complete('Fay');
		await stand.n8n.start(REINSTALL);
		expect(await installed()).toBe(OLDER);
		complete('Gus');
		await haveCome('Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus');
		expect(await formsGive()).toEqual(before);
	});

	it('one start without them unpublishes the workflow for good; published again, it delivers who came', async () => {
		const { rest, n8n } = stand;
		await losePackages();
		complete('Hal');
		await n8n.start();
		expect(await rest.publicationOf(trigger, ['failed'])).toBe('failed');
		await n8n.restart(undefined, REINSTALL);
		expect(await installed()).toBe(OLDER);
		expect(await rest.publicationOf(trigger, ['failed'])).toBe('failed');
		expect(await rest.publish(trigger)).toBe('published');
		await haveCome('Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal');
	});
});
