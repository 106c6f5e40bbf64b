import type { Sentiment, SurveyRecord } from '../../world/records';
import { sentimentOf } from '../../world/interviews';

const PROMOTERS = { positive: 'promoter', neutral: 'passive', negative: 'detractor' } as const;
const SATISFIED = { positive: 'satisfied', neutral: 'neutral', negative: 'dissatisfied' } as const;

/** What a score is called, as it stands beside the score. */
export function scoreLabel(survey: SurveyRecord, score: number | null): string | null {
	if (score === null) return null;
	const { metricType } = survey;
	if (metricType !== 'nps' && metricType !== 'enps') return SATISFIED[sentimentOf(survey, score)];
	return PROMOTERS[group(score)];
}

function group(score: number): Sentiment {
	if (score >= 9) return 'positive';
	return score <= 6 ? 'negative' : 'neutral';
}
