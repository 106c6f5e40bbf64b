/** What each sentence of a check claims, and whether the raw answer bears it out. */
import { REQUESTS, valuesAt, type AreaName, type Checked } from './checkStage';

interface Claim {
	checked: Checked;
	area: AreaName;
	/** The groups of the pattern. */
	said: string[];
	raw: unknown;
	/** The status with which the request was answered; undefined where none was made. */
	status: number | null | undefined;
	code: string | undefined;
	/** What the world holds. */
	survey: { anonymous: boolean; completed: number; respondents: number };
}

type Row = [claim: RegExp, isTrue: (claim: Claim) => boolean];

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : -1);
const isFound = ({ checked, area }: Claim, ...facts: string[]) =>
	facts.some((fact) => fact in (checked.of(area).details.found ?? {}));

/** Facts by what their sentence calls them. */
const FACTS: Record<string, string[]> = {
	Names: ['name'],
	Ids: ['id'],
	Metrics: ['metric_type'],
	Statuses: ['status'],
	'Counts of responses': ['response_count'],
	'Counts of participants': ['participant_count'],
	'Times of the latest completion': ['latest_completed_at'],
	'Times of completion': ['completed_at', 'ended_at'],
	'Property values': ['properties'],
	'Email addresses': ['email'],
	'External IDs': ['external_id'],
	'Counts of mentions': ['mentions'],
};

const SENTENCES: Row[] = [
	[/^The token is accepted\.$/, ({ status }) => status === 200],
	[
		/^It shows no expiry that is understood\.$/,
		(claim) => !/"(expires_at|valid_until)":"/.test(textOf(claim)),
	],
	[
		/^It expires in (\d+) days?\.$/,
		({ said, raw }) => {
			const [, at = ''] = /"(?:expires_at|valid_until)":"([^"]+)"/.exec(JSON.stringify(raw)) ?? [];
			return Math.abs((Date.parse(at) - Date.now()) / 86_400_000 - Number(said[0])) <= 1;
		},
	],
	[/^It shows no restriction to one survey\.$/, (claim) => !/survey_id":"/.test(textOf(claim))],
	[/^It is restricted to one survey\.$/, (claim) => /survey_id":"/.test(textOf(claim))],
	[
		/^It lists (\d+) scopes?\.$/,
		({ said, checked }) => scopesOf(checked).length === Number(said[0]),
	],
	[
		/^([\w:]+), for [\w -]+, is among them\.$/,
		({ said, checked }) => scopesOf(checked).includes(said[0] ?? ''),
	],
	[
		/^([\w:]+), which [\w -]+ needs, is not among them\.$/,
		({ said, checked }) => !scopesOf(checked).includes(said[0] ?? ''),
	],
	[
		/^Whether it may write was not tried, because this only reads\.$/,
		({ checked }) => checked.sent.every(({ method }) => method === 'GET'),
	],
	[/^The token sees (\d+) surveys?\.$/, ({ said, raw }) => lengthOf(raw) === Number(said[0])],
	[/^(\d+) (?:invitation|mailing)s?\.$/, ({ said, raw }) => lengthOf(raw) === Number(said[0])],
	[
		/^(\d+) respondents?, (\d+) of them completed\.$/,
		({ said, raw, survey }) =>
			lengthOf(raw) === Number(said[0]) && survey.completed === Number(said[1]),
	],
	[
		/^(\d+) respondents?, none of them recognised as completed\.$/,
		({ said, raw, survey }) =>
			lengthOf(raw) === Number(said[0]) &&
			(survey.completed === 0 || !/"(completed|finished)_at":"/.test(JSON.stringify(raw))),
	],
	[
		/^The survey counts some who have completed, and none is recognised: .+ Completed Status Values\.$/,
		({ survey }) => survey.completed > 0,
	],
	[
		/^Not looked at: nobody is recognised as having completed an interview\.$/,
		({ status }) => status === undefined,
	],
	[
		/^(\d+) messages? in the one that was read\.$/,
		({ said, raw }) =>
			['messages', 'turns', 'conversation.transcript'].some((path) =>
				valuesAt(raw, path).some((messages) => lengthOf(messages) === Number(said[0])),
			),
	],
	[/^(\d+) scores?\.$/, ({ said, raw }) => lengthOf(raw) === Number(said[0])],
	[
		/^The survey is anonymous: it does not show who answered, and that is right\.$/,
		({ survey, raw }) => survey.anonymous && !JSON.stringify(raw).includes('@'),
	],
	[
		/^The trigger does not take (\d+) of the completed for completed: add the word of their status to its option Completed Status Values\.$/,
		({ said, survey, raw }) =>
			Number(said[0]) === survey.completed &&
			!/"(completed|finished)_at":"/.test(JSON.stringify(raw)) &&
			!JSON.stringify(raw).includes('"completed"'),
	],
	// Where each fact stands is another test: this one holds that nothing needed is missing.
	[/^Everything that this package needs was found\.$/, ({ raw }) => raw !== undefined],
	[
		/^Nobody has completed an interview yet: nothing to look at\.$/,
		({ survey }) => survey.completed === 0,
	],
	[
		/^Nothing is shown, as in an anonymous survey while too few have answered yet\.$/,
		({ survey, raw }) => survey.anonymous && survey.completed > 0 && showsNothing(raw),
	],
	[/^Nothing is there yet\.$/, ({ raw }) => lengthOf(raw) === 0],
	[
		/^Too few have answered yet: the service keeps this back in an anonymous survey\.$/,
		({ survey, code }) => survey.anonymous && code === 'segment_suppressed',
	],
	[
		/^The service refuses this: the token lacks a scope that lets it read ([a-z ]+)\.$/,
		({ code }) => code === 'insufficient_scope',
	],
	[
		/^Not looked at: nobody has completed an interview yet\.$/,
		({ survey, status }) => survey.completed === 0 && status === undefined,
	],
	[
		/^Not looked at: the respondents show no id with which to ask for one, as an anonymous survey may do\.$/,
		({ survey, status, checked }) =>
			survey.anonymous &&
			status === undefined &&
			valuesAt(checked.raw('respondents'), '[].id').length === 0,
	],
	[
		/^Not looked at: no topic is known whose quotes could be read\.$/,
		({ status, checked }) => {
			const topics = checked.raw('topics');
			return status === undefined && (topics === undefined || showsNothing(topics));
		},
	],
	[
		/^Not looked at: no respondent is known\.$/,
		({ checked }) => checked.raw('respondents') === undefined,
	],
	[
		/^Not looked at: no survey is known, so choose one under Survey\.$/,
		({ checked, status }) => status === undefined && checked.raw('surveys') === undefined,
	],
	[
		/^(.+) (?:were not found|stand in several places that differ): [^.]+\.$/,
		(claim) =>
			FACTS[claim.said[0] ?? ''] !== undefined &&
			!isFound(claim, ...(FACTS[claim.said[0] ?? ''] ?? [])),
	],
];

