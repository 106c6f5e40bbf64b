import { EVERYWHERE } from '../everywhere';
import { collectLogs } from '../harness/engine';
import { DAY, HOUR, MINUTE } from '../harness/stage/time';
import { stages, type Parameters, type Stage } from './triggerStage';

const setStage = stages();

/** The service knows who has completed, and learns the score later. */
function score({ service }: Stage, respondentId: string, value: number): void {
	const { records } = service.world;
	const respondent = records.respondents.get(respondentId);
	if (!respondent) throw new Error('nobody');
	respondent.score = value;
	records.respondentsChanged(respondent.surveyId);
}

describe.each(EVERYWHERE)('the options, $engine engine, dialect $dialect', (on) => {
	const begin = async (parameters: Parameters, choices = {}) => {
		const stage = await setStage({ ...on, choices });
		const survey = stage.survey('A');
		await stage.publish(parameters);
		return { stage, survey };
	};

	it.each([
		[{ scoreFrom: 9 }, [9, 10]],
		[{ scoreTo: 6 }, [0, 1, 2, 3, 4, 5, 6]],
		[{ scoreFrom: 7, scoreTo: 8 }, [7, 8]],
		[{ scoreFrom: 0, scoreTo: 0 }, [0]],
		[{ scoreFrom: 6.5, scoreTo: 7 }, [7]],
	])('%j lets through, bounds included', async (filters, expected) => {
		const { stage, survey } = await begin({ filters });
		for (let value = 0; value <= 10; value++) stage.interview(survey, 'X', { score: value });
		const scores = (await stage.events()).map((event) => event.score);
		expect(scores).toEqual(expected);
		expect(await stage.events()).toEqual([]);
	});

	it('a completion without a score waits for it, and comes if it fits then', async () => {
		const { stage, survey } = await begin({ filters: { scoreFrom: 5 } });
		const [early, late, low] = ['Early', 'Late', 'Low'].map((name) =>
			stage.interview(survey, name, { score: null }),
		);
		expect(await stage.names()).toEqual([]);
		score(stage, early!, 9);
		score(stage, low!, 4);
		expect(await stage.names()).toEqual(['Early']);
		score(stage, late!, 5);
		expect(await stage.names()).toEqual(['Late']);
		score(stage, low!, 9);
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('after a restart, the default engine knows no more of who was turned away since the last event', async () => {
		const { stage, survey } = await begin({ filters: { scoreTo: 6 } });
		const id = stage.interview(survey, 'Ada', { score: 9 });
		expect(await stage.names()).toEqual([]);
		score(stage, id, 3);
		expect(await stage.names()).toEqual([]);
		await stage.n8n.boot();
		expect(await stage.names()).toEqual(on.engine === 'default' ? ['Ada'] : []);
		await stage.n8n.boot();
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('a score that comes half an hour later is not too late, and costs few reads', async () => {
		const { stage, survey } = await begin({ filters: { scoreTo: 6 } });
		stage.interview(survey, 'Scored', { score: 3 });
		expect(await stage.names()).toEqual(['Scored']);
		const id = stage.interview(survey, 'Late', { score: null });
		let lists = 0;
		for (let minute = 0; minute < 30; minute++) {
			const { asked, events } = await stage.poll();
			expect(events).toEqual([]);
			lists += asked.filter((what) => what === 'respondent.getAll').length;
		}
		expect(lists).toBeLessThanOrEqual(12);
		score(stage, id, 2);
		const names: unknown[] = [];
		for (let minute = 0; minute < 60; minute++) names.push(...(await stage.names()));
		expect(names).toEqual(['Late']);
	});

	it('a completion without a score after an hour and three reads is turned away, and n8n’s log says so', async () => {
		const { stage, survey } = await begin({ filters: { scoreTo: 10 } });
		stage.interview(survey, 'Scored', { score: 3 });
		expect(await stage.names()).toEqual(['Scored']);
		const id = stage.interview(survey, 'Never', { score: null });
		expect(await stage.names()).toEqual([]);
		stage.service.clock.advance(HOUR);
		expect(await stage.names()).toEqual([]);
		stage.service.clock.advance(HOUR);
		const logs = collectLogs();
		expect(await stage.names()).toEqual([]);
		logs.stop();
		const lines = logs.entries.map(({ message }) => message).join('\n');
		expect(lines).toMatch(/had no score after an hour: 1\./);
		score(stage, id, 9);
		stage.service.clock.advance(HOUR);
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('while somebody waits for a score, an import of old completions is held, and what waits is not', async () => {
		const { stage, survey } = await begin({ filters: { scoreTo: 10 } });
		stage.interview(survey, 'Scored', { score: 3 });
		expect(await stage.names()).toEqual(['Scored']);
		for (let hour = 0; hour < 24 * 4; hour++) {
			stage.interview(survey, `Never ${hour}`, { score: null });
			stage.service.clock.advance(HOUR);
			expect(await stage.names()).toEqual([]);
		}
		const old = stage.service.clock.now() - 3.5 * DAY;
		for (let nth = 0; nth < 60; nth++) {
			const id = stage.interview(survey, `Old ${nth}`, { score: 3 });
			const respondent = stage.service.world.records.respondents.get(id);
			if (respondent) Object.assign(respondent, { startedAt: old, completedAt: old });
		}
		const { events } = await stage.poll();
		expect(events).toEqual([]);
	});

	it('where the service has shown no score yet, completions wait for theirs, without a read', async () => {
		const { stage, survey } = await begin({ filters: { scoreTo: 6 } });
		const ids = ['Ada', 'Bob'].map((name) => stage.interview(survey, name, { score: null }));
		for (let poll = 0; poll < 5; poll++) expect(await stage.names()).toEqual([]);
		const { asked } = await stage.poll();
		expect(asked.filter((what) => what === 'respondent.getAll')).toEqual([]);
		for (const [place, id] of ids.entries()) score(stage, id, 2 + 7 * place);
		stage.interview(survey, 'Cid', { score: 3 });
		expect(await stage.names()).toEqual(['Ada', 'Cid']);
		expect(await stage.names()).toEqual([]);
	});

	it('without a score filter nobody waits for a score', async () => {
		const { stage, survey } = await begin({});
		stage.interview(survey, 'Unscored', { score: null });
		expect(await stage.names()).toEqual(['Unscored']);
	});

	it.each([
		['department', 'Sales'],
		[' DEPARTMENT ', ' sales '],
	])('the property filter %j = %j', async (key, value) => {
		const { stage, survey } = await begin({
			filters: { propertyFilter: { values: [{ key, value }] } },
		});
		stage.interview(survey, 'Ada', { properties: { department: 'Sales', location: 'Gent' } });
		stage.interview(survey, 'Bob', { properties: { department: 'Care' } });
		stage.interview(survey, 'Cid', { properties: { location: 'Sales' } });
		stage.interview(survey, 'Dee', {});
		stage.interview(survey, 'Eva', { properties: { department: 'SALES' } });
		expect(await stage.names()).toEqual(['Ada', 'Eva']);
		expect(await stage.names()).toEqual([]);
	});

	it('filters go together, and what they turn away stays away', async () => {
		const propertyFilter = { values: [{ key: 'department', value: 'Sales' }] };
		const { stage, survey } = await begin({ filters: { scoreTo: 6, propertyFilter } });
		const properties = { department: 'Sales' };
		stage.interview(survey, 'Ada', { score: 6, properties });
		stage.interview(survey, 'Bob', { score: 7, properties });
		const other = stage.interview(survey, 'Cid', { score: 2, properties: { department: 'Care' } });
		expect(await stage.names()).toEqual(['Ada']);
		stage.service.world.changeRespondent(other, { properties });
		expect(await stage.names()).toEqual([]);
	});

	it('max events: the rest comes with the next polls, oldest first', async () => {
		const { stage, survey } = await begin({ options: { maxEvents: 2 } });
		for (const name of ['Ada', 'Bob', 'Cid', 'Dee', 'Eva']) stage.interview(survey, name);
		const polls = [await stage.names(), await stage.names(), await stage.names()];
		expect(polls).toEqual([['Ada', 'Bob'], ['Cid', 'Dee'], ['Eva']]);
		expect(await stage.names()).toEqual([]);
	});

	it('another number of minutes for the full check', async () => {
		const { stage } = await begin({ options: { fullCheckMinutes: 5 } });
		const asked: number[] = [];
		for (let poll = 0; poll < 12; poll++) asked.push((await stage.poll()).asked.length);
		expect(asked).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1]);
	});

	describe('completed status values', () => {
		/** Completed by its status alone: the service gives no time. */
		const untimed = (stage: Stage, survey: string, name: string) => {
			const id = stage.interview(survey, name);
			stage.service.world.records.respondents.get(id)!.completedAt = null;
		};

		it('the usual word counts, whatever its case', async () => {
			const { stage, survey } = await begin({}, { completedWord: 'COMPLETED' });
			untimed(stage, survey, 'Ada');
			expect(await stage.names()).toEqual(['Ada']);
		});

		it('another word counts when it is named', async () => {
			const choices = { completedWord: 'Done' };
			const { stage, survey } = await begin(
				{ options: { completedStatuses: ['finished', ' done '] } },
				choices,
			);
			untimed(stage, survey, 'Ada');
			expect(await stage.names()).toEqual(['Ada']);
		});

		it('a word that is not named does not, unless there is a time of completion', async () => {
			const { stage, survey } = await begin({}, { completedWord: 'Closed' });
			untimed(stage, survey, 'Ada');
			stage.interview(survey, 'Bob');
			stage.service.clock.advance(MINUTE);
			// The wide dialect gives the time of the end, which an interview that was broken off has as well.
			const isOpen = on.dialect === 'wide';
			expect(await stage.names()).toEqual(isOpen ? [] : ['Bob']);
			stage.service.choices.completedWord = 'completed';
			stage.interview(survey, 'Cid');
			expect(await stage.names()).toEqual([...(isOpen ? ['Bob'] : []), 'Cid', 'Ada']);
		});
	});
});
