import { foreign, tellTimes } from './element.js';
import { onSubmit, personInForm, propose, readForm, showChoices } from './form.js';
import { showLists } from './lists.js';

const POLL_MS = 1000;
const connection = document.getElementById('connection');
const outcome = document.getElementById('outcome');
/** How far the service's clock is ahead of this one. */
let ahead = 0;

async function refresh() {
	const answer = await fetch('/page/state');
	const state = await answer.json();
	ahead = state.now - Date.now();
	showLists(state);
	showChoices(state);
	tellTimes(state.now);
	say(connection, 'live', `Live, dialect “${state.dialect}”`);
}

async function poll() {
	if (!document.hidden) {
		await refresh().catch(() => {
			say(connection, 'lost', 'No connection. Is the service still running?');
			tellTimes(Date.now() + ahead);
		});
	}
	setTimeout(() => void poll(), POLL_MS);
}

async function complete() {
	const who = personInForm();
	const answer = await fetch('/page/interviews', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(readForm()),
	}).catch(() => null);
	if (!answer?.ok) {
		const { message } = answer ? await answer.json() : { message: 'The service does not answer.' };
		say(outcome, 'bad', message);
		return;
	}
	say(
		outcome,
		'good',
		foreign(who ?? 'Somebody without a name'),
		' has completed the interview. A published trigger delivers it with its next poll.',
	);
	await refresh();
	propose();
}

function say(place, tone, ...words) {
	const text = words.map((word) => (typeof word === 'string' ? word : word.textContent)).join('');
	place.className = tone;
	// The same words again would be read aloud again.
	if (place.textContent !== text) place.replaceChildren(...words);
}

onSubmit(() => void complete());
document.addEventListener('visibilitychange', () => {
	if (!document.hidden) refresh().catch(() => {});
});
void poll();
