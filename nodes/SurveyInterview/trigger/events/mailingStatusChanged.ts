import type { JsonObject } from '../../service/json';
import { millis } from '../../service/scalars';
import { MAILING } from '../../service/mailings';
import { mailingMessage, withMessage } from '../../service/messages';
import { toId, toText, toWord } from '../../service/values';
import { type Draft, type Looked, oldestFirst, type SurveyPoll, type TriggerEvent } from '../event';
import { factsInList, factsInRecord, readMailings } from '../reading';
import { isOldWhenMet } from '../whatIsNew';

export const mailingStatusChanged: TriggerEvent = {
	value: 'mailingStatusChanged',
	label: 'Mailing Status Changed',
	description: 'A mailing was created or its status has changed',
	readsEverySurvey: true,
	noTestEvent: 'There is no mailing yet: create one in the service, then fetch again.',
	item: 'each mailing that is new or has another status',
	output: {
		fields: {
			message: 'string',
			status: 'string?',
			previous_status: 'string?',
			is_new: 'boolean',
			...MAILING.fields,
			survey_name: 'string?',
			metric_type: 'string?',
		},
		more: ['scheduled_at', 'metric_type', ...MAILING.more.filter((name) => name !== 'survey_id')],
	},
	options: [],
	filters: [],
	configure: (_given, _checker, output) => ({
		read: async ({ session, survey }) => await readMailings(session, survey.id),
		look: async (poll, answer: JsonObject[]) => await look(poll, answer, output === 'everything'),
	}),
};

/** A mailing that is new, or has another status than before. */
interface Change {
	id: string;
	/** As the service writes it. */
	status: string;
	/** The status that was delivered last. */
	before: string | undefined;
	record: JsonObject;
	facts: JsonObject;
}

const readMailing = MAILING.reader();

async function look(
	{ session, survey, memory, room, isBeginning }: SurveyPoll,
	records: readonly JsonObject[],
	isEverything: boolean,
): Promise<Looked> {
	// Simplified writes statuses in lower case, so there a change of case is no change.
	const shown = isEverything ? toText : toWord;
	const statuses = { ...memory.statuses };
	const changes = new Map<string, Change>();
	for (const record of records) {
		const facts = readMailing(record, {});
		const id = toId(facts.id);
		const status = toText(record.status) ?? toText(facts.status);
		if (id === undefined || status === undefined || changes.has(id)) continue;
		const before = shown(statuses[id]);
		const at = millis(facts.completed_at ?? facts.started_at ?? facts.created_at);
		const isOld = memory.met !== undefined && isOldWhenMet(memory.met, at, isBeginning);
		if (isOld || before === shown(status)) statuses[id] = status;
		else changes.set(id, { id, status, before, record, facts });
	}
	const createdAt = ({ facts }: Change) => millis(facts.created_at) ?? Infinity;
	const taken = [...changes.values()]
		.sort((one, other) => createdAt(one) - createdAt(other) || 0)
		.slice(0, room);
	for (const { id, status } of taken) statuses[id] = status;
	const { survey_name, metric_type } =
		taken.length > 0 ? await factsInRecord(session, survey) : factsInList(session, survey);
	const events = taken.map(({ before, record, facts }): Draft => {
		const message = mailingMessage({ ...facts, previous_status: toWord(before), survey_name });
		const json = {
			...(isEverything ? withMessage(message, record) : { message, ...facts }),
			survey_id: survey.id,
			survey_name,
			metric_type,
			previous_status: before ?? null,
			is_new: before === undefined,
		};
		return { json, at: millis(facts.created_at), survey: survey.record };
	});
	const { known } = memory;
	return { events: oldestFirst(events), memory: { entry: survey.entry, known, statuses } };
}
