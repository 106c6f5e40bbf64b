import { list, object, wholeSecond } from './testing/client';
import type { Json, JsonObject } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const INVITATION_KEYS = [
	'id',
	'survey_id',
	'type',
	'token',
	'label',
	'batch_id',
	'recipient_email',
	'recipient_name',
	'recipient_external_id',
	'recipient_notes',
	'properties',
	'expires_at',
	'max_uses',
	'used_count',
	'anonymous',
	'created_at',
];
const MAILING_KEYS = [
	'id',
	'survey_id',
	'company_id',
	'template_id',
	'status',
	'from_address',
	'from_name',
	'total_count',
	'sent_count',
	'failed_count',
	'skipped_count',
	'started_at',
	'completed_at',
	'created_at',
	'filter_snapshot',
];
const RECIPIENT_KEYS = [
	'id',
	'invitation_id',
	'status',
	'skipped_reason',
	'sent_at',
	'provider_message_id',
];

/** Everything in the answer that has all of these keys. */
function having(json: Json, keys: string[]): JsonObject[] {
	if (json === null || typeof json !== 'object') return [];
	const inside = Object.values(json).flatMap((value) => having(value, keys));
	const itself = !Array.isArray(json) && keys.every((key) => key in json);
	return itself ? [json as JsonObject, ...inside] : inside;
}

/** Where the keys of who somebody is stay, they hold null. */
function withoutNulls(text: string): string {
	return JSON.stringify(JSON.parse(text, (_key, value: Json) => value ?? undefined));
}

async function get({ call }: Setup, path: string): Promise<Json> {
	const answered = await call('GET', path);
	expect(answered.status).toBe(200);
	return answered.json;
}

