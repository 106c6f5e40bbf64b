/** Options that cannot work are refused with one sentence before anything is sent, when somebody reads it. */
import type { INodeParameters } from 'n8n-workflow';
import { POLL_ENGINES } from '../everywhere';
import { ALOUD, QUIET } from './activationModes';
import { causeOf, within, type ActivationStage } from './activationStage';

/** Field, why, and what to do, in this order. */
type Refusal = [INodeParameters, RegExp];

const chosen = (surveyIds: INodeParameters[string]): INodeParameters => ({
	surveys: 'chosen',
	surveyIds,
});
const options = (values: INodeParameters): INodeParameters => ({ options: values });
const filters = (values: INodeParameters): INodeParameters => ({ filters: values });

const REFUSED: Record<string, Refusal> = {
	'score from above to': [
		filters({ scoreFrom: 9, scoreTo: 6 }),
		/^Score From \(9\) is above Score To \(6\), so no completion can match: swap them\.$/,
	],
	'a score that is not a number': [
		filters({ scoreFrom: 'many' }),
		/^Score From is not a number: "many"\. Enter one, or remove the filter\.$/,
	],
	'a score in a list': [filters({ scoreTo: [6] }), /^Score To is not a number: \[6\]\. Enter one,/],
	'a score from below 0': [
		filters({ scoreFrom: -1 }),
		/^Score From is -1: scores start at 0\. Enter 0 or more, or remove the filter\.$/,
	],
	'a score to below 0': [
		filters({ scoreTo: -0.5 }),
		/^Score To is -0\.5: scores start at 0\. Enter 0 or more, or remove the filter\.$/,
	],
	'a group of scores that does not exist': [
		filters({ npsGroups: ['critic'] }),
		/^NPS Group must be one of detractor, passive, promoter, but it is "critic"\.$/,
	],
	'no group of scores': [
		filters({ npsGroups: [] }),
		/^NPS Group is empty, and an empty filter would match everything/,
	],
	'a group that the range of scores excludes': [
		filters({ npsGroups: ['promoter'], scoreTo: 6 }),
		/^NPS Group has no score between Score From and Score To, so no completion can match: remove one of them\.$/,
	],
	'a metric that does not exist': [
		filters({ metricTypes: ['ratings'] }),
		/^Metric Types must be one of nps, enps, csat, ces, scale, but it is "ratings"\.$/,
	],
	'a way to report that does not exist': [
		options({ reportFailures: 'never' }),
		/^Report Failures must be one of onceAndHourly, everyPoll, but it is "never"\.$/,
	],
	'a quote of what is not read': [
		options({ quoteInMessage: true, includeConversation: false }),
		/^Quote in Message needs the conversation, and Include Conversation is off: turn it on, or remove one of the two options\.$/,
	],
	'a link to a page that the credential does not name': [
		options({ linkInMessage: true }),
		/^Link in Message needs the address of a respondent’s page: enter it as Respondent Page under More Settings in the credential, or remove Link in Message\.$/,
	],
	'an event of an old workflow': [
		{ event: 'interviewStarted' },
		/^Event is "interviewStarted", which this version .* does not know: choose one/,
	],
	'no event': [{ event: '' }, /^Event is "".*: choose one/],
	'a survey id that is no UUID': [
		chosen(['customer-survey']),
		/^Survey Names or IDs is not an ID: "customer-survey"; choose from the list, or enter a UUID, which looks like /,
	],
	'one of several that is no UUID': [
		chosen(['11111111-2222-4333-8444-555555555555', '42']),
		/^Survey Names or IDs is not an ID: "42"/,
	],
	'no survey chosen': [chosen([]), /^No survey is chosen: choose at least one .* or watch all/],
	'a choice of surveys that is empty text': [chosen(['', ' ']), /^No survey is chosen: choose/],
	'neither all nor chosen surveys': [{ surveys: 'some' }, /^Surveys is "some": choose All Surveys/],
	'max events 0': [
		options({ maxEvents: 0 }),
		/^Max Events per Poll is 0: enter 1 or more, or remove the option\.$/,
	],
	'max events below 0': [options({ maxEvents: -5 }), /^Max Events per Poll is -5: enter 1 or more/],
	'max events in words': [
		options({ maxEvents: 'all' }),
		/^Max Events per Poll .* number.*"all".* (remove|Enter)/,
	],
	'full check 0': [options({ fullCheckMinutes: 0 }), /^Full Check Every.* is 0: enter 1 or more/],
	'a filter that is empty': [
		filters({ propertyFilter: { filter: { key: '', value: '' } } }),
		/^Property Filter → Key is empty, and an empty filter would match everything: enter a value/,
	],
	'a property whose value is not text': [
		filters({ propertyFilter: { filter: { key: 'team', value: { a: 1 } } } }),
		/^Property Filter → Value must be text, but it is {"a":1}/,
	],
	'a score of nothing': [
		filters({ scoreTo: null }),
		/^Score To is null, and an empty filter would match everything/,
	],
	'a score that is empty': [filters({ scoreTo: ' ' }), /^Score To is empty, and an empty filter/],
	'a score in another base': [filters({ scoreTo: '0x5' }), /^Score To is not a number: "0x5"/],
	'a property value without a key': [
		filters({ propertyFilter: { filter: { key: ' ', value: 'Sales' } } }),
		/^Property Filter → Key is empty, and an empty filter would match everything: enter a value/,
	],
	'no status': [
		options({ completedStatuses: [] }),
		/^Completed Status Values is empty: enter at least one status, or remove the option\.$/,
	],
	'a status that is a number': [
		options({ completedStatuses: 2 }),
		/^Completed Status Values must be text, but it is 2:/,
	],
	'a status that is true': [
		options({ completedStatuses: true }),
		/^Completed Status Values must be text, but it is true:/,
	],
	'a number among the statuses': [
		options({ completedStatuses: ['completed', 3] }),
		/^Completed Status Values must be text, but it is 3:/,
	],
	'an empty status': [options({ completedStatuses: [''] }), /^Completed Status Values is empty:/],
};

