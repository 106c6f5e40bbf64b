/** The public invitation and the result of sending an e-mail. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
import { Table } from '../table';
import { type Json, type Made, fact, unsaid } from '../types';
import { names } from '../words';

export function makePublicInvitation(dialect: Dialect): Made {
	const { random } = dialect;
	const place = random.pick(['', '', 'invitation.']);
	const table = new Table(dialect)
		.fact(
			'link',
			names(
				`${place}link link url invite_url invitation_url invitation_link interview_url participant_link links.interview`,
				'koppeling verweis',
				'way_in',
			),
			0.07,
		)
		.fact('id', names(`${place}id id invitation_id`, 'kennung nummer', 'ref_stamp'), 0.08)
		.fact(
			'email',
			names(
				`${place}recipient_email recipient_email recipient.email email`,
				'emailadres empfaenger_email',
				'goes_out_to',
			),
		)
		.beside(
			{
				sender_email: () => random.email(),
				created_by_email: () => random.email(),
				unsubscribe_url: () => `https://mail.example.test/u/${random.uuid()}`,
				privacy_policy_url: () => 'https://www.example.test/privacy',
				qr_code_url: () => `https://img.example.test/qr/${random.int(1, 999)}.png`,
				'_links.self': () => `https://api.example.test/invitations/${random.uuid()}`,
				survey_id: () => random.uuid(),
				batch_id: () => random.uuid(),
				company_id: () => random.uuid(),
				recipient_name: () => random.person().name,
				created_at: () => dialect.moment(random.moment()).json,
				duplicate: () => random.pick(dialect.booleans),
				token: () => random.uuid().replace(/-/g, ''),
				logo_url: () => 'https://cdn.example.test/logo.png',
			},
			0.2,
		)
		.noise()
		.done();
	const path = `interviews.example.test/i/${random.uuid().slice(0, 13)}`;
	const bare = random.chance(0.08);
	const row = table.row({
		link: bare ? dialect.text(path, false, [`https://${path}`]) : dialect.text(`https://${path}`),
		id: dialect.text(random.uuid()),
		email: dialect.text(random.chance(0.1) ? null : random.email()),
	});
	const [answer, shape] = wrapOne(dialect, row.json, 'invitation');
	return { answer, truth: { facts: row.facts, lists: {} }, note: [shape] };
}

/** Words of mail services. Those in the middle of the way allow two readings or three. */
const OUTCOMES: [string, boolean | null, boolean, boolean[]][] = [
	['sent', true, true, []],
	['sent', true, true, []],
	['delivered', true, true, []],
	['failed', false, true, []],
	['rejected', false, false, []],
	['not sent', false, true, []],
	['skipped', false, false, []],
	['queued', false, false, []],
	['accepted', null, false, [true, false]],
	['bounced', null, false, [true, false]],
	['processing', null, false, [false]],
];

export function makeSentEmail(dialect: Dialect): Made {
	const { random } = dialect;
	const [word, is, sure, also] = random.pick(OUTCOMES);
	const way = random.pick(['word', 'word', 'flag', 'flag', 'momentOnly']);
	const table = new Table(dialect);
	if (way === 'word')
		table.fact('sent', names('status status state result delivery.status', 'toestand', 'fate'), 0);
	if (way === 'flag')
		table.fact(
			'sent',
			names('sent sent is_sent email_sent was_sent', 'verzonden gesendet', 'flew_out'),
			0,
		);
	table
		.fact(
			'sent_at',
			names(
				'sent_at sent_at email_sent_at sent_on dispatched_at',
				'verzonden_op gesendet_am',
				'flew_when',
			),
		)
		.fact(
			'email',
			names(
				'recipient_email recipient_email to recipient.email recipient email to_address',
				'empfaenger_email ontvanger',
				'goes_out_to',
			),
		)
		.beside(
			{
				from_email: () => random.email(),
				reply_to: () => random.email(),
				sender: () => random.email(),
				requested_by_email: () => random.email(),
				template_name: () => 'Invitation sent',
				subject: () => 'Your email was not delivered?',
				created_at: () => dialect.moment(random.moment()).json,
				opened_at: () => dialect.moment(random.moment()).json,
				previous_sent_at: () => dialect.moment(random.moment()).json,
				invitation_id: () => random.uuid(),
				provider_message_id: () => `<${random.uuid()}@mail.example.test>`,
				sent_count: () => random.int(1, 3),
				invitation_status: () => 'open',
			},
			0.2,
		)
		.noise()
		.done();
	const flag = is === true;
	const gone = way === 'word' ? is : flag;
	const address = random.email();
	const shown: Json = random.pick([address, address, address, `Anna Bos <${address}>`, [address]]);
	const row = table.row({
		sent:
			way === 'word'
				? { json: dialect.word(word), ...fact(is, sure, also) }
				: dialect.boolean(flag),
		sent_at: dialect.moment(gone ? random.moment() : null),
		email: {
			json: shown,
			...fact(address, true, typeof shown === 'string' ? [shown] : []),
		},
	});
	const { facts } = row;
	// Without a word for it, the moment of sending is all there is to conclude from.
	const sent = way === 'momentOnly' ? unsaid(flag) : entry(facts, 'sent');
	facts.sent = sent;
	if (sent.value === null && table.has('sent_at')) sent.also.push(flag);
	const [answer, shape] = wrapOne(dialect, row.json, 'email');
	// An "ok" of the envelope is about the call, yet many take it for the e-mail.
	if (shape === 'payload' && sent.value === null) sent.also.push(true);
	return { answer, truth: { facts, lists: {} }, note: [shape, way, word] };
}
