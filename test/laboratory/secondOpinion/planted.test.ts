import { PLANTED, prove } from './planted';
import { SurveyService } from './service';

const service = new SurveyService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

/** Some are built anew, and need a score of histories, on a busy machine as well. */
const LIMIT_MS = 900_000;

it.each(Object.keys(PLANTED))(
	'the judge finds a trigger where %s',
	async (name) => {
		const planted = PLANTED[name];
		const { found } = planted ? await prove(planted, service, 60) : {};
		expect(planted?.finds).toContain(found?.what);
	},
	LIMIT_MS,
);
