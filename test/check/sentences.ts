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

const SENTENCES: Row[] = [
	[/^The token is accepted\.$/, ({ status }) => status === 200],
	[
		/^It does not say when it expires\.$/,
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
		/^Write access was not checked, because this check only reads\.$/,
		({ checked }) => checked.sent.every(({ method }) => method === 'GET'),
	],
	[
		/^The service gives only the secret part of a participant’s link, .* Participant Link in the credential\.$/,
		({ raw }) =>
			(raw as object[]).some((one) => 'token' in one && !JSON.stringify(one).includes('://')),
	],
	[
		/^(\d+) (?:survey|invitation|mailing|respondent|score|bucket|topic|quote)s?\.$/,
		({ said, raw, checked, area }) => {
			const { list = '' } = checked.of(area).details;
			const rows = list === 'in columns' ? valuesAt(raw, 'dates[]') : valuesAt(raw, list);
			return rows.length === Number(said[0]);
		},
	],
	[
		/^(\d+) (message|point|theme|property|properties|points|themes|messages)\.$/,
		({ said, raw, checked, area }) => {
			const { found = {} } = checked.of(area).details;
			const kind = (said[1] ?? '').replace(/ies$/, 'y').replace(/s$/, '');
			const path = Object.entries(found).find(([fact]) => fact.startsWith(`${kind}.`))?.[1] ?? '';
			return valuesAt(raw, path.replace(/\[\].*$/, '[]')).length === Number(said[0]);
		},
	],
	[/^(\d+) of them completed\.$/, ({ said, survey }) => survey.completed === Number(said[0])],
	[
		/^None of them is recognised as completed\.$/,
		({ raw, survey }) =>
			survey.completed === 0 || !/"(completed|finished)_at":"/.test(JSON.stringify(raw)),
	],
	[
		/^The survey counts completed interviews, but none was recognised: .+ Completed Status Values\.$/,
		({ survey }) => survey.completed > 0,
	],
	[/^Not checked: no completed interview was recognised\.$/, ({ status }) => status === undefined],
	[
		/^The survey is anonymous, so it correctly does not show who answered\.$/,
		({ survey, raw }) => survey.anonymous && !JSON.stringify(raw).includes('@'),
	],
	// Where each fact stands is another test: this one holds that nothing needed is missing.
	[/^Everything that this package needs was found\.$/, ({ raw }) => raw !== undefined],
	[
		/^Nobody has completed an interview yet, so there is nothing to check\.$/,
		({ survey }) => survey.completed === 0,
	],
	[
		/^The service shows nothing, as in an anonymous survey until enough people have answered\.$/,
		({ survey, raw }) => survey.anonymous && survey.completed > 0 && showsNothing(raw),
	],
	[/^There is no data yet\.$/, ({ raw }) => lengthOf(raw) === 0],
	[
		/^Too few people have answered yet: in an anonymous survey, the service withholds this\.$/,
		({ survey, code }) => survey.anonymous && code === 'segment_suppressed',
	],
	[
		/^The service refuses this: the token lacks a scope to read ([a-z ]+)\.$/,
		({ code }) => code === 'insufficient_scope',
	],
	[
		/^Not checked: nobody has completed an interview yet\.$/,
		({ survey, status }) => survey.completed === 0 && status === undefined,
	],
	[
		/^Not checked: the respondents have no ID, which is needed to request a conversation; this can be so in an anonymous survey\.$/,
		({ survey, status, checked }) =>
			survey.anonymous &&
			status === undefined &&
			valuesAt(checked.raw('respondents'), '[].id').length === 0,
	],
	[
		/^Not checked: there is no topic to read quotes of\.$/,
		({ status, checked }) => {
			const topics = checked.raw('topics');
			return status === undefined && (topics === undefined || showsNothing(topics));
		},
	],
	[
		/^Not checked: no respondents could be read\.$/,
		({ checked }) => checked.raw('respondents') === undefined,
	],
	[
		/^Not checked: no survey is known, so choose one under Survey\.$/,
		({ checked, status }) => status === undefined && checked.raw('surveys') === undefined,
	],
	[
		/^(?:Not found|Found in several places with different values): ([^.]+\([^.]+\))\.$/,
		(claim) => {
			const facts = [...(claim.said[0] ?? '').matchAll(/([\w.]+) \(/g)].map(
				([, fact = '']) => fact,
			);
			return facts.length > 0 && facts.every((fact) => !isFound(claim, fact));
		},
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
