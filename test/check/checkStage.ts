/** Runs Check Service against a service of its own, and keeps what the service really answered. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import {
	startService,
	type LoggedRequest,
	type Service,
	type ServiceOptions,
} from '../harness/service';
import { act, byId } from '../harness/support';

/** Each area with the request that it is about, as the service's log names it. */
export const REQUESTS = {
	token: 'token.get',
	surveys: 'survey.getAll',
	survey: 'survey.get',
	invitations: 'invitation.getAll',
	mailings: 'mailing.getAll',
	respondents: 'respondent.getAll',
	conversation: 'respondent.getConversation',
	overview: 'result.getOverview',
	suggestedRange: 'result.getSuggestedRange',
	overTime: 'result.getOverTime',
	scores: 'result.getScores',
	conclusion: 'result.getConclusion',
	topics: 'result.getTopics',
	quotes: 'result.getQuotes',
};
export type AreaName = keyof typeof REQUESTS;
export const AREAS = Object.keys(REQUESTS) as AreaName[];

/** Kinds of record inside the answer to a request; each has an item of its own, if there are any. */
export const INSIDE = {
	theme: 'survey.get',
	property: 'survey.get',
	message: 'respondent.getConversation',
	point: 'result.getConclusion',
};
export type ItemName = AreaName | keyof typeof INSIDE;
export const requestOf = (area: ItemName): string => ({ ...REQUESTS, ...INSIDE })[area];

/** An item of the check, with the lines of its details taken apart. */
export interface CheckItem {
	area: ItemName;
	status: string;
	sentence: string;
	details: {
		found?: Record<string, string>;
		empty?: string[];
		not_found?: string[];
		unused_keys?: Record<string, string>;
		status_words?: string[];
	};
	report: string | null;
}

export interface Checked {
	items: CheckItem[];
	of: (area: ItemName) => CheckItem;
	/** The last item, which is about all areas. */
	last: CheckItem;
	report: string;
	/** What the service answered to the request of an area; undefined where none was made. */
	raw: (area: ItemName) => unknown;
	sent: LoggedRequest[];
	service: Service;
	/** The survey that was looked at. */
	surveyId: string;
}

export interface Look extends ServiceOptions {
	/** The first words of the survey to look at; empty: the check chooses. */
	survey?: string;
	/** Arranges the service before the check. */
	arrange?: (service: Service) => unknown;
	/** Another token than the one that may do everything. */
	token?: (service: Service) => string;
	participantLink?: string;
	fieldNames?: string;
	options?: INodeParameters;
	/** Input items; one unless said otherwise. */
	count?: number;
}

/** A check of a service that is there for it alone. */
export async function check(engine: Engine, look: Look = {}): Promise<Checked> {
	const { survey = 'Customer', arrange, token, options = {}, count = 1, ...more } = look;
	const { participantLink, fieldNames, ...of } = more;
	const service = await startService({ ...of, seed: { respondents: 24, ...of.seed } });
	try {
		renameMailings(service);
		arrange?.(service);
		const surveyId = survey === '' ? '' : service.world.survey(survey).id;
		const run = await act(engine, service, {
			operation: 'token.checkService',
			parameters: { surveyId: byId(surveyId), options },
			items: Array.from({ length: count }, () => ({})),
			token: token?.(service) ?? service.token,
			participantLink,
			fieldNames,
		});
		if (run.error) throw run.error;
		const items = run.items.map(({ json }) => itemOf(json));
		const [last] = items.slice(-1);
		if (!last?.report) throw new Error('The last item has no report.');
		return {
			items,
			of: (area) => items.find((item) => item.area === area) as CheckItem,
			last,
			report: last.report,
			raw: (area) => rawOf(service.requests({ operation: requestOf(area) }).at(-1)),
			sent: [...service.log],
			service,
			surveyId,
		};
	} finally {
		await service.stop();
	}
}

function itemOf(json: IDataObject): CheckItem {
	const lines = new Map(
		String(json.details)
			.split('\n')
			.map((line) => line.split(/: (.*)/) as [string, string]),
	);
	const texts = (name: string) => lines.get(name)?.split(', ');
	const pairs = (name: string) => {
		const found = texts(name)?.map(
			(text) => /^(\S+) \((.+)\)$/.exec(text)?.slice(1) as [string, string],
		);
		return found && Object.fromEntries(found);
	};
	const details = {
		found: pairs('Found'),
		empty: texts('No value yet'),
		not_found: texts('Not found'),
		unused_keys: pairs('Keys that are not used'),
		status_words: texts('Status words'),
	};
	return { ...(json as unknown as CheckItem), details };
}

/** The seed calls mailings and their recipients “Sent” and the like, which sentences and keys say as well. */
function renameMailings({ world: { records } }: Service): void {
	const subjects = records.mailings.all().map((mailing) => {
		const { subjectOverride } = mailing;
		mailing.subjectOverride = `Would you talk with us, ${subjectOverride}?`;
		return subjectOverride;
	});
	for (const invitation of records.invitations.all()) {
		const { recipientName } = invitation;
		if (subjects.includes(recipientName)) invitation.recipientName = `Ines ${recipientName}er`;
	}
}

function rawOf(request: LoggedRequest | undefined): unknown {
	if (request?.status !== 200) return undefined;
	if (request.answered === null) throw new Error(`The log lacks the answer to ${request.url}.`);
	return JSON.parse(request.answered) as unknown;
}

/** The values at the end of a path such as `data.quotes[].quote.text`, in raw JSON. */
export function valuesAt(raw: unknown, path: string): unknown[] {
	const steps = path.split(/\.|(?=\[\])/).filter((step) => step !== '');
	return steps.reduce<unknown[]>(
		(values, step) =>
			values.flatMap((value) => {
				if (step === '[]') return Array.isArray(value) ? (value as unknown[]) : [];
				const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
				return isObject && step in value ? [(value as Record<string, unknown>)[step]] : [];
			}),
		[raw],
	);
}