/** No score, and no text of a conclusion, topic or quote. */
function showsNothing(raw: unknown): boolean {
	const text = JSON.stringify(raw);
	const said = /"(?:score|metric_score|text|conclusion|topic_name|name|quote)":(?!null|\{)"?[^,}]/;
	const columns = /"metric_scores":\[(?:null,?)*\]/;
	return !said.test(text) || columns.test(text);
}

const textOf = ({ raw }: Claim) => JSON.stringify(raw);

/** The scopes in a raw identity, in the form of each dialect. */
function scopesOf(checked: Checked): string[] {
	const raw = checked.raw('token');
	const lists = [...valuesAt(raw, 'scopes[]'), ...valuesAt(raw, 'token.scopes[].scope')];
	return [...lists, ...valuesAt(raw, 'scope').flatMap((all) => String(all).split(' '))].map(String);
}

/** The sentences of an area that the raw answer does not bear out, and those that nothing is known of. */
export function untrueIn(checked: Checked, area: AreaName): string[] {
	const { sentence } = checked.of(area);
	const [request] = checked.service.requests({ operation: REQUESTS[area] }).slice(-1);
	const { world } = checked.service;
	const respondents = checked.surveyId === '' ? [] : world.respondents(checked.surveyId);
	const answered = request?.answered;
	const claim: Omit<Claim, 'said'> = {
		checked,
		area,
		raw: checked.raw(area),
		status: request?.status,
		code: answered ? /"code":"(\w+)"/.exec(answered)?.[1] : undefined,
		survey: {
			anonymous: world.surveys().find(({ id }) => id === checked.surveyId)?.anonymous === true,
			respondents: respondents.length,
			completed: respondents.filter(({ status }) => status === 'completed').length,
		},
	};
	return sentencesOf(sentence).flatMap((one) => {
		const rows = SENTENCES.flatMap(([pattern, isTrue]) => {
			const match = pattern.exec(one);
			return match ? [isTrue({ ...claim, said: match.slice(1) })] : [];
		});
		if (rows.length === 0) return [`${area}: nothing is known of “${one}”`];
		return rows.every(Boolean) ? [] : [`${area}: not true: “${one}”`];
	});
}

/** A sentence ends with a full stop before a capital letter, a number, or a scope. */
function sentencesOf(text: string): string[] {
	return text.split(/(?<=\.) (?=[A-Z\d]|[a-z]+:)/);
}
