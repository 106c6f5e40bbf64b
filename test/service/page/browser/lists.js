import { element, foreign, moment } from './element.js';

/** How each kind of record is shown, and what stands there while there is none. */
const LISTS = {
	surveys: [surveyRow, 'No survey.'],
	completions: [completionRow, 'Nobody has completed an interview yet.'],
	asked: [askedRow, 'Nothing yet. Run a workflow: each request appears here.'],
	invitations: [invitationRow, 'No invitation.'],
	mailings: [mailingRow, 'No mailing.'],
	emails: [emailRow, 'None.'],
};
const shown = new Map();

/** Shows what the service holds. A list that is as it was stays untouched. */
export function showLists(state) {
	for (const [name, [row, empty]] of Object.entries(LISTS)) {
		const text = JSON.stringify(state[name]);
		if (shown.get(name) === text) continue;
		const list = document.getElementById(name);
		const before = list.firstElementChild && keysIn(list);
		const rows = state[name].map(row);
		if (before) for (const one of rows) one.classList.toggle('new', !before.has(one.dataset.key));
		list.replaceChildren(...(rows.length > 0 ? rows : [element('li', { class: 'empty' }, empty)]));
		shown.set(name, text);
	}
}

const keysIn = (list) => new Set([...list.children].map(({ dataset }) => dataset.key));

function surveyRow({ id, name, metric, anonymous, closed, ...counts }) {
	const { completed, participants, pending, invitations, mailings } = counts;
	return element(
		'li',
		{ 'data-key': id },
		element(
			'div',
			{ class: 'line' },
			foreign(name, 'strong'),
			element('span', { class: 'tag' }, metricName(metric)),
			anonymous ? element('span', { class: 'tag quiet' }, 'anonymous') : null,
			closed ? element('span', { class: 'tag quiet' }, 'closed') : null,
		),
		element(
			'div',
			{ class: 'details' },
			`${completed} completed of ${plural(participants, 'person', 'people')} · ` +
				`${plural(invitations, 'invitation')}, ${pending} pending` +
				(mailings > 0 ? ` · ${plural(mailings, 'mailing')}` : ''),
		),
	);
}

function completionRow({ id, at, name, anonymous, score, scaleMax, survey, words }) {
	const who = anonymous ? 'Anonymous' : (name ?? 'Somebody without a name');
	return element(
		'li',
		{ 'data-key': `${id} ${at}` },
		element(
			'div',
			{ class: 'line' },
			element(
				'span',
				{ class: `score ${toneOf(score, scaleMax)}` },
				score === null ? '–' : `${score} of ${scaleMax}`,
			),
			foreign(who, 'strong'),
			moment(at),
		),
		words ? element('div', { class: 'words' }, foreign(words)) : null,
		element('div', { class: 'details' }, foreign(survey)),
	);
}

function askedRow({ sequence, at, method, path, status, finished }) {
	const answer = status === null ? (finished ? 'no answer' : '…') : String(status);
	return element(
		'li',
		{ 'data-key': sequence, class: 'request' },
		element('span', { class: `status ${statusTone(status)}` }, answer),
		element('span', { class: 'method' }, method),
		element('code', { dir: 'ltr' }, path),
		moment(at),
	);
}

function invitationRow({ id, at, type, recipient, status, survey }) {
	return element(
		'li',
		{ 'data-key': id },
		element(
			'div',
			{ class: 'line' },
			foreign(recipient ?? 'Without a name', 'strong'),
			element('span', { class: `tag ${status === 'open' ? '' : 'quiet'}` }, status),
			moment(at),
		),
		element('div', { class: 'details' }, `${type.replaceAll('_', ' ')} · `, foreign(survey)),
	);
}

function mailingRow({ id, at, status, subject, survey, total, sent, failed, skipped }) {
	const counts = [
		`${sent} of ${total} sent`,
		failed > 0 ? `${failed} failed` : '',
		skipped > 0 ? `${skipped} skipped` : '',
	];
	return element(
		'li',
		{ 'data-key': id },
		element(
			'div',
			{ class: 'line' },
			foreign(subject ?? 'Subject of the template', 'strong'),
			element('span', { class: `tag ${status === 'sent' ? '' : 'quiet'}` }, status),
			moment(at),
		),
		element(
			'div',
			{ class: 'details' },
			`${counts.filter((text) => text !== '').join(', ')} · `,
			foreign(survey),
		),
	);
}

function emailRow({ at, recipient, source }, place) {
	return element(
		'li',
		{ 'data-key': `${at} ${recipient} ${place}` },
		element('div', { class: 'line' }, foreign(recipient, 'strong'), moment(at)),
		element('div', { class: 'details' }, source === 'mailing' ? 'by a mailing' : 'one invitation'),
	);
}

/** The metric as people write it. */
export function metricName(metric) {
	return { nps: 'NPS', enps: 'eNPS', csat: 'CSAT', ces: 'CES', scale: 'Scale' }[metric] ?? metric;
}

function toneOf(score, max) {
	if (score === null) return 'none';
	const share = score / max;
	return share >= 0.85 ? 'good' : share <= 0.6 ? 'bad' : 'fair';
}

function statusTone(status) {
	if (status === null) return 'none';
	return status < 300 ? 'good' : status === 429 ? 'fair' : 'bad';
}

function plural(count, one, many = `${one}s`) {
	return `${count} ${count === 1 ? one : many}`;
}
