import { Pace } from '../../nodes/SurveyInterview/http/pace';
import { Opening } from './opening';
import { kinds, others, scenes } from './scenes';
import { floorOf, simulate, type Scene, type Pacer } from './simulate';

function judge(scene: Scene, pacer: () => Pacer) {
	const floor = floorOf(scene);
	const seeds = [1, 2, 3, 4, 5];
	const outs = seeds.map((seed) => simulate({ ...scene, seed }, pacer));
	const ratios = outs.map(({ ms }) => ms / floor);
	const worst = outs[ratios.indexOf(Math.max(...ratios))] ?? outs[0];
	const refused = Math.max(...outs.map((out) => out.refused));
	const later = Math.max(...outs.map((out) => out.refused - out.atFirst));
	return { floor, ratio: Math.max(...ratios), refused, later, worst };
}

function show(name: string, scene: Scene) {
	if (!new RegExp(only).test(name)) return;
	const before = judge(scene, () => new Opening() as unknown as Pacer);
	const after = judge(scene, () => new Pace() as unknown as Pacer);
	const total = scene.clients
		.flatMap(({ runs }) => runs)
		.reduce((sum, { requests }) => sum + requests, 0);
	console.log(
		name.padEnd(58),
		`${(before.floor / 1000).toFixed(1)}s`.padStart(7),
		before.ratio.toFixed(2).padStart(6),
		String(before.refused).padStart(5),
		'|',
		after.ratio.toFixed(2).padStart(6),
		String(after.refused).padStart(5),
		String(after.later).padStart(5),
		`${((100 * after.later) / total).toFixed(1)}%`.padStart(6),
	);
}

const only = process.argv[2] ?? '';
for (const scene of scenes) {
	for (const [kind, limits] of Object.entries(kinds)) {
		show(`${scene.name}, ${kind}`, { ...scene, limits: limits(scene.rate) });
	}
}
for (const scene of others) show(scene.name, scene);