const ACCEPTED: Record<string, INodeParameters> = {
	'an option that only another event has': {
		event: 'resultsChanged',
		...options({ completedStatuses: [] }),
		...filters({ scoreFrom: 9, scoreTo: 6 }),
	},
	'numbers as text': {
		...options({ maxEvents: '5', fullCheckMinutes: '60' }),
		...filters({ scoreFrom: '0' }),
	},
	'scores that are the same': filters({ scoreFrom: 6, scoreTo: 6 }),
};

function isRefused({ service }: ActivationStage, error: unknown, sentence: RegExp): void {
	const { message } = error as Error;
	expect(message).toMatch(sentence);
	expect(message).not.toContain('\n');
	expect(causeOf(error)).toBe('configuration-invalid');
	expect(service.log).toEqual([]);
}

const refused = Object.entries(REFUSED);

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	it.each(refused)('%s', async (_name, [parameters, sentence]) => {
		await within({ engine, parameters }, async (stage) => {
			for (const mode of ALOUD) {
				const { state, error, thrown } = await stage.publish(mode);
				expect(state).toBe('failed');
				isRefused(stage, thrown, sentence);
				expect(error?.message).toContain(thrown?.message);
			}
			expect(stage.lines()).toEqual([]);
		});
	});

	it.each(refused)('%s, where nobody reads it: the polls say it', async (_name, refusal) => {
		const [parameters, sentence] = refusal;
		await within({ engine, parameters }, async (stage) => {
			for (const [before, mode] of QUIET.entries()) {
				expect(await stage.publish(mode)).toMatchObject({
					state: 'published',
					thrown: undefined,
				});
				expect(stage.lines()).toHaveLength(before + 1);
				const { result, error, backoff } = await stage.tick();
				expect(result).toBe('error');
				isRefused(stage, error, sentence);
				if (engine === 'durable') expect(backoff?.permanent).toBe(true);
				await stage.unpublish();
			}
		});
	});

	it.each(Object.entries(ACCEPTED))('%s is accepted', async (_name, parameters) => {
		await within({ engine, parameters }, async (stage) => {
			expect(await stage.publish('activate')).toMatchObject({
				state: 'published',
				thrown: undefined,
			});
			expect((await stage.tick()).error).toBeUndefined();
		});
	});

	it('a running workflow: a bad change is refused, and corrected it goes on', async () => {
		await within({ engine }, async (stage) => {
			await stage.publish('activate');
			await stage.save(filters({ scoreFrom: 9, scoreTo: 6 }));
			expect(await stage.publish('update')).toMatchObject({ state: 'failed' });
			const ref = stage.complete();
			await stage.save(options({ maxEvents: 5 }));
			expect(await stage.publish('update')).toMatchObject({ state: 'published' });
			await stage.settle();
			expect(stage.arrived()).toEqual([ref]);
		});
	});
});
