import { errorCode, object } from './testing/client';
import { inBothDialects } from './testing/both';

const DAY = 86_400_000;

inBothDialects((setup) => {
	const post = async (path: string, body?: unknown) => setup().call('POST', path, { body });
	const get = async (path: string) => object((await setup().call('GET', path)).json);
	const records = () => setup().service.world.records;
	const lenient = () => setup().dialect === 'plain';

	describe('themes', () => {
		const theme = (name: string) =>
			records()
				.themes.of(setup().surveys.many)
				.find((one) => one.name === name);

		test('archive and unarchive, and again', async () => {
			const path = `/topic-categories/${theme('Product')?.id}`;
			expect(object((await post(`${path}/archive`)).json).is_archived).toBe(true);
			expect((await post(`${path}/archive`)).status).toBe(lenient() ? 200 : 409);
			expect((await post(`${path}/unarchive`)).status).toBe(200);
			expect(theme('Product')?.archived).toBe(false);
			expect((await post(`${path}/unarchive`)).status).toBe(lenient() ? 200 : 409);
		});

		test('delete only without analysed answers', async () => {
			const refused = await setup().call('DELETE', `/topic-categories/${theme('Product')?.id}`);
			expect([refused.status, errorCode(refused)]).toEqual(
				lenient() ? [409, 'category_in_use'] : [400, 'category.has_results'],
			);
			const path = `/topic-categories/${theme('Sustainability')?.id}`;
			expect((await setup().call('DELETE', path)).status).toBe(204);
			expect((await setup().call('DELETE', path)).status).toBe(lenient() ? 404 : 204);
			expect(setup().service.effects.deleted('theme')).toHaveLength(1);
		});
	});

	test('deleting a property removes the values recorded for it', async () => {
		const property = records().properties.of(setup().surveys.many)[0];
		await setup().call('DELETE', `/properties/${property?.id}`);
		for (const { properties } of records().respondents.of(setup().surveys.many)) {
			expect(Object.keys(properties)).toEqual(['location']);
		}
	});

	test('a clone copies themes and properties, not people', async () => {
		const clone = object((await post(`/surveys/${setup().surveys.many}/clone`)).json);
		const id = String(clone.id);
		const names = (surveyId: string) =>
			records()
				.themes.of(surveyId)
				.map(({ name }) => name);
		expect(names(id)).toEqual(names(setup().surveys.many));
		expect(records().properties.count(id)).toBe(2);
		for (const table of [
			records().respondents,
			records().invitations,
			records().topics,
			records().mailings,
		]) {
			expect(table.count(id)).toBe(0);
		}
		expect(setup().service.effects.of('cloned')).toMatchObject([
			{ id, from: setup().surveys.many },
		]);
	});

	test('deleting a survey takes everything with it', async () => {
		const id = setup().surveys.many;
		const invitation = records().invitations.of(id)[0]?.id;
		expect((await setup().call('DELETE', `/surveys/${id}`)).status).toBe(204);
		expect((await setup().call('GET', `/surveys/${id}`)).status).toBe(lenient() ? 404 : 403);
		expect((await setup().call('GET', `/invitations/${invitation}`)).status).not.toBe(200);
		expect((await setup().call('DELETE', `/surveys/${id}`)).status).toBe(lenient() ? 404 : 204);
	});

	describe('invitations', () => {
		const make = (body: unknown = { recipient_email: 'a@example.com' }) =>
			post(`/surveys/${setup().surveys.none}/invitations/personal`, body).then((one) =>
				object(one.json),
			);

		test('a partial update changes the supplied keys only; null drops the expiry', async () => {
			const expires_at = new Date(setup().service.clock.now() + DAY).toISOString();
			const made = await make({
				recipient_email: 'a@example.com',
				recipient_name: 'Ana',
				expires_at,
			});
			const path = `/invitations/${String(made.id)}`;
			const read = await setup().call('PATCH', path, { body: { recipient_name: null } });
			expect(object(read.json)).toMatchObject({
				recipient_name: null,
				recipient_email: 'a@example.com',
				max_uses: 1,
			});
			expect(Date.parse(String(object(read.json).expires_at))).toBe(Date.parse(expires_at));
			await setup().call('PATCH', path, { body: { expires_at: null, max_uses: null } });
			expect(await get(path)).toMatchObject({
				expires_at: null,
				max_uses: lenient() ? 10_000_000 : 1,
			});
		});

		test('recipient fields only on personal, csv and api invitations', async () => {
			for (const { id, type } of records().invitations.of(setup().surveys.many).slice(0, 6)) {
				const body = { recipient_notes: 'Called' };
				const { status } = await setup().call('PATCH', `/invitations/${id}`, { body });
				const allowed = ['personal', 'csv', 'api'].includes(type);
				expect([type, status]).toEqual([type, allowed ? 200 : lenient() ? 400 : 422]);
				const other = await setup().call('PATCH', `/invitations/${id}`, { body: { label: 'L' } });
				expect(other.status).toBe(200);
			}
		});

		test('status follows uses and the clock', async () => {
			const { service } = setup();
			const expires_at = new Date(service.clock.now() + DAY).toISOString();
			const invitationId = String((await make({ expires_at })).id);
			const status = () => service.world.invitationStatus(invitationId);
			expect(status()).toBe('open');
			const person = service.world.startInterview({ invitationId });
			expect(status()).toBe(lenient() ? 'used' : 'open');
			service.world.completeInterview(person.id);
			expect(status()).toBe('used');
			service.clock.advance(DAY);
			expect(status()).toBe('expired');
		});

		test('revoke, and what is left', async () => {
			const path = `/invitations/${String((await make()).id)}`;
			expect((await setup().call('DELETE', path)).status).toBe(204);
			const read = await setup().call('GET', path);
			expect(read.status).toBe(lenient() ? 404 : 200);
			if (!lenient()) expect(object(read.json).status).toBe('expired');
			expect((await setup().call('DELETE', path)).status).toBe(lenient() ? 404 : 204);
			expect(setup().service.effects.of('revoked')).toHaveLength(1);
		});

		test('reissue gives a fresh link for the same recipient', async () => {
			const made = await make();
			const path = `/invitations/${String(made.id)}`;
			const fresh = object((await post(`${path}/reissue`)).json);
			expect(fresh.recipient_email).toBe(made.recipient_email);
			expect(fresh.token).not.toBe(made.token);
			expect(fresh.id === made.id).toBe(lenient());
			expect((await setup().call('GET', path)).status).toBe(lenient() ? 200 : 403);
		});

		test('public creation is idempotent by recipient', async () => {
			const { service, dialect } = setup();
			const create = async (body: unknown) => {
				const path = `/public-api/v1/surveys/${setup().surveys.none}/invitations`;
				const answered = await post(path, body);
				expect(answered.status).toBe(201);
				const read = object(answered.json);
				return String((dialect === 'plain' ? read : object(read.invitation)).id);
			};
			const first = await create({
				recipient_email: 'Kim@example.com',
				recipient_external_id: 'k1',
			});
			expect(await create({ recipient_email: 'kim@EXAMPLE.com', recipient_name: 'Other' })).toBe(
				first,
			);
			expect(await create({ recipient_external_id: 'k1', on_duplicate: 'skip' })).toBe(first);
			expect(records().invitations.get(first)?.recipientName).toBeNull();
			const on_duplicate = service.choices.duplicateWord;
			expect(await create({ recipient_email: 'kim@example.com', on_duplicate })).not.toBe(first);
			expect(service.effects.created('invitation')).toHaveLength(2);
		});

		test('send-email sends one e-mail each time, and none without an address', async () => {
			const made = await make();
			for (let time = 0; time < 2; time++) {
				expect((await post(`/invitations/${String(made.id)}/send-email`, {})).status).toBe(200);
			}
			const emails = setup().service.effects.emails;
			expect(emails.map(({ recipient }) => recipient)).toEqual(['a@example.com', 'a@example.com']);
			const nobody = await make({ recipient_name: 'No address' });
			const refused = await post(`/invitations/${String(nobody.id)}/send-email`, {});
			expect(refused.status).toBe(lenient() ? 400 : 409);
		});
	});
});
