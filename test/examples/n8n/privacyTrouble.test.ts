import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import { until } from '../../n8n/rest/n8nRest';
import { buttonIn, letterAfter, readable, submit } from './letters';
import { everythingOf, isAbout, privacyCase } from './privacyCase';
import { APPROVER, OPERATOR, PrivacyOffice } from './privacyOffice';
import { useWorkflowStage } from './workflowStage';

/** Names of surveys that others may choose. */
const HOSTILE = [
	'<b>Bold</b> <img src=x onerror=alert(1)> & <a href="https://evil.example/x">team</a>',
	'&lt;b&gt;Bold&lt;/b&gt; &amp;lt;img src=x&amp;gt; &#60;i&#62; \\n<br>https://evil.example/y, and more',
];

/** Elements of n8n's email and of the workflow's words. */
const OURS = new Set('a div li meta p strong table tbody td title tr ul #comment'.split(' '));

describe('privacy-request-with-approval.json in trouble', () => {
	const stage = useWorkflowStage('privacy-request-with-approval.json', {
		settings: () => ({ 'Ask a person': { fromEmail: 'surveys@example.com', toEmail: APPROVER } }),
	});
	const service = () => stage().service;
	const world = () => service().world;
	let office: PrivacyOffice;

	beforeAll(async () => {
		await stage().publish();
		office = await PrivacyOffice.of(stage());
	});

	it.each(HOSTILE)('shows the name of a survey as text: %s', async (name) => {
		const email = `eve.${HOSTILE.indexOf(name)}@example.com`;
		const found = world().createSurvey({ name });
		world().interview({ surveyId: found.id }, { name, email, messages: ['Hello'], score: 4 });
		const unread = world().createSurvey({ name: `Nobody: ${name}` });
		world().interview({ surveyId: unread.id }, { messages: ['Hello'], score: 4 });
		const mail = await office.request(email, '', name);
		const tags = tagsIn(mail.text);
		expect(tags.filter((tag) => tag === 'a')).toHaveLength(1);
		expect(tags.filter((tag) => !OURS.has(tag))).toEqual([]);
		const shown = readable(mail);
		expect(shown).not.toContain('evil.example');
		expect(shown.match(/‹b›Bold‹|＆lt;b＆gt;Bold/g)?.length).toBeGreaterThan(3);
		expect(shown).toMatch(/Nobody: .*: 1 respondent shows no email address/);
		const [box, ...more] = await office.boxes(mail);
		expect(more).toEqual([]);
		expect(box?.ticked).toBe(true);
		const told = await office.decide(mail, [box?.label ?? '']);
		expect(told.subject).toBe('Privacy request: done');
		expect(told.text).not.toContain('evil.example');
	});

	it('writes days as people do, in the time zone of the workflow', async () => {
		const { clock } = service();
		clock.freeze();
		// In New York, which is n8n's own time zone, it is still the evening of the first.
		clock.set(new Date('2026-03-02T02:34:18.463Z'));
		const { id } = world().createSurvey({ name: 'Late' });
		world().interview({ surveyId: id }, { email: 'late@example.com', messages: ['x'], score: 1 });
		clock.run();
		const mail = await office.request('late@example.com');
		expect(readable(mail)).toContain('late@example.com · completed · 1 March 2026 ·');
		expect(readable(mail)).not.toContain('2026-03');
		await office.decide(mail, [], 'Erase nothing');
	});

	it('sends the answer, and erases nothing again, when a failed execution is retried', async () => {
		const known = privacyCase(service());
		const mail = await office.request(known.email);
		const labels = await office.labels(mail);
		const { rest, workflowId, destinations } = stage();
		const { mailbox } = destinations;
		const erasures = () => service().requests({ operation: 'respondent.erase' }).length;
		const earlier = erasures();
		const before = mailbox.mails.length;
		mailbox.refuses = ({ to }) => to.includes(OPERATOR);
		const answered = [JSON.stringify(labels), 'Erase what is ticked'];
		expect(await submit(rest, buttonIn(mail, 'Decide'), answered)).toBe(200);
		const failed = await until('the execution to fail', async () =>
			(await rest.executions(workflowId)).find(({ status }) => status === 'error'),
		);
		mailbox.refuses = () => false;
		const done = erasures();
		expect(done - earlier).toBe(known.clear.length + known.doubtful.length);
		await rest.requestRetry(failed.id);
		const told = await letterAfter(destinations, before);
		expect([erasures(), mailbox.mails.length]).toEqual([done, before + 1]);
		expect(told).toMatchObject({ to: [OPERATOR], subject: 'Privacy request: done' });
		expect(told.text.match(/ – erased$/gm)).toHaveLength(done - earlier);
	});

	it('erases nobody twice and nobody else when n8n is killed while it erases', async () => {
		const known = privacyCase(service());
		const mail = await office.request(known.email);
		const labels = await office.labels(mail);
		const erasures = () => service().requests({ operation: 'respondent.erase' }).length;
		const end = service().faults.inject({
			match: { operation: 'respondent.erase' },
			fault: { kind: 'held', when: 'after', until: new Promise(() => {}) },
		});
		const { rest, stand } = stage();
		const answered = [JSON.stringify(labels), 'Erase what is ticked'];
		expect(await submit(rest, buttonIn(mail, 'Decide'), answered)).toBe(200);
		await until('the first erasure', async () => erasures() === 1 || undefined);
		await stand.n8n.stop('SIGKILL');
		end();
		await stand.n8n.start();
		expect(erasures()).toBe(1);

		office = await PrivacyOffice.of(stage());
		const next = await office.request(known.email);
		const left = await office.labels(next);
		expect(left).toHaveLength(labels.length - 1);
		expect((await office.decide(next, left)).subject).toBe('Privacy request: done');
		const all = Object.values(everythingOf(service())).flat();
		expect(all.filter((one) => isAbout(one, known))).toEqual([]);
		const ids = service()
			.requests({ operation: 'respondent.erase' })
			.map(({ path }) => path);
		expect(new Set(ids).size).toBe(ids.length);
	});
});

/** The names of all elements of a page, and of its comments. */
function tagsIn(html: string): string[] {
	const names: string[] = [];
	const walk = (node: DefaultTreeAdapterMap['node']) => {
		if ('tagName' in node || node.nodeName === '#comment') names.push(node.nodeName);
		if ('childNodes' in node) node.childNodes.forEach(walk);
	};
	walk(parseFragment(html));
	return names;
}