inEveryDialect((setup) => {
	const many = () => setup().surveys.many;

	test('InvitationRead has its required keys, of every type and status', async () => {
		const invitations = list(await get(setup(), `/surveys/${many()}/invitations`));
		for (const invitation of invitations) {
			expect(Object.keys(invitation)).toEqual(expect.arrayContaining(INVITATION_KEYS));
			expect(Number.isInteger(invitation.max_uses)).toBe(true);
			expect(Number.isNaN(Date.parse(String(invitation.created_at)))).toBe(false);
			expect(['open', 'used', 'expired']).toContain(invitation.status ?? 'open');
		}
		const seen = (key: string) => new Set(invitations.map((one) => one[key] ?? 'open'));
		expect(seen('status')).toEqual(new Set(['open', 'used', 'expired']));
		expect(seen('type').size).toBe(6);
	});

	test('MailingRead, MailingDetail and MailingStats', async () => {
		const mailings = list(await get(setup(), `/surveys/${many()}/mailings`));
		expect(new Set(mailings.map(({ status }) => status)).size).toBe(6);
		for (const mailing of mailings) {
			expect(Object.keys(mailing)).toEqual(expect.arrayContaining(MAILING_KEYS));
			const detail = object(await get(setup(), `/mailings/${String(mailing.id)}`));
			expect(Object.keys(detail)).toEqual(expect.arrayContaining([...MAILING_KEYS, 'recipients']));
			for (const recipient of list(detail.recipients)) {
				expect(Object.keys(recipient)).toEqual(expect.arrayContaining(RECIPIENT_KEYS));
			}
			const stats = object(await get(setup(), `/mailings/${String(mailing.id)}/stats`));
			for (const value of Object.values(stats)) expect(Number.isInteger(value)).toBe(true);
		}
	});

	test('optional keys are there or not, as the dialect has it', async () => {
		const [mailing] = setup().service.world.records.mailings.all();
		const read = object(await get(setup(), `/mailings/${mailing?.id}`));
		const optional = ['scheduled_at', 'sending_address_id', 'is_test_send'];
		const there = optional.filter((key) => key in read);
		expect(there).toEqual(setup().by({ plain: optional, nested: [], wide: ['is_test_send'] }));
	});

	test('a mailing pages through its recipients', async () => {
		const sent = setup().service.world.records.mailings.all()[0];
		const path = `/mailings/${sent?.id}`;
		const all = list(object(await get(setup(), path)).recipients);
		const page = object(await get(setup(), `${path}?limit=2&offset=1`));
		expect(list(page.recipients)).toEqual(all.slice(1, 3));
		expect(page.recipients_total).toBe(all.length);
	});

	test('the survey list is newest first and carries counts and the latest completion', async () => {
		setup().service.world.createSurvey({ name: 'Newest' });
		const names = list(await get(setup(), '/surveys')).map(({ name }) => name);
		expect(names[0]).toBe('Newest');
		expect(names).toHaveLength(5);
		const before = (await setup().call('GET', '/surveys')).text;
		setup().service.world.interview({ surveyId: many() }, { score: 10 });
		expect((await setup().call('GET', '/surveys')).text).not.toBe(before);
	});

	test('locked_fields appear with the first response', async () => {
		const path = `/surveys/${setup().surveys.none}`;
		expect(object(await get(setup(), path)).locked_fields).toEqual([]);
		setup().service.world.interview({ surveyId: setup().surveys.none });
		expect(object(await get(setup(), path)).locked_fields).toContain('metric_type');
	});

	test('a conclusion speaks of topics that exist', async () => {
		const conclusion = await get(setup(), `/surveys/${many()}/results/conclusion`);
		const topics = setup()
			.service.world.records.topics.of(many())
			.map(({ id }) => id);
		const bullets = having(conclusion, ['text', 'topic_id']);
		expect(bullets.length).toBeGreaterThan(0);
		for (const { topic_id } of bullets) expect(topics).toContain(topic_id);
	});

	test('AttributeBreakdown, ConversationTopicMention and ConversationSummaryRead are whole', async () => {
		const { topics, respondents } = setup().service.world.records;
		const topic = topics.of(many())[0]?.id;
		const detail = await get(setup(), `/surveys/${many()}/results/topics/${topic}`);
		const breakdowns = having(detail, ['property_id', 'property_key', 'property_label', 'options']);
		expect(breakdowns).toHaveLength(2);
		const options = list(breakdowns[0]?.options);
		expect(Object.keys(options[0] ?? {}).sort()).toEqual([
			'label',
			'negative_pct',
			'neutral_pct',
			'positive_pct',
			'respondents',
		]);
		const person = respondents.of(many())[0]?.id;
		const talk = await get(setup(), `/surveys/${many()}/respondents/${person}/conversation`);
		expect(having(talk, ['summary', 'positives', 'negatives', 'generated_at'])).toHaveLength(1);
		const mention = [
			'message_id',
			'topic_id',
			'topic_name',
			'category_name',
			'sentiment_score',
			'confidence',
		];
		expect(having(talk, mention).length).toBeGreaterThan(0);
	});

	test('anonymous surveys omit who somebody is', async () => {
		const text = (await setup().call('GET', `/surveys/${setup().surveys.anonymous}/respondents`))
			.text;
		const known = setup().by({ plain: text, nested: text, wide: withoutNulls(text) });
		expect(known).not.toMatch(/@example\.com|"(participant_)?name"|external_id|invitation/);
		const first = list(JSON.parse(text) as Json)[0];
		expect('id' in (first ?? {})).toBe(setup().by({ plain: true, nested: false, wide: true }));
		expect(text).toMatch(/"status":"\w+","score":/);
	});

	test('the token tells its workspace, scopes, restriction and expiry', async () => {
		const { service, call } = setup();
		const expiresAt = wholeSecond(service.clock.now() + 3_600_000);
		const token = service.issueToken({ scopes: ['mailings:write'], surveyId: many(), expiresAt });
		const { text } = await call('GET', '/public-api/v1/me', { token });
		for (const part of [many(), 'mailings:write', service.world.records.workspaceId]) {
			expect(text).toContain(part);
		}
		const times = text.match(/\d{4}-\d\d-\d\dT[^"]+/g) ?? [];
		expect(times.map((one) => Date.parse(one))).toEqual([expiresAt.getTime()]);
	});
});
