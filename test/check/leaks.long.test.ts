/** The report can be pasted anywhere: nothing of the service's data is in it, whatever the service does. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Fault, type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { check, type Checked } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

/**
 * Texts of the seeded world in the report, and in the items. Only there are the words of a status, and of an error, in
 * which the service may name people.
 */
function leaked({ report, service, items }: Checked): string[] {
	const seeded = seededTexts(service);
	expect(seeded.length).toBeGreaterThan(50);
	const ofAreas = items.map(({ status, sentence, details }) =>
		[status === 'failed' ? '' : sentence, JSON.stringify({ ...details, status_words: [] })].join(
			' ',
		),
	);
	return textsIn([report, ...ofAreas].join('\n'), seeded);
}

const every = (fault: Fault) => (service: Service) =>
	service.faults.inject({ fault, times: Infinity });

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(['Customer', 'Workplace', 'Leadership', 'Onboarding'])('%s', async (survey) => {
		const checked = await check(engine, { dialect, survey, seed: { respondents: undefined } });
		expect(leaked(checked)).toEqual([]);
	});

	it.each<[string, (service: Service) => unknown]>([
		['a page', every({ kind: 'html' })],
		['the token echoed', every({ kind: 'echo authorization', status: 400 })],
		['an error of every kind', every({ kind: 'status', status: 409, code: 'ana_de_vries' })],
		['a limit', every({ kind: 'status', status: 429, retryAfter: 3600 })],
		['unknown fields', every({ kind: 'extra fields', seed: 3 })],
		['wrong types', every({ kind: 'wrong types', seed: 3 })],
	])('%s', async (_what, arrange) => {
		const checked = await check(engine, {
			dialect,
			options: { maxWait: 0, timeout: 2 },
			arrange,
		});
		expect(leaked(checked)).toEqual([]);
		expect(checked.report).not.toContain('ana_de_vries');
	});
});

it.each(DIALECTS)('nor dates, nor words of a status, in the dialect %s', async (dialect) => {
	const { report, of } = await check(engine, {
		dialect,
		choices: { completedWord: 'fertig' },
		token: (service) => service.issueToken({ expiresAt: new Date(Date.now() + 86_400_000 * 9) }),
	});
	expect(of('respondents').details.status_words).toContain('fertig');
	expect(report).not.toContain('fertig');
	expect(report).not.toMatch(/\b20\d\d-\d\d/);
});

it('the report has the summary, also when nothing can be read', async () => {
	const { report, last } = await check(engine, { arrange: every({ kind: 'status', status: 409 }) });
	expect(last.status).toBe('failed');
	expect(report).toContain(last.sentence);
});

/** Every text of the service's world that names or is said by somebody, and every id, key and token. */
function seededTexts({ world, tokens, ...service }: Service): string[] {
	const { records } = world;
	const surveys = world.surveys();
	const texts = [
		service.token,
		...Object.values(tokens),
		records.workspaceId,
		records.workspaceName,
		...surveys.flatMap(({ id, name, goal }) => [id, name, goal]),
		...records.properties
			.all()
			.flatMap(({ id, key, label, options }) => [id, key, label, ...options]),
		...records.themes.all().flatMap(({ id, name, description }) => [id, name, description]),
		...records.topics.all().flatMap(({ id, name }) => [id, name]),
		...records.invitations
			.all()
			.flatMap((one) => [
				...[one.id, one.token, one.label, one.batchId, one.recipientEmail, one.recipientName],
				...[one.recipientExternalId, one.recipientNotes, one.createdByEmail, one.invitationLinkId],
				...[...one.allowedOrigins, ...keysAndValues(one.properties)],
			]),
		...records.mailings
			.all()
			.flatMap((one) => [
				...[one.id, one.templateId, one.subjectOverride, one.bodyHtmlOverride, one.fromAddress],
				...[one.fromName, one.sendingAddressId],
			]),
		...records.respondents
			.all()
			.flatMap((one) => [
				...[one.id, one.name, one.email, one.externalId, ...keysAndValues(one.properties)],
				...(one.messages ?? []).flatMap(({ id, text }) => [id, text]),
				...keysAndValues(one.alsoSays ?? {}),
			]),
		...[...records.quotes.values()].flat().flatMap(({ id, text }) => [id, text]),
	];
	return [
		...new Set(texts.filter((text) => typeof text === 'string' && text.length > 1)),
	] as string[];
}

const keysAndValues = (values: object) =>
	Object.entries(values).flatMap(([key, value]) => [key, String(value)]);

/** Those of the texts that stand in another one, as words of it. */
function textsIn(where: string, texts: readonly string[]): string[] {
	const plain = where.toLowerCase();
	return texts.filter((text) => {
		const words = text.toLowerCase();
		if (!plain.includes(words)) return false;
		const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(plain);
	});
}
