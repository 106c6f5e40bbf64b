import type { World } from '../world/world';
import { fillSurvey } from './survey';
import { SURVEYS } from './words';

export interface Seed {
	/** How many surveys; 4 unless said otherwise. The fifth and later ones are small. */
	surveys?: number;
	/** People in each survey; otherwise each survey's own number, from none to 420. */
	respondents?: number;
	/** Invitations in each survey, over all types and states. */
	invitations?: number;
	/** Whether the first survey gets a mailing in each state; default yes. */
	mailings?: boolean;
	/** The same number gives the same world, identifiers included; default 1. */
	number?: number;
}

const DAY = 86_400_000;

/** Fills an empty world, oldest survey first; leaves no effects, for nothing happened yet. */
export function seedWorld(world: World, seed: Seed = {}): void {
	const total = seed.surveys ?? SURVEYS.length;
	for (let index = 0; index < total; index++) {
		const template = SURVEYS[index] ?? {
			name: `Survey ${index + 1}`,
			metricType: 'nps',
			interviewLocale: 'en',
			anonymous: false,
			respondents: 12,
			invitations: 6,
		};
		fillSurvey(
			world,
			{
				...template,
				respondents: seed.respondents ?? template.respondents,
				invitations: seed.invitations ?? template.invitations,
			},
			{
				createdAt: world.now() - (total - index) * DAY - 360 * DAY,
				mailings: index === 0 && (seed.mailings ?? true),
			},
		);
	}
	world.effects.clear();
}
