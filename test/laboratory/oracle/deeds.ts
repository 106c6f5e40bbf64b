import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	ADDED_OPERATIONS,
	contractRows,
	type ContractRow,
	type RetryClass,
} from '../../contract/contract';
import type { Service } from '../../harness/service';
import { byId } from '../../harness/support';
import type { Deed } from './deed';
import { furnish, type Furnished } from './furnish';
import { syncDeed } from './syncDeed';

type Draft = Partial<Pick<Deed, 'list' | 'query' | 'find' | 'mark'>> & {
	retryClass?: RetryClass;
	parameters?: INodeParameters;
	items: (things: Furnished) => IDataObject[];
};

const ENDPOINTS = contractRows();
const ROWS = [...ENDPOINTS, ...ADDED_OPERATIONS];

function deed(name: string, { parameters, retryClass, mark, ...draft }: Draft): Deed {
	const [operation = ''] = name.split('/');
	const row = ROWS.find((one) => `${one.resource}.${one.operation}` === operation);
	if (!row) throw new Error(`The contract has no operation ${operation}.`);
	const ofRow = /^(read|idempotent|irreversible|create)/.exec(row.retryClass)?.[0] as RetryClass;
	const asked = ENDPOINTS.find(({ method, path }) => method === row.method && path === row.path);
	return {
		name,
		operation,
		asked: asked ? `${asked.resource}.${asked.operation}` : operation,
		method: row.method,
		path: row.path,
		retryClass: retryClass ?? ofRow,
		parameters: { ...pickers(row), ...parameters },
		mark: mark === undefined ? ({ mark: text }) => String(text) : mark,
		...draft,
	};
}

const PICKERS: Record<string, string> = {
	survey_id: 'surveyId',
	invitation_id: 'invitationId',
	mailing_id: 'mailingId',
	respondent_id: 'respondentId',
	category_id: 'categoryId',
	property_id: 'propertyId',
	topic_id: 'topicId',
};

/** Each identifier of the path is in the item, under its own name. */
function pickers({ path }: ContractRow): INodeParameters {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	return Object.fromEntries(
		names.map((name) => [PICKERS[name] ?? name, byId(`={{ $json.${name} }}`)]),
	);
}

const MARK = '={{ $json.mark }}';
const EMAIL = '={{ $json.mark }}@example.com';
const json = (name: string) => `={{ JSON.stringify({ ${name}: $json.mark }) }}`;
const ROOT = { plain: [], nested: [], wide: [] } as const;
const range = { range_start: '2020-01-01T00:00:00Z', range_end: '2030-01-01T00:00:00Z' };
const surveys = ({ surveys: all }: Furnished) => all;
const inOneSurvey = ({ surveys: all, marks }: Furnished) =>
	marks.map((mark) => ({ survey_id: all[0]?.survey_id, mark }));
const all = { returnAll: true };

