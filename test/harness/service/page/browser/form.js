import { element } from './element.js';
import { metricName } from './lists.js';

const byId = (id) => document.getElementById(id);
/** The value of the choice "Somebody new". */
const SOMEBODY_NEW = '';
/** The value of the choice "No score". */
const NO_SCORE = '';
let surveys = [];
let offered = '';

/** Shows the surveys and people that can be chosen; what somebody has chosen or written stays. */
export function showChoices(state) {
	surveys = state.surveys.filter(({ closed }) => !closed);
	const text = JSON.stringify(surveys.map(({ id, name, invited }) => [id, name, invited]));
	if (text === offered) return;
	const isFirst = offered === '';
	offered = text;
	const before = byId('survey').value;
	const options = surveys.map(({ id, name, metric }) => [id, `${name} · ${metricName(metric)}`]);
	fillSelect(byId('survey'), options);
	if (isFirst || byId('survey').value !== before) propose();
	else showPeople(byId('person').value);
}

/** Fills the form with what the service proposes for the chosen survey: one click is enough then. */
export function propose() {
	const survey = chosen();
	byId('interview').querySelector('button').disabled = !survey;
	if (!survey) return;
	showPeople(survey.invited[0]?.id ?? SOMEBODY_NEW);
	byId('name').value = survey.proposal.name ?? '';
	byId('words').value = survey.proposal.words;
	showScores(survey);
}

/** What the form says, as the service wants it. */
export function readForm() {
	const score = new FormData(byId('interview')).get('score');
	return {
		surveyId: byId('survey').value,
		invitationId: byId('person').value === SOMEBODY_NEW ? null : byId('person').value,
		name: byId('name').value,
		score: score === NO_SCORE || score === null ? null : Number(score),
		words: byId('words').value,
	};
}

/** The person of the form, for a sentence. */
export function personInForm() {
	const invited = chosen()?.invited.find(({ id }) => id === byId('person').value);
	return invited ? invited.name : byId('name').value.trim() || null;
}

/** Calls back when somebody presses the button. */
export function onSubmit(submit) {
	byId('survey').addEventListener('change', propose);
	byId('person').addEventListener('change', showNameField);
	byId('interview').addEventListener('submit', (event) => {
		event.preventDefault();
		submit();
	});
}

const chosen = () => surveys.find(({ id }) => id === byId('survey').value);

function showPeople(wanted) {
	const invited = (chosen()?.invited ?? []).map(({ id, name }) => [
		id,
		`${name ?? 'Without a name'} (invited)`,
	]);
	fillSelect(byId('person'), [...invited, [SOMEBODY_NEW, 'Somebody new']], wanted);
	showNameField();
}

function showNameField() {
	byId('name-field').hidden = byId('person').value !== SOMEBODY_NEW;
}

/** Where the wanted value is no choice any more, the first one is taken. */
function fillSelect(select, options, wanted = select.value) {
	select.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
	if (options.some(([value]) => value === wanted)) select.value = wanted;
}

function showScores({ scaleMin, scaleMax, proposal }) {
	byId('scale').textContent = `${scaleMin} is worst, ${scaleMax} is best`;
	const scores = Array.from({ length: scaleMax - scaleMin + 1 }, (_, step) => scaleMin + step);
	const choice = (value, text) =>
		element(
			'label',
			{ class: 'choice' },
			element('input', { type: 'radio', name: 'score', value, checked: value === proposal.score }),
			element('span', {}, text),
		);
	const choices = scores.map((score) => choice(score, String(score)));
	byId('scores').replaceChildren(...choices, choice(NO_SCORE, 'none'));
}
