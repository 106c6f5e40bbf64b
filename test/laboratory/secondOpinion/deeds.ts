import type { Dice } from './dice';
import { surveyFrom, waitFrom, type Deed } from './history';
import type { Judge } from './judge';
import { DAY, FORMATS, HOUR, MINUTE } from './times';
import type { Person, Survey, World } from './world';

/** Takes one of a list, by a number from 0 up to 1. */
const pick = <T>(of: T[], roll: number | undefined): T | undefined =>
	of[Math.floor((roll ?? 0) * of.length)];

type Change = (world: World, rolls: number[], judge: Judge) => void;

/** People answer a survey, whether or not the token sees it. */
const inSurvey =
	(change: (survey: Survey, world: World, rolls: number[], judge: Judge) => void): Change =>
	(world, [which, ...rolls], judge) => {
		const survey = pick(world.existing, which);
		if (survey) change(survey, world, rolls, judge);
	};

const toPerson = (
	status: Person['status'][],
	change: (person: Person, world: World, rolls: number[]) => void,
) =>
	inSurvey((survey, world, [which, ...rolls]) => {
		const them = survey.people.filter((one) => !one.deleted && status.includes(one.status));
		const person = pick(them, which);
		if (person) change(person, world, rolls);
	});

/** Somebody who began a while ago completes now. */
export function completeOne(world: World, survey: Survey, minutes = 4): Person {
	const person = world.start(survey, world.stamp - minutes * MINUTE - world.dice.whole(0, 59_999));
	world.complete(person);
	return person;
}

function complete(count: (rolls: number[]) => number, minutes = 4): Change {
	return inSurvey((survey, world, rolls) => {
		for (let n = count(rolls); n > 0; n--) {
			world.now += world.dice.whole(200, 9000);
			completeOne(world, survey, minutes);
		}
	});
}

function newSurvey(world: World, [roll = 0]: number[]): Survey {
	const survey = world.addSurvey(surveyFrom(world.dice));
	const old = roll < 0.3 ? 3 : 0;
	for (let n = 0; n < old; n++) {
		const stamp = world.stamp - (2 + n) * DAY;
		world.complete(world.start(survey, stamp - HOUR), stamp);
	}
	if (roll > 0.6) completeOne(world, survey);
	// It is published later.
	survey.hidden = (roll * 10) % 1 < 0.3;
	return survey;
}

const newIds = (people: Person[], dice: Dice) => {
	for (const person of people) person.id = dice.uuid();
};

const clockErrors = [0, 2 * HOUR, -2 * HOUR, 7 * MINUTE, -7 * MINUTE];

/** What happens in the world between polls. */
export const CHANGES: Partial<Record<Deed, Change>> = {
	wait: (world, [roll]) => void (world.now += waitFrom(roll ?? 0)),
	complete: complete(([roll = 0]) => (roll < 0.6 ? 1 : 3)),
	crowd: complete(([roll = 0]) => 10 + Math.floor(roll * 10), 3 * 24 * 60),
	start: inSurvey((survey, world) => void world.start(survey)),
	finish: toPerson(['started'], (person, world) => world.complete(person)),
	sameMoment: inSurvey((survey, world, [roll = 0]) => {
		const started = world.stamp - 3 * MINUTE;
		for (const gap of [0, roll < 0.5 ? 0 : 300]) {
			const person = world.start(survey, started + gap);
			world.now += 1000;
			if (roll < 0.8) world.complete(person);
		}
	}),
	import: inSurvey((survey, world, [roll]) => {
		for (let n = pick([3, 45, 60, 80], roll) ?? 0; n > 0; n--) {
			const stamp = world.stamp - world.dice.whole(4 * DAY, 40 * DAY);
			world.complete(world.start(survey, stamp - HOUR), stamp);
		}
	}),
	late: inSurvey((survey, world, [roll = 0]) => {
		completeOne(world, survey).shownFrom = world.step + 3 + Math.floor(roll * 12);
	}),
	future: inSurvey((survey, world) => {
		world.complete(world.start(survey), Date.UTC(2030, 0, 1) + world.dice.whole(0, DAY));
	}),
	lateScore: inSurvey((survey, world, [roll = 0]) => {
		completeOne(world, survey).scoredFrom = world.step + 2 + Math.floor(roll * 8);
	}),
	again: toPerson(['completed'], (person, world, [roll = 0]) => {
		person.again = true;
		if (roll < 0.5) person.status = 'started';
		else world.complete(person);
	}),
	erase: toPerson(['completed', 'started'], (person) => void (person.status = 'erased')),
	delete: toPerson(['completed', 'started', 'erased'], (person) => void (person.deleted = true)),
	twice: toPerson(['completed'], (person) => void (person.twice = true)),
	clock: (world, [roll]) => void (world.clockError = pick(clockErrors, roll) ?? 0),
	surveyNew: (world, rolls) => void newSurvey(world, rolls),
	surveyUnreadable: (world, rolls) => {
		const [which = 0, what, polls = 0] = rolls;
		const unlisted = world.existing.filter(({ wasListed }) => !wasListed);
		const survey = pick(unlisted, which) ?? newSurvey(world, rolls);
		const refusal = pick(['403', '500', 'garbage'] as const, what) ?? '403';
		survey.unreadable = { what: refusal, polls: 1 + Math.floor(polls ** 2 * 20) };
	},
	surveyDelete: inSurvey((survey) => void (survey.deleted = true)),
	surveyHide: inSurvey((survey) => void (survey.hidden = true)),
	surveyShow: (world, [roll]) => {
		const survey = pick(
			world.surveys.filter(({ hidden }) => hidden),
			roll,
		);
		if (survey) survey.hidden = false;
	},
	rewriteIds: inSurvey((survey, world) => newIds(survey.people, world.dice)),
	rewriteSomeIds: inSurvey((survey, world) =>
		newIds(
			survey.people.filter(() => world.dice.chance(0.3)),
			world.dice,
		),
	),
	caseOfIds: inSurvey((survey) => {
		for (const person of survey.people) person.id = person.id.toUpperCase();
	}),
	idsCome: inSurvey((survey) => void (survey.ids = 'all')),
	idsGo: inSurvey((survey) => void (survey.ids = 'none')),
	rewriteTimes: inSurvey((survey, _world, [roll = 0], judge) => {
		const shift = roll < 0.5 ? -HOUR : 20 * MINUTE;
		for (const person of survey.people) {
			person.startedStamp += shift;
			if (person.completedStamp !== undefined) person.completedStamp += shift;
		}
		judge.timesChanged(survey);
	}),
	rewriteFormat: inSurvey((survey, _world, [roll], judge) => {
		survey.format = pick([...FORMATS], roll) ?? 'z';
		judge.doubt(survey);
	}),
	move: toPerson(['completed'], (person, { dice }) => {
		person.department = dice.one(['sales', 'support']);
	}),
};
