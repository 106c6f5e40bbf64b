/**
 * Saved workflows of a version and the fields that came out of them: `<version>.json` beside this file. n8n updates
 * the package below saved workflows, so what the next node reads must still be there. A schema says what we meant;
 * these files say what was delivered, because each field was seen in a run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Engine } from '../../harness/engine';
import { startService } from '../../harness/service';
import { ACTION, credentialsFor, TRIGGER } from '../../harness/support/names';
import { setStage, type Parameters, type Stage } from '../../trigger/triggerStage';

export interface Saved {
	/** `survey/get`, or `event/interviewCompleted`. */
	name: string;
	typeVersion: number;
	/** As the node was saved. The ids are those of the reference service, which always seeds the same. */
	parameters: INodeParameters;
	/** What the node received, if it is not one empty item. */
	items?: IDataObject[];
	/** Paths and types of the fields that came out, as `topics[].name: string`. A type that is only null is unknown. */
	fields: Record<string, string>;
}

export const FOLDER = __dirname;

/** The versions that have a file. */
export const storedVersions = () =>
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''));

export const stored = (version: string) =>
	JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8')) as Saved[];

/** The typeVersion that n8n gives to a new node of an operation or event. */
export const newestVersion = ({ nodeTypes }: Engine, name: string) => {
	const node = name.startsWith('event/') ? TRIGGER : ACTION;
	return Math.max(...[nodeTypes.getByNameAndVersion(node).description.version].flat());
};

/** @returns the fields of the items, or throws the node's error */
export async function play(
	engine: Engine,
	saved: Omit<Saved, 'fields'>,
): Promise<Record<string, string>> {
	const items = saved.name.startsWith('event/')
		? await playEvent(saved)
		: await playOperation(engine, saved);
	if (items.length === 0) throw new Error(`${saved.name} gave no items`);
	return fieldsOf(items);
}

async function playOperation(
	engine: Engine,
	{ parameters, typeVersion, items }: Omit<Saved, 'fields'>,
) {
	const service = await startService();
	try {
		const credentials = credentialsFor(service);
		const run = await engine.runNode({ parameters, credentials, items, node: { typeVersion } });
		if (run.error) throw run.error;
		return run.items.map(({ json }) => json);
	} finally {
		await service.stop();
	}
}

/** What must happen for an event to come. */
const HAPPENINGS: Record<string, (stage: Stage, survey: string) => void> = {
	interviewCompleted: person,
	resultsChanged: person,
	mailingStatusChanged: ({ service }, survey) =>
		void service.world.mailings.create(survey, { subjectOverride: 'Tell us' }),
	emailFailed,
};

function person(stage: Stage, survey: string): void {
	const properties = { department: 'Sales' };
	stage.interview(survey, 'Ada', { email: 'ada@example.com', externalId: 'crm-1', properties });
}

function emailFailed(stage: Stage, survey: string): void {
	const { world } = stage.service;
	const person = { recipientName: 'Ada', recipientEmail: 'undeliverable.ada@example.com' };
	world.createInvitation(survey, 'csv', person);
	stage.aMomentLater();
	world.mailings.finish(world.mailings.create(survey, { subjectOverride: 'Tell us' }).id);
}

async function playEvent({ name, parameters, typeVersion }: Omit<Saved, 'fields'>) {
	const stage = await setStage({ engine: 'default' });
	try {
		const survey = stage.survey('Customers');
		const node = { ...stage.node(parameters as unknown as Parameters), typeVersion };
		await stage.n8n.save({ id: 'workflow', nodes: [node] });
		await stage.activate();
		HAPPENINGS[name.replace('event/', '')]?.(stage, survey);
		return await stage.events();
	} finally {
		await stage.close();
	}
}

/** Properties and the like have the keys of the user's own data. */
const FREE = /(?:^|\.)properties$/;

export function fieldsOf(values: unknown[]): Record<string, string> {
	const fields: Record<string, string> = {};
	const note = (value: unknown, path: string) => {
		const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		if (path && (fields[path] ?? 'null') === 'null') fields[path] = type;
		if (Array.isArray(value)) for (const one of value) note(one, `${path}[]`);
		else if (type === 'object' && !FREE.test(path))
			for (const [key, inner] of Object.entries(value as object))
				note(inner, path ? `${path}.${key}` : key);
	};
	for (const value of values) note(value, '');
	return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)));
}

/** Each field that a saved workflow misses or finds changed. */
export function lostOf(before: Record<string, string>, now: Record<string, string>): string[] {
	const isKept = (field: string): boolean => {
		const [was, is] = [before[field], now[field]];
		if (is !== undefined) return is === was || is === 'null' || was === 'null';
		// Of a list that is empty today, and of what is null today, nothing shows what is inside.
		const [, outer = ''] = /^(.*?)(?:\[\]|\.[^.[]+)$/.exec(field) ?? [];
		return (
			outer !== '' &&
			(now[outer] === 'null' || (field.endsWith('[]') && outer in now) || isHidden(outer))
		);
	};
	const isHidden = (field: string) => !(field in now) && field in before && isKept(field);
	return Object.keys(before).filter((field) => !isKept(field));
}
