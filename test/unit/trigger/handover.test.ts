/** What an activation hands over in the durable engine, and what n8n committed, become one state. */
import type { IPollFunctions } from 'n8n-workflow';

import { storeState, type State } from '../../../nodes/SurveyInterview/trigger/state';
import { Memory, Storage } from '../../../nodes/SurveyInterview/trigger/storage';
import {
	DAY,
	days,
	HOUR,
	idsOfEvents,
	MINUTE,
	polled,
	START,
	survey,
	uuid,
	type Extra,
} from './make';

const [A, B] = [uuid(1), uuid(2)];

describe('a handover', () => {
	const context = (ofNode: object, ofWorkflow: object) =>
		({
			getWorkflowStaticData: (kind: string) => (kind === 'node' ? ofNode : ofWorkflow),
			getNode: () => ({ id: 'node' }),
		}) as unknown as IPollFunctions;
	const extra = (...surveyIds: string[]): Extra => ({ watch: 'chosen', surveyIds });

	it('has the baseline of a survey that was in the choice before', () => {
		const ofNode = {};
		const ofWorkflow = {};
		const memory = new Memory();
		const storage = () => new Storage(context(ofNode, ofWorkflow), 't', 'scope', memory);
		const surveys = [survey(B, 0), survey(A, 10)];
		const begun = polled(
			undefined,
			{ surveys, respondents: { [A]: days(10) } },
			START,
			extra(A, B),
		);
		let at = storage();
		at.load();
		at.save(begun.state, false);
		const without = polled(begun.state, { surveys, respondents: {} }, START + MINUTE, extra(B));
		at = storage();
		at.load();
		at.save(without.state, false);
		// A month later the survey is chosen again, and the activation takes its baseline.
		const now = START + 30 * DAY;
		const all = [...days(20, now - HOUR, 'meanwhile'), ...days(10)];
		const answers = { surveys: [survey(B, 0), survey(A, 30)], respondents: { [A]: all } };
		at = storage();
		const baseline = polled(at.load() as State, answers, now, extra(A, B));
		expect(baseline.events).toEqual([]);
		at.handOver(baseline.state);
		const next = storage().load() as State;
		const changed = { ...answers, surveys: [survey(B, 0), survey(A, 31)] };
		expect(idsOfEvents(polled(next, changed, now + MINUTE, extra(A, B)).events)).toEqual([]);
	});

	it('in the default engine outlives an older state that n8n saves after it', () => {
		const ofNode = { __dataChanged: false };
		const ofWorkflow = {};
		const memory = new Memory();
		const loaded = () => {
			const storage = new Storage(context(ofNode, ofWorkflow), 't', begun.scope, memory);
			return { storage, state: storage.load() as State };
		};
		const surveys = [survey(B, 10), survey(A, 10)];
		const respondents = { [A]: days(10), [B]: days(10, START - HOUR, 'b') };
		const begun = polled(undefined, { surveys, respondents }, START, extra(A)).state;
		loaded().storage.save(begun, false);
		const older = { ...ofWorkflow };
		const { storage, state } = loaded();
		const answers = { surveys, respondents };
		storage.handOver(polled(state, answers, START + MINUTE, extra(A, B)).state);
		Object.assign(ofWorkflow, older);
		expect(
			loaded()
				.state.surveys.map(({ id }) => id)
				.sort(),
		).toEqual([A, B].sort());
	});

	it('has the baselines of both', () => {
		const surveys = [survey(B, 10), survey(A, 10)];
		const respondents = { [A]: days(10), [B]: days(10, START - HOUR, 'b') };
		const one = polled(undefined, { surveys, respondents }, START, extra(A)).state;
		const two = polled(one, { surveys, respondents }, START + MINUTE, extra(A, B)).state;
		const only = (state: State, id: string) =>
			storeState({
				...state,
				surveys: state.surveys.filter((s) => s.id === id),
				seen: { [id]: state.seen[id] ?? '' },
			});
		const ofNode = only(one, A);
		const ofWorkflow = { 'surveyInterviewTrigger:node': only(two, B) };
		const state = new Storage(
			context(ofNode, ofWorkflow),
			't',
			one.scope,
			new Memory(),
		).load() as State;
		const answers = { surveys: [survey(B, 11), survey(A, 11)], respondents };
		expect(idsOfEvents(polled(state, answers, START + HOUR, extra(A, B)).events)).toEqual([]);
	});
});
