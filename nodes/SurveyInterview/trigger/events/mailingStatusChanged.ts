import type { JsonObject } from '../../service/json';
import { millis } from '../../service/scalars';
import { MAILING } from '../../service/mailings';
import { mailingMessage, withMessage } from '../../service/messages';
import { toId, toText, toWord } from '../../service/values';
import { type Draft, oldestFirst, type TriggerEvent } from '../event';
import { factsInList, factsInRecord } from '../reading';
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
		request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings`, listNames: ['mailings'] }),
		async look({ session, survey, memory, room, isBeginning }, answer) {
			const isEverything = output === 'everything';
			// Simplified writes statuses in lower case, so there a change of case is no change.
			const wordOf = isEverything ? toText : toWord;
			const read = MAILING.reader();
			const values = { ...memory.values };
			const changed = new Map<string, Change>();
			for (const record of answer as JsonObject[]) {
				const facts = read(record, {});
				const id = toId(facts.id);
				const status = toText(record.status) ?? toText(facts.status);
				if (id === undefined || status === undefined || changed.has(id)) continue;
				const before = wordOf(values[id]);
				const at = millis(facts.completed_at ?? facts.started_at ?? facts.created_at);
				const isOld = memory.met !== undefined && isOldWhenMet(memory.met, at, isBeginning);
				if (isOld || before === wordOf(status)) values[id] = status;
				else changed.set(id, { id, status, before, record, facts });
			}
			const createdAt = ({ facts }: Change) => millis(facts.created_at) ?? Infinity;
			const taken = [...changed.values()]
				.sort((one, other) => createdAt(one) - createdAt(other) || 0)
				.slice(0, room);
			const { survey_name, metric_type } =
				taken.length > 0 ? await factsInRecord(session, survey) : factsInList(session, survey);
			const events = taken.map(({ id, status, before, record, facts }): Draft => {
				values[id] = status;
				const message = mailingMessage({ ...facts, previous_status: toWord(before), survey_name });
				const json = {
					...(isEverything ? withMessage(message, record) : { message, ...facts }),
					...{ survey_id: survey.id, survey_name, metric_type },
					previous_status: before ?? null,
					is_new: before === undefined,
				};
				return { json, at: millis(facts.created_at), survey: survey.record };
			});
			const { known } = memory;
			return { events: oldestFirst(events), memory: { entry: survey.entry, known, values } };
		},
	}),
};

interface Change {
	id: string;
	/** As the service writes it. */
	status: string;
	/** The status that was delivered last. */
	before: string | undefined;
	record: JsonObject;
	facts: JsonObject;
}
