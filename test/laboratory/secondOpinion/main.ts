import { playHistories } from '../histories';
import { historyOf } from './history';
import { play } from './play';
import { SurveyService } from './service';
import { shrink } from './shrink';

const USAGE = `Random histories of the polling trigger, judged by the three sentences alone; every other one in n8n's
durable engine.

  npm run lab -- opinion [options]`;

async function main(): Promise<void> {
	const service = new SurveyService();
	await service.start();
	await playHistories({
		...{ usage: USAGE, historyOf, shrink },
		play: async (history) => await play(history, service),
		inWords: (finding, { engine }) => `(${engine}) ${JSON.stringify(finding)}`,
		smallInWords: (small, finding) => [`${JSON.stringify(small)} ${JSON.stringify(finding)}`],
	});
	await service.stop();
}

void main();
