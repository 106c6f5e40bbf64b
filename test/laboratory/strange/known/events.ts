/** What the trigger delivers of a known service: who has completed, with which facts, and each change of a mailing. */
import { omit, omitBy } from 'lodash';

import type { JsonObject as Fields } from '../../../../nodes/SurveyInterview/records/json';
import {
	judged,
	planned,
	polled,
	settings,
	START,
	survey,
	SURVEY,
} from '../../../unit/trigger/make';
import { differences, interview } from './expected';
import type { Sample } from './output';
import { told } from './service';

const DAY = 86_400_000;
const simplified = { output: 'simplified', maxEvents: 100 } as const;

/** Who has completed comes, and nobody else, as the output of Get Many has them. */
export function faultsOfCompletions({ answer, records, expected }: Sample): string[] {
	const extra = { ...simplified, emitExisting: true };
	const answers = { surveys: [survey(SURVEY)], respondents: { [SURVEY]: answer } };
	const { events } = polled(undefined, answers, START + 365 * DAY, extra);
	const wanted = records.flatMap((one, place) => {
		if (!interview(one).isCompleted) return [];
		// Of two IDs or two ends that differ, an event has one, by which the trigger knows what it has delivered.
		const isOpen = { id: told(one, 'id').isOpen, completed_at: told(one, 'ended_at').isOpen };
		return [omitBy(expected[place], (_value, name) => isOpen[name as keyof typeof isOpen])];
	});
	if (events.length !== wanted.length)
		return [`trigger: ${events.length} events, not ${wanted.length}`];
	// The oldest comes first; what has no time keeps its place.
	const left = [...events];
	return wanted.flatMap((fields) => {
		const { survey_name, metric_type, nps_group } = fields;
		const own = omit(fields, 'survey_name', 'metric_type', 'nps_group', 'survey_id');
		const at = left.findIndex(({ json }) => differences('', json, own).length === 0);
		if (at === -1) return [`trigger: no event is ${JSON.stringify(own)}`];
		const [event] = left.splice(at, 1);
		const ofSurvey = { survey_name, metric_type, nps_group };
		const known = Object.entries(ofSurvey).filter(([, value]) => (value ?? null) !== null);
		return differences('event', event?.json, Object.fromEntries(known));
	});
}

/** A mailing that has another status comes with both; the others do not. */
export function faultsOfMailings(before: Sample, after: Sample): string[] {
	const extra = { ...simplified, event: 'mailingStatusChanged' };
	const judgedIn = (state: Parameters<typeof planned>[0], { answer }: Sample, now: number) => {
		const { state: begun, tasks } = planned(state, [survey(SURVEY)], now, extra);
		const [task] = tasks;
		const judgement = task && judged(settings(extra), begun, task, answer, 100);
		if (!judgement) throw new Error('The answer was not understood.');
		const { drafts } = judgement;
		return { drafts, state: judgement.settle({ delivered: drafts, deferred: [], notReached: [] }) };
	};
	const { state } = judgedIn(undefined, before, START);
	const { drafts } = judgedIn(state, after, START + DAY / 24);
	const statusIn = ({ expected }: Sample, id: unknown) =>
		expected.find((one) => one.id === id)?.status ?? null;
	const changed = after.expected.filter(
		({ id, status }) => (status ?? null) !== null && status !== statusIn(before, id),
	);
	const shown = (all: readonly Fields[]) =>
		all.map(({ id, status }) => `${String(id)} ${String(status)}`).sort();
	const [got, wanted] = [shown(drafts.map(({ json }) => json)), shown(changed)];
	if (got.join() !== wanted.join())
		return [`trigger mailings: ${got.join()}, not ${wanted.join()}`];
	return changed.flatMap((fields) => {
		const event = drafts.find(({ json }) => json.id === fields.id);
		return differences('event', event?.json, omit(fields, 'survey_id'));
	});
}
