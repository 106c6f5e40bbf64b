import { errorCode, object, wholeSecond } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const DAY = 86_400_000;

inEveryDialect((setup) => {
	const post = async (path: string, body?: unknown) => setup().call('POST', path, { body });
	const get = async (path: string) => object((await setup().call('GET', path)).json);
	const records = () => setup().service.world.records;
	const by: Setup['by'] = (expected) => setup().by(expected);

	describe('themes', () => {
		const theme = (name: string) =>
			records()
				.themes.of(setup().surveys.many)
				.find((one) => one.name === name);

		test('archive and unarchive, and again', async () => {
			const path = `/topic-categories/${theme('Product')?.id}`;
			expect(object((await post(`${path}/archive`)).json).is_archived).toBe(true);
			const again = by({ plain: 200, nested: 409, wide: 200 });
			expect((await post(`${path}/archive`)).status).toBe(again);
			expect((await post(`${path}/unarchive`)).status).toBe(200);
			expect(theme('Product')?.archived).toBe(false);
			expect((await post(`${path}/unarchive`)).status).toBe(again);
		});

		test('delete only without analysed answers', async () => {
			const refused = await setup().call('DELETE', `/topic-categories/${theme('Product')?.id}`);
			expect([refused.status, errorCode(refused)]).toEqual(
				by<[number, string]>({
					plain: [409, 'category_in_use'],
					nested: [400, 'category.has_results'],
					wide: [409, 'theme_has_results'],
				}),
			);
			const path = `/topic-categories/${theme('Sustainability')?.id}`;
			expect((await setup().call('DELETE', path)).status).toBe(204);
			expect((await setup().call('DELETE', path)).status).toBe(
				by({ plain: 404, nested: 204, wide: 410 }),
			);
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
		expect((await setup().call('GET', `/surveys/${id}`)).status).toBe(
			by({ plain: 404, nested: 403, wide: 404 }),
		);
		expect((await setup().call('GET', `/invitations/${invitation}`)).status).not.toBe(200);
		expect((await setup().call('DELETE', `/surveys/${id}`)).status).toBe(
			by({ plain: 404, nested: 204, wide: 410 }),
		);
	});

	describe('invitations', () => {
		const make = (body: unknown = { recipient_email: 'a@example.com' }) =>
			post(`/surveys/${setup().surveys.none}/invitations/personal`, body).then((one) =>
				object(one.json),
			);

		test('a partial update changes the supplied keys only; null drops the expiry', async () => {
			const expires_at = wholeSecond(setup().service.clock.now() + DAY).toISOString();
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
			await setup().call('PATCH', path, { body: { max_uses: 7 } });
			await setup().call('PATCH', path, { body: { expires_at: null, max_uses: null } });
			expect(await get(path)).toMatchObject({
				expires_at: null,
				max_uses: by({ plain: 10_000_000, nested: 1, wide: 7 }),
			});
		});

		test('recipient fields only on personal, csv and api invitations', async () => {
			const refused = by({ plain: 400, nested: 422, wide: 200 });
			for (const { id, type } of records().invitations.of(setup().surveys.many).slice(0, 6)) {
				const body = { recipient_notes: 'Called' };
				const { status } = await setup().call('PATCH', `/invitations/${id}`, { body });
				const allowed = ['personal', 'csv', 'api'].includes(type);
				expect([type, status]).toEqual([type, allowed ? 200 : refused]);
				const notes = records().invitations.get(id)?.recipientNotes;
				expect([type, notes]).toEqual([type, allowed ? 'Called' : null]);
				const other = await setup().call('PATCH', `/invitations/${id}`, { body: { label: 'L' } });
				expect(other.status).toBe(200);
			}
		});

		test('status follows uses and the clock', async () => {
			const { service } = setup();
			const expires_at = new Date(service.clock.now() + DAY).toISOString();
			const invitationId = String(
				(await make({ recipient_email: 'a@example.com', expires_at })).id,
			);
			const status = () => service.world.invitationStatus(invitationId);
			expect(status()).toBe('open');
			const person = service.world.startInterview({ invitationId });
			expect(status()).toBe(by({ plain: 'used', nested: 'open', wide: 'open' }));
			service.world.completeInterview(person.id);
			expect(status()).toBe('used');
			service.clock.advance(DAY);
			expect(status()).toBe('expired');
		});

		test('revoke, and what is left', async () => {
			const path = `/invitations/${String((await make()).id)}`;
			expect((await setup().call('DELETE', path)).status).toBe(204);
			const read = await setup().call('GET', path);
			expect(read.status).toBe(by({ plain: 404, nested: 200, wide: 200 }));
			if (read.status === 200) expect(object(read.json).status).toBe('expired');
			const all = await setup().call('GET', `/surveys/${setup().surveys.none}/invitations`);
			expect(all.text.includes(path.slice('/invitations/'.length))).toBe(
				by({ plain: false, nested: true, wide: false }),
			);
			expect((await setup().call('DELETE', path)).status).toBe(
				by({ plain: 404, nested: 204, wide: 204 }),
			);
			expect(setup().service.effects.of('revoked')).toHaveLength(1);
		});

		test('reissue gives a fresh link for the same recipient', async () => {
			const made = await make();
			const path = `/invitations/${String(made.id)}`;
			const fresh = object((await post(`${path}/reissue`)).json);
			expect(fresh.recipient_email).toBe(made.recipient_email);
			expect(fresh.token).not.toBe(made.token);
			expect(fresh.id === made.id).toBe(by({ plain: true, nested: false, wide: false }));
			const old = await setup().call('GET', path);
			expect(old.status).toBe(by({ plain: 200, nested: 403, wide: 200 }));
			if (fresh.id !== made.id && old.status === 200) {
				expect(object(old.json)).toMatchObject({ token: made.token, status: 'expired' });
			}
		});

		test('public creation is idempotent by recipient', async () => {
			const { service } = setup();
			const create = async (body: unknown) => {
				const path = `/public-api/v1/surveys/${setup().surveys.none}/invitations`;
				const answered = await post(path, body);
				expect(answered.status).toBe(201);
				const read = object(answered.json);
				const id = by({
					plain: () => read.id,
					nested: () => object(read.invitation).id,
					wide: () => read.invitation_id,
				});
				return String(id());
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

		test('send-email sends one email each time, and none without an address', async () => {
			const made = await make();
			for (let time = 0; time < 2; time++) {
				expect((await post(`/invitations/${String(made.id)}/send-email`, {})).status).toBe(200);
			}
			const emails = setup().service.effects.emails;
			expect(emails.map(({ recipient }) => recipient)).toEqual(['a@example.com', 'a@example.com']);
			const nobody = await make({ recipient_name: 'No address' });
			const refused = await post(`/invitations/${String(nobody.id)}/send-email`, {});
			expect(refused.status).toBe(by({ plain: 400, nested: 409, wide: 400 }));
		});
	});
});
