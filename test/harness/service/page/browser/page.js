const POLL_MS = 1000;
/** The value of the choices "Somebody new" and "none". */
const NOBODY = '';

const byId = (id) => document.getElementById(id);
/** What each part of the page shows, as text: a part that is as it was stays untouched. */
const shown = new Map();
let surveys = [];

/** An element with attributes and children. Texts stay texts: nothing is ever read as HTML. */
function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== false) made.setAttribute(name, String(value));
	}
	made.append(...children);
	return made;
}

/** Text that others wrote, in whatever direction it runs. */
const foreign = (text) => element('bdi', { dir: 'auto' }, text);

/** A record of a list: what matters, and details in small print. */
function row(at, main, details) {
	const time = at === null ? [] : [element('time', {}, new Date(at).toLocaleString())];
	return element('li', {}, ...main, element('span', { class: 'details' }, ...details), ...time);
}

const ROWS = {
	surveys: ({ name, metric, anonymous, closed, ...counts }) =>
		row(
			null,
			[foreign(name), ` · ${metric}`, anonymous ? ' · anonymous' : '', closed ? ' · closed' : ''],
			[
				`${counts.completed} completed of ${counts.participants} people, `,
				`${counts.invitations} invitations (${counts.pending} pending), ${counts.mailings} mailings`,
			],
		),
	completions: ({ at, name, anonymous, score, scaleMax, survey, words }) =>
		row(
			at,
			[
				foreign(anonymous ? 'Anonymous' : (name ?? 'Somebody without a name')),
				' · ',
				element(
					'span',
					{ class: 'score' },
					score === null ? 'no score' : `${score} of ${scaleMax}`,
				),
				...(words ? [element('div', {}, foreign(words))] : []),
			],
			[foreign(survey)],
		),
	asked: ({ at, method, path, status, finished }) =>
		row(at, [element('code', {}, `${method} ${path}`)], [answerOf(status, finished)]),
	invitations: ({ at, type, recipient, status, survey }) =>
		row(
			at,
			[foreign(recipient ?? 'Without a name'), ` · ${type}, ${status} · `],
			[foreign(survey)],
		),
	mailings: ({ at, status, subject, survey, total, sent, failed, skipped }) =>
		row(
			at,
			[foreign(subject ?? 'Subject of the template'), ` · ${status}`],
			[`${sent} of ${total} sent, ${failed} failed, ${skipped} skipped · `, foreign(survey)],
		),
	emails: ({ at, recipient, source }) => row(at, [foreign(recipient)], [`by a ${source}`]),
};

function answerOf(status, finished) {
	if (status !== null) return `answered ${status}`;
	return finished ? 'no answer' : 'no answer yet';
}

/** Whether a part has changed since it was last shown. */
function hasChanged(part, value) {
	const text = JSON.stringify(value);
	if (shown.get(part) === text) return false;
	shown.set(part, text);
	return true;
}

async function refresh() {
	const state = await (await fetch('/page/state')).json();
	for (const [name, toRow] of Object.entries(ROWS)) {
		if (hasChanged(name, state[name])) byId(name).replaceChildren(...state[name].map(toRow));
	}
	surveys = state.surveys.filter(({ closed }) => !closed);
	const choices = surveys.map(({ id, name, invited }) => [id, name, invited]);
	if (hasChanged('choices', choices)) showChoices();
	byId('connection').textContent = `Live, dialect “${state.dialect}”`;
}

/** Shows the surveys and people that can be chosen; what somebody has chosen or written stays. */
function showChoices() {
	const before = byId('survey').value;
	fillSelect(
		byId('survey'),
		surveys.map(({ id, name }) => [id, name]),
	);
	if (byId('survey').value === before) showPeople(byId('person').value);
	else propose();
}

/** Fills the form with what the service proposes for the chosen survey: one click is enough then. */
function propose() {
	const survey = chosen();
	if (!survey) return;
	showPeople(survey.invited[0]?.id ?? NOBODY);
	byId('name').value = survey.proposal.name ?? '';
	byId('words').value = survey.proposal.words;
	showScores(survey);
}

const chosen = () => surveys.find(({ id }) => id === byId('survey').value);

function showPeople(wanted) {
	const invited = (chosen()?.invited ?? []).map(({ id, name }) => [
		id,
		`${name ?? 'Without a name'} (invited)`,
	]);
	fillSelect(byId('person'), [...invited, [NOBODY, 'Somebody new']], wanted);
	showNameField();
}

function showNameField() {
	byId('name-field').hidden = byId('person').value !== NOBODY;
}

/** Where the wanted value is no choice any more, the first one is taken. */
function fillSelect(select, options, wanted = select.value) {
	select.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
	if (options.some(([value]) => value === wanted)) select.value = wanted;
}

function showScores({ scaleMin, scaleMax, proposal }) {
	const scores = Array.from({ length: scaleMax - scaleMin + 1 }, (_, step) => scaleMin + step);
	const choices = [...scores, NOBODY].map((value) => {
		const checked = value === proposal.score;
		const radio = element('input', { type: 'radio', name: 'score', value, checked });
		return element('label', {}, radio, value === NOBODY ? 'none' : String(value));
	});
	byId('scores').replaceChildren(element('legend', {}, 'Score'), ...choices);
}

async function complete() {
	const invitationId = byId('person').value;
	const score = new FormData(byId('interview')).get('score');
	const invited = chosen()?.invited.find(({ id }) => id === invitationId);
	const who = invited ? invited.name : byId('name').value.trim();
	const answer = await fetch('/page/interviews', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			surveyId: byId('survey').value,
			invitationId: invitationId === NOBODY ? null : invitationId,
			name: byId('name').value,
			score: score === NOBODY || score === null ? null : Number(score),
			words: byId('words').value,
		}),
	});
	const outcome = byId('outcome');
	outcome.className = answer.ok ? 'good' : 'bad';
	outcome.textContent = answer.ok
		? `${who || 'Somebody without a name'} has completed the interview. A published trigger delivers it with its next poll.`
		: (await answer.json()).message;
	await refresh();
	if (answer.ok) propose();
}

function lostConnection() {
	byId('connection').textContent = 'No connection. Is the service still running?';
}

async function poll() {
	await refresh().catch(lostConnection);
	setTimeout(() => void poll(), POLL_MS);
}

byId('survey').addEventListener('change', propose);
byId('person').addEventListener('change', showNameField);
byId('interview').addEventListener('submit', (event) => {
	event.preventDefault();
	complete().catch(lostConnection);
});
void poll();
