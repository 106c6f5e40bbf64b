import { play } from './play';
import { SurveyService } from './service';
import type { History } from './history';
import { readFileSync } from 'node:fs';
void (async () => {
	const s = new SurveyService();
	await s.start();
	const h = JSON.parse(readFileSync(0, 'utf8')) as History;
	const findings = await play(h, s, {
		onRound: (r) => {
			console.log(
				'#' + r.number,
				r.kind,
				new Date(r.at).toISOString(),
				r.isCalm ? 'calm' : '',
				r.isForgotten ? 'forgotten' : '',
				'delivered',
				JSON.stringify(r.delivered.map((d) => d.map((e) => (e.properties as { tag: string }).tag))),
			);
			for (const y of r.replies)
				console.log(
					'   ',
					y.place,
					y.survey?.name ?? '',
					y.fault ?? '',
					process.env.V ? JSON.stringify(y.records) : y.records?.length,
				);
		},
	});
	for (const f of findings) console.log(JSON.stringify(f));
	await s.stop();
})();
