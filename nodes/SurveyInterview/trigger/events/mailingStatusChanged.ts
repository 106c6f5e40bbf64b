import type { JsonObject } from '../../service/json';
import { millis } from '../../service/scalars';
import { MAILING } from '../../service/mailings';
import { mailingMessage, withMessage } from '../../service/messages';
import { toId, toText, toWord } from '../../service/values';
import {
	type NewEvent,
	type LookResult,
	oldestFirst,
	type SurveyPoll,
	type TriggerEvent,
} from '../event';
import { factsInRecord, readMailings } from '../reading';
import { isBeforeWatch } from '../whatIsNew';

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
		onlySelected: [
			'scheduled_at',
			'metric_type',
			// The poll always knows the survey, so Simplified shows it too.
			...MAILING.onlySelected.filter((name) => name !== 'survey_id'),
		],
	},
	options: [],
	filters: [],
	configure: (_collections, _checker, output) => ({
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
	/** When the mailing was created. */
	at: number | undefined;
	record: JsonObject;
	facts: JsonObject;
}

const readMailing = MAILING.read;

async function look(
	{ session, survey, memory, room, isBeginning }: SurveyPoll,
	records: readonly JsonObject[],
	isEverything: boolean,
): Promise<LookResult> {
	// Simplified writes statuses in lower case, so in it a change of case is no change.
	const statusAsShown = isEverything ? toText : toWord;
	const statuses = { ...memory.statuses };
	const changes = new Map<string, Change>();
	for (const record of records) {
		const facts = readMailing(record);
		const id = toId(facts.id);
		// As it is written, because the fact is in lower case.
		const status = toText(record.status) ?? toText(facts.status);
		if (id === undefined || status === undefined || changes.has(id)) continue;
		const before = statusAsShown(statuses[id]);
		const changedAt = millis(facts.completed_at ?? facts.started_at ?? facts.created_at);
		// Only while the survey's baseline is still pending: an older mailing is remembered, and delivered when it changes.
		const isOld =
			memory.pendingBaseline !== undefined &&
			isBeforeWatch(memory.pendingBaseline, changedAt, isBeginning);
		if (isOld || before === statusAsShown(status)) statuses[id] = status;
		else changes.set(id, { id, status, before, at: millis(facts.created_at), record, facts });
	}
	const delivered = oldestFirst([...changes.values()]).slice(0, room);
	for (const { id, status } of delivered) statuses[id] = status;
	// Without `pendingBaseline`, because this reading has taken it.
	const nextMemory = { entryHash: survey.entryHash, known: memory.known, statuses };
	if (delivered.length === 0) return { events: [], memory: nextMemory };
	const { survey_name, metric_type } = await factsInRecord(session, survey);
	const events = delivered.map(({ before, at, record, facts }): NewEvent => {
		const message = mailingMessage({ ...facts, previous_status: toWord(before), survey_name });
		const json = {
			...(isEverything ? withMessage(message, record) : { message, ...facts }),
			survey_id: survey.id,
			survey_name,
			metric_type,
			previous_status: before ?? null,
			is_new: before === undefined,
		};
		return { json, at, survey: survey.record };
	});
	return { events, memory: nextMemory };
}