/** Operations that need parameters, or a record in some state, and variants that are of another retry class. */
const PREPARED: Deed[] = [
	deed('survey.create', {
		parameters: { name: MARK, metric_type: 'nps', interview_locale: 'en' },
		items: ({ marks }) => marks.map((mark) => ({ mark })),
	}),
	deed('survey.getAll', {
		parameters: all,
		items: ({ marks }) => marks.map(() => ({})),
		mark: null,
		list: ROOT,
	}),
	deed('survey.update', { parameters: { updateFields: { name: 'Renamed' } }, items: surveys }),
	deed('property.create', {
		parameters: { key: MARK, label: MARK },
		items: inOneSurvey,
	}),
	deed('property.getAll', {
		parameters: all,
		items: surveys,
		list: {
			plain: ['properties'],
			nested: ['participant_properties'],
			wide: ['participant_properties'],
		},
	}),
	deed('property.update', {
		parameters: { updateFields: { label: 'Renamed' } },
		items: ({ properties }) => properties,
	}),
	deed('theme.create', { parameters: { name: MARK }, items: inOneSurvey }),
	deed('theme.getAll', {
		parameters: all,
		items: surveys,
		list: { plain: ['themes'], nested: ['topic_categories'], wide: ['themes'] },
	}),
	deed('theme.update', {
		parameters: { updateFields: { name: 'Renamed' } },
		items: ({ themes }) => themes,
	}),
	deed('theme.unarchive', { items: ({ archived }) => archived }),
	deed('invitation.create', {
		retryClass: 'idempotent',
		parameters: { recipient_email: EMAIL },
		items: inOneSurvey,
	}),
	deed('invitation.create/another', {
		parameters: {
			recipient_email: EMAIL,
			options: {
				additionalFieldsJson: '={{ JSON.stringify({ on_duplicate: $json.another }) }}',
			},
		},
		items: (things) => inOneSurvey(things).map((one) => ({ ...one, another: things.another })),
	}),
	deed('invitation.create/nobody', {
		parameters: { recipient_name: MARK },
		items: inOneSurvey,
	}),
	deed('invitation.createPersonal', {
		parameters: { recipient_email: EMAIL },
		items: inOneSurvey,
	}),
	deed('invitation.createSharedLink', {
		parameters: { options: { additionalFieldsJson: json('label') } },
		items: inOneSurvey,
	}),
	deed('invitation.getAll', { parameters: all, items: surveys, list: ROOT }),
	deed('invitation.find', {
		parameters: { findBy: 'email', email: '={{ $json.invited }}' },
		items: surveys,
		list: ROOT,
		find: true,
	}),
	deed('invitation.update', {
		parameters: { updateFields: { label: 'Renamed' } },
		items: ({ invitations }) => invitations,
	}),
	deed('respondent.getAll', { parameters: all, items: surveys, list: ROOT }),
	deed('respondent.find', {
		parameters: { findBy: 'externalId', externalId: '={{ $json.spoke }}' },
		items: surveys,
		list: ROOT,
		find: true,
	}),
	deed('respondent.update', {
		parameters: { updateFields: { properties: { values: [{ key: 'location', value: 'Ghent' }] } } },
		items: ({ respondents }) => respondents,
	}),
	deed('respondent.erase', {
		parameters: { additionalFields: { reason: 'Asked by letter' } },
		items: ({ respondents }) => respondents,
	}),
	deed('result.getScores', {
		parameters: { period: 'custom', ...range, ...all },
		items: surveys,
		list: ROOT,
		query: range,
	}),
	deed('result.getConclusion', {
		parameters: { locale: 'en' },
		items: surveys,
		query: { locale: 'en' },
	}),
	deed('result.getTopics', {
		parameters: all,
		items: surveys,
		list: { plain: ['topics'], nested: ['data', 'rankings'], wide: ['by_frequency'] },
	}),
	deed('result.getQuotes', {
		parameters: all,
		items: surveys,
		list: { plain: ['items'], nested: ['data', 'quotes'], wide: ['results'] },
		query: { limit: '100', offset: '0' },
	}),
	deed('result.getOverTime', {
		parameters: { period: 'custom', ...range, ...all },
		items: surveys,
		list: { plain: ['points'], nested: ['series', 'buckets'], wide: ['buckets'] },
		query: range,
	}),
	deed('mailing.create', {
		parameters: {
			template_id: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12',
			audience: 'unfiltered',
			additionalFields: { subject_override: MARK },
		},
		items: inOneSurvey,
	}),
	deed('mailing.get', {
		parameters: all,
		items: ({ unsent }) => unsent,
		query: { limit: '500', offset: '0' },
	}),
	deed('mailing.getRecipients', {
		parameters: all,
		items: ({ unsent }) => unsent,
		query: { limit: '500', offset: '0' },
		list: { plain: ['recipients'], nested: ['recipients'], wide: ['recipients'] },
	}),
	deed('mailing.getAll', { parameters: all, items: surveys, list: ROOT }),
	deed('mailing.update', {
		parameters: { updateFields: { subject_override: 'Renamed' } },
		items: ({ unsent }) => unsent,
	}),
	deed('mailing.unschedule', { items: ({ scheduled }) => scheduled }),
	deed('mailing.pause', { items: ({ sending }) => sending }),
	deed('mailing.resume', { items: ({ paused }) => paused }),
	syncDeed('public'),
	syncDeed('personal'),
	deed('token.get', { items: ({ marks }) => marks.map(() => ({})), mark: null }),
];

/** What the last identifier of a path names. */
const NAMED_IN_PATH: Record<string, Draft['items']> = {
	survey_id: surveys,
	topic_id: surveys,
	property_id: ({ properties }) => properties,
	category_id: ({ themes }) => themes,
	invitation_id: ({ invitations }) => invitations,
	respondent_id: ({ respondents }) => respondents,
	mailing_id: ({ unsent }) => unsent,
};

/** Every other operation: done to what its path names, if that is all that it needs. */
function unprepared(): Deed[] {
	const prepared = new Set(PREPARED.map(({ operation }) => operation));
	return ROWS.flatMap(({ resource, operation, path, fields = '' }) => {
		const name = `${resource}.${operation}`;
		const items = NAMED_IN_PATH[[...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? ''];
		const needsFields = fields.includes('*');
		return prepared.has(name) || !items || needsFields ? [] : [deed(name, { items })];
	});
}

/** All operations of the contract, those that are added, and the variants. */
export const DEEDS: Deed[] = [...PREPARED, ...unprepared()];

/** So many items for a deed, in a service that has what they are about. */
export function itemsFor({ items }: Deed, service: Service, count: number): IDataObject[] {
	const made = items(furnish(service, count), service).slice(0, count);
	if (made.length < count) throw new Error(`Only ${made.length} of ${count} items could be made.`);
	return made;
}
