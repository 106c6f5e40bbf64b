import { PLANTED, prove } from './planted';
import { SurveyService } from './service';

const service = new SurveyService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

it.each(Object.keys(PLANTED))('the judge finds a trigger where %s', async (name) => {
	const planted = PLANTED[name];
	const { found } = planted ? await prove(planted, service, 40) : {};
	expect(planted?.finds).toContain(found?.what);
});
