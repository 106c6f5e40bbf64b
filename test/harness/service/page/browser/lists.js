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
	const numbers = [
		`${completed} completed of ${plural(participants, 'person', 'people')}`,
		`${plural(invitations, 'invitation')}, ${pending} pending`,
		mailings > 0 ? plural(mailings, 'mailing') : '',
	];
	return record(
		id,
		[
			foreign(name, 'strong'),
			tag(metricName(metric), true),
			anonymous ? tag('anonymous') : null,
			closed ? tag('closed') : null,
		],
		[numbers.filter((text) => text !== '').join(' · ')],
	);
}

function completionRow({ id, at, name, anonymous, score, scaleMax, survey, words }) {
	const who = anonymous ? 'Anonymous' : (name ?? 'Somebody without a name');
	const given = score === null ? '–' : `${score} of ${scaleMax}`;
	return record(
		`${id} ${at}`,
		[
			element('span', { class: `score ${toneOf(score, scaleMax)}` }, given),
			foreign(who, 'strong'),
			moment(at),
		],
		[foreign(survey)],
		words ? element('div', { class: 'words' }, foreign(words)) : null,
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
	const who = foreign(recipient ?? 'Without a name', 'strong');
	const details = [`${type.replaceAll('_', ' ')} · `, foreign(survey)];
	return record(id, [who, tag(status, status === 'open'), moment(at)], details);
}

function mailingRow({ id, at, status, subject, survey, total, sent, failed, skipped }) {
	const title = foreign(subject ?? 'Subject of the template', 'strong');
	const counts = [
		`${sent} of ${total} sent`,
		failed > 0 ? `${failed} failed` : '',
		skipped > 0 ? `${skipped} skipped` : '',
	];
	const details = [`${counts.filter((text) => text !== '').join(', ')} · `, foreign(survey)];
	return record(id, [title, tag(status, status === 'sent'), moment(at)], details);
}

function emailRow({ at, recipient, source }, place) {
	const line = [foreign(recipient, 'strong'), moment(at)];
	return record(`${at} ${place}`, line, [source === 'mailing' ? 'by a mailing' : 'one invitation']);
}

/** A record: a line, what somebody said if there is any, and details in small print. */
function record(key, line, details, words = null) {
	return element(
		'li',
		{ 'data-key': key },
		element('div', { class: 'line' }, ...line),
		words,
		element('div', { class: 'details' }, ...details),
	);
}

function tag(text, isLively = false) {
	return element('span', { class: isLively ? 'tag' : 'tag quiet' }, text);
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
