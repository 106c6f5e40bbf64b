import { extent } from '../../extent';
import { historyOf } from './history';
import { play } from './play';
import { SurveyService } from './service';

const HISTORIES = extent({ quick: 20, all: 1000 });
const SEED = 1;

const service = new SurveyService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

it(`${HISTORIES} random histories keep to what docs/trigger.md says`, async () => {
	const wrong: string[] = [];
	for (let number = 0; number < HISTORIES; number++) {
		const [finding] = await play(historyOf(SEED, number), service);
		if (finding) wrong.push(`history ${number}: ${JSON.stringify(finding)}`);
	}
	expect(wrong).toEqual([]);
});
