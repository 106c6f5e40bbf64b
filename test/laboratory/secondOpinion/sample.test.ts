import { extent } from '../../extent';
import { historyOf } from './history';
import { play } from './play';
import { SurveyService } from './service';

const HISTORIES = extent({ quick: 10, all: 120 });
const SEED = 1;

const service = new SurveyService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

/** In parts, each of which ends within jest's limit on a busy machine as well. */
const PART = 20;
const parts = Array.from({ length: Math.ceil(HISTORIES / PART) }, (_, part) => part * PART);

it.each(parts)('random histories from %i keep to the three sentences', async (first) => {
	const wrong: string[] = [];
	for (let number = first; number < Math.min(first + PART, HISTORIES); number++) {
		const [finding] = await play(historyOf(SEED, number), service);
		if (finding) wrong.push(`history ${number}: ${JSON.stringify(finding)}`);
	}
	expect(wrong).toEqual([]);
});
