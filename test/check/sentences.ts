/** What each sentence of a check claims, and whether the raw answer bears it out. */
import { requestOf, valuesAt, type AreaName, type Checked, type ItemName } from './checkStage';

interface Claim {
	checked: Checked;
	area: ItemName;
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

/** An empty list, in whatever container. */
const isNoList = (raw: unknown) => /\[\]/.test(JSON.stringify(raw));
const isFound = ({ checked, area }: Claim, ...facts: string[]) =>
	facts.some((fact) => fact in (checked.of(area).details.found ?? {}));

const SENTENCES: Row[] = [
	[
		/^The service gives only the secret part of a participant’s link, .* Participant Link under More Settings in the credential\.$/,
		({ raw }) =>
			(raw as object[]).some((one) => 'token' in one && !JSON.stringify(one).includes('://')),
	],
	[
		/^(\d+) (?:survey|theme|propert|invitation|mailing|respondent|message|score|bucket|point|topic|quote)(?:s|y|ies)?\.$/,
		({ said, raw, checked, area }) => {
			const [place = ''] = Object.values(checked.of(area).details.found ?? {});
			return valuesAt(raw, place.replace(/\[\].*/, '[]')).length === Number(said[0]);
		},
	],
	[
		/^(\d+) of them count as completed\.$/,
		({ said, raw, survey }) =>
			survey.completed === Number(said[0]) ||
			(said[0] === '0' && !/"(completed|finished)_at":"/.test(JSON.stringify(raw))),
	],
	[
		/^The survey counts completed interviews, but none was recognised: .+ Completed Status Values\.$/,
		({ survey }) => survey.completed > 0,
	],
	// Where each fact stands is another test: this one holds that nothing needed is missing.
	[/^Everything that this package needs was found\.$/, ({ raw }) => raw !== undefined],
	[/^There is nothing yet\.$/, ({ raw, survey }) => survey.completed === 0 || isNoList(raw)],
	[
		/^There is nothing yet, or the survey is anonymous and hides it while too few people have answered\.$/,
		({ survey, raw, code }) =>
			survey.anonymous && (code === 'segment_suppressed' || showsNothing(raw) || isNoList(raw)),
	],
	[
		/^Not checked: no (survey|respondent|topic) is known to ask for\.$/,
		({ said, status, survey, checked }) => {
			const raw = checked.raw(`${said[0] ?? ''}s` as AreaName);
			const isAnonymous = said[0] === 'respondent' && survey.anonymous;
			const { sentence } = checked.of('respondents');
			const isNobody = survey.completed === 0 || isAnonymous || sentence.includes(' 0 of them');
			return status === undefined && (raw === undefined || showsNothing(raw) || isNobody);
		},
	],
	[
		/^Not found: (.+)\.$/,
		(claim) => (claim.said[0] ?? '').split(', ').every((fact) => !isFound(claim, fact)),
	],
];

/** No score, and no text of a conclusion, topic or quote. */
function showsNothing(raw: unknown): boolean {
	const text = JSON.stringify(raw);
	const said = /"(?:score|metric_score|text|conclusion|topic_name|name|quote)":(?!null|\{)"?[^,}]/;
	const columns = /"metric_scores":\[(?:null,?)*\]/;
	return !said.test(text) || columns.test(text);
}

/** The sentences of an area that the raw answer does not bear out, and those that nothing is known of. */
export function untrueIn(checked: Checked, area: ItemName): string[] {
	const { sentence } = checked.of(area);
	const [request] = checked.service.requests({ operation: requestOf(area) }).slice(-1);
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
