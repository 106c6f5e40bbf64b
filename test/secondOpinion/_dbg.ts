import { historyOf } from './history';
import { play } from './play';
import { SurveyService } from './service';
void (async () => {
	const s = new SurveyService();
	await s.start();
	const h = historyOf(1, 15);
	console.log(JSON.stringify(h.filters));
	console.log(
		await play(h, s, { beforePoll: (n8n) => console.log(JSON.stringify(n8n.database.nodes('w'))) }),
	);
	await s.stop();
})();
