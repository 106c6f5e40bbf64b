/** The link of an invitation whose record shows only its secret, as InvitationRead is specified. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine, Run } from '../harness/engine';
import { callTool } from '../faults/callTool';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, hintsOf, useEngine, type Act } from '../harness/support';

const PATTERN = 'https://survey.example.com/i/{token}?lang=nl#start';
/** What a URL cannot hold as it is, and what means something where a text is replaced. */
const ODD = "s/ö %?#+& $& $' {token} ";

let engine: Engine;
useEngine((started) => (engine = started));

let service: Service;
let surveyId: string;
afterEach(async () => await service.stop());

/** A service that answers InvitationRead alone, unless it is said. */
async function start(dialect: Service['dialect']['name'], participantLink?: 'never') {
	service = await startService({
		dialect: dialect as 'plain',
		choices: { reissue: 'same id', ...(participantLink ? { participantLink } : {}) },
		seed: { surveys: 1, respondents: 0, invitations: 6 },
	});
	surveyId = service.world.survey('Customer').id;
}

/** Every secret becomes one that needs URL encoding. */
function withOddSecrets() {
	const rewrite = (body: string) =>
		body.replace(/"token":"/g, () => `"token":${JSON.stringify(ODD).slice(0, -1)}`);
	service.faults.inject({ fault: { kind: 'rewritten body', rewrite }, times: Infinity });
}

const somebody = () => {
	const found = service.world
		.invitations(surveyId)
		.find(({ type, recipientEmail }) => type === 'personal' && recipientEmail !== null);
	if (!found) throw new Error('The seed has no personal invitation.');
	return found;
};
const ofSurvey = () => ({ surveyId: byId(surveyId) });
const ofInvitation = () => ({ invitationId: byId(somebody().id) });

/** The operations whose output has links, each with its parameters, and whether it makes them. */
const OPERATIONS: Record<string, { parameters: () => INodeParameters; makes?: true }> = {
	create: {
		parameters: () => ({ ...ofSurvey(), recipient_email: '={{ $itemIndex }}@new.example' }),
		makes: true,
	},
	createPersonal: {
		parameters: () => ({
			...ofSurvey(),
			recipient_email: '={{ $itemIndex }}@new.example',
			recipient_name: 'New',
		}),
		makes: true,
	},
	createSharedLink: { parameters: ofSurvey, makes: true },
	reissue: { parameters: ofInvitation, makes: true },
	get: { parameters: ofInvitation },
	getAll: { parameters: () => ({ ...ofSurvey(), returnAll: true }) },
	find: {
		parameters: () => ({
			...ofSurvey(),
			findBy: 'email',
			email: somebody().recipientEmail ?? '',
		}),
	},
	update: { parameters: () => ({ ...ofInvitation(), updateFields: { label: 'New' } }) },
	sync: {
		parameters: () => ({
			...ofSurvey(),
			recipient_email: '={{ $itemIndex }}@new.example',
			recipient_name: 'New',
			dryRun: false,
		}),
		makes: true,
	},
};
const NAMES = Object.keys(OPERATIONS);
const MAKING = NAMES.filter((name) => OPERATIONS[name]?.makes);

const run = async (name: string, more: Partial<Act> & { output?: string } = {}) => {
	const { output = 'simplified', ...others } = more;
	const parameters = { ...OPERATIONS[name]?.parameters(), output };
	const ran = await act(engine, service, {
		operation: `invitation.${name}`,
		parameters,
		items: [{}, {}, {}],
		...others,
	});
	return { ...ran, failure: failureOf(ran) };
};
const recordsOf = ({ items }: Run) =>
	items.map(({ json }) => (json.match ?? json) as IDataObject & { link?: string | null });
const linkHintsOf = (ran: Run) =>
	hintsOf(ran).filter(({ message }) => message.includes('Participant Link'));

const linkWith = (secret: string) =>
	`https://survey.example.com/i/${encodeURIComponent(secret).replaceAll("'", '%27')}?lang=nl#start`;

/** By invitation, the links that follow from the secrets that the service has answered. */
function linksAnswered(): Map<string, string[]> {
	const links = new Map<string, string[]>();
	for (const { answered } of service.log) {
		const records = [JSON.parse(answered ?? '[]') as { id: string; token?: string }].flat();
		for (const { id, token } of records) {
			if (token === undefined) continue;
			expect(token.startsWith(ODD)).toBe(true);
			links.set(id, [...(links.get(id) ?? []), linkWith(token)]);
		}
	}
	return links;
}

describe.each(DIALECTS)('the dialect %s, as InvitationRead is specified', (dialect) => {
	beforeEach(async () => await start(dialect, 'never'));

	it.each(NAMES)('%s: with a Participant Link, each invitation has its link', async (name) => {
		withOddSecrets();
		const ran = await run(name, { participantLink: PATTERN });
		expect(ran.failure).toBeUndefined();
		const records = recordsOf(ran);
		expect(records.length).toBeGreaterThan(0);
		const made = linksAnswered();
		for (const { link, id } of records) {
			expect(made.get(String(id))).toContain(link);
			expect(URL.canParse(String(link))).toBe(true);
		}
		expect(linkHintsOf(ran)).toEqual([]);
		for (const record of recordsOf(ran)) expect(record).not.toHaveProperty('token');
	});

	it.each(NAMES)('%s: without one there is no link, and it is said once', async (name) => {
		const ran = await run(name);
		expect(ran.failure).toBeUndefined();
		for (const { link = null } of recordsOf(ran)) expect(link).toBeNull();
		const [hint, ...others] = linkHintsOf(ran).map(({ message }) => message);
		expect(others).toEqual([]);
		expect(hint !== undefined).toBe(OPERATIONS[name]?.makes === true);
		if (hint !== undefined) expect(hint).toContain('{token}');
	});

	it.each(['get', 'find', 'createPersonal', 'sync'])(
		'%s: a model is given links, and no secret beside them',
		async (name) => {
			for (const output of ['simplified', 'everything']) {
				const parameters = {
					resource: 'invitation',
					operation: name,
					...OPERATIONS[name]?.parameters(),
					output,
				};
				const reach = { url: service.url, token: service.token, participantLink: PATTERN };
				const heard = await callTool(engine, reach, parameters);
				expect(heard).toContain('email');
				const beside = heard.replaceAll(/https:[^"]*/g, '');
				for (const { token } of service.world.invitations(surveyId)) {
					expect(beside).not.toContain(token);
				}
				if (output === 'simplified') expect(heard).toContain('https://survey.example.com/i/');
			}
		},
	);

	it.each(['createPersonal', 'createSharedLink', 'reissue'])(
		'%s: the secret is in no error and in no log',
		async (name) => {
			const rewrite = (body: string) => body.replace(/"id":"[^"]*",/, '"id":"none",');
			service.faults.inject({ fault: { kind: 'rewritten body', rewrite }, times: Infinity });
			const { failure } = await run(name, { participantLink: PATTERN });
			expect(failure).toMatchObject({ maybeDone: true });
			const seen = JSON.stringify([failure, engine.logs]);
			for (const { token } of service.world.invitations(surveyId)) {
				expect(seen).not.toContain(token);
			}
		},
	);
});

it.each(DIALECTS)('in the dialect %s, the link that the service gives counts', async (name) => {
	await start(name);
	// Sync goes first, as long as it has somebody to invite: one dialect shows a link only when it is made.
	for (const operation of [...MAKING].reverse()) {
		const ran = await run(operation, { participantLink: PATTERN });
		expect(recordsOf(ran)).toHaveLength(3);
		for (const { link } of recordsOf(ran)) {
			expect(link).toMatch(/^https:\/\//);
			expect(link).not.toContain('survey.example');
		}
		expect(linkHintsOf(ran)).toEqual([]);
	}
});

it.each([
	'https://survey.example.com/i/',
	'https://survey.example.com/i/{id}/{token}',
	'survey.example.com/i/{token}',
	'javascript:alert("{token}")',
	'https://{token}.example.com/i',
	'https://{token}@survey.example.com/i',
	'https://survey.example.com/i/{token}\nhttps://other.example.com/',
])('%j is refused, and nothing is sent', async (participantLink) => {
	await start('plain', 'never');
	for (const name of ['get', 'sync']) {
		const { failure } = await run(name, { participantLink });
		expect(failure?.message).toMatch(/^Participant Link [^.]*(\.[^ ][^.]*)*\.$/);
		expect(failure?.description).toContain('Nothing was sent');
	}
	const data = { baseUrl: service.url, token: service.token, participantLink };
	expect(await engine.testCredential(data)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^Participant Link /),
	});
	expect(service.log).toEqual([]);
});
