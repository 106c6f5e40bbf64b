/** What the interface says of the answer to a request, by the request's row of the contract alone. */
import { contractRows, type RetryClass } from '../contract/contract';

/** What an answer is, as docs/interface.md names the records; `nothing`: 204, without a body. */
export type Kind =
	| 'nothing'
	| 'survey'
	| 'property'
	| 'theme'
	| 'invitation'
	| 'public invitation'
	| 'email result'
	| 'respondent'
	| 'mailing'
	| 'stats'
	| 'list'
	| 'conversation'
	| 'result'
	| 'token';

export interface About {
	operation: string;
	method: string;
	retryClass: RetryClass;
	kind: Kind;
	/** The status that the interface gives it. */
	status: 200 | 201 | 204;
	/** What was sent with it. */
	body: string;
	/** The path's identifiers, by their names. */
	ids: Record<string, string>;
	/** The id of the record that is answered, where the path names it; null: the path does not say it. */
	own: string | null;
	/** The survey that the answered record belongs to, where the path names it. */
	surveyId: string | null;
	/** The answer is a record with an id of its own that the client does not know yet. */
	fresh: boolean;
}

const ROWS = contractRows().map((row) => ({
	...row,
	pattern: new RegExp(`^/api${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

const OWN_KINDS: Record<string, Kind> = {
	'invitation.create': 'public invitation',
	'invitation.sendEmail': 'email result',
	'mailing.getStats': 'stats',
	'respondent.getConversation': 'conversation',
};

/** Endpoints whose answer is an array in the interface. */
const LISTS = /^(\w+\.getAll|result\.getScores)$/;

/** About a request; undefined for one that is in no row. */
export function aboutOf(method: string, url: string, body = ''): About | undefined {
	const [path = ''] = url.split('?');
	for (const row of ROWS) {
		const match = row.method === method ? row.pattern.exec(path) : null;
		if (!match) continue;
		const operation = `${row.resource}.${row.operation}`;
		const ids = { ...match.groups };
		const isCreate = /^create/.test(row.retryClass);
		const isNew = isCreate || operation === 'invitation.reissue';
		const kind = kindOf(method, operation, row.resource);
		const last = Object.keys(ids).at(-1) ?? '';
		const own = !isNew && !['list', 'result', 'token'].includes(kind) ? (ids[last] ?? null) : null;
		const isOwnSurvey = kind === 'survey' && last === 'survey_id';
		return {
			operation,
			method,
			retryClass: /^\w+/.exec(row.retryClass)?.[0] as RetryClass,
			kind,
			body,
			status:
				method === 'DELETE' ? 204 : isCreate && operation !== 'invitation.reissue' ? 201 : 200,
			ids,
			own,
			surveyId: isOwnSurvey ? null : (ids.survey_id ?? null),
			fresh: isNew,
		};
	}
	return undefined;
}

function kindOf(method: string, operation: string, resource: string): Kind {
	if (method === 'DELETE') return 'nothing';
	if (LISTS.test(operation)) return 'list';
	return OWN_KINDS[operation] ?? (resource as Kind);
}
