import type { RespondentRecord, Service } from '../../harness/service';

/** Two who complete a survey in the same moment with the same score: without ids, their records equal each other. */
export function twins({ clock, world }: Service, surveyId: string): RespondentRecord[] {
	clock.freeze();
	const both = [1, 2].map(() => world.interview({ surveyId }, { score: 5 }));
	clock.run();
	return both;
}
