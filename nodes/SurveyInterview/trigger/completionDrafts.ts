import { completionMessage, withMessage } from '../facts/message';
import { FactFinder } from '../facts/fact';
import { METRIC_FACT, NAME_FACT, npsGroup, SCORE_FACT } from '../facts/scored';
import { SurveyFactFinder } from '../facts/survey';
import type { Draft } from './event';
import type { Completion } from './identity';
import type { Task } from './surveys';

/** Makes the drafts of one survey. The metric is the survey's, where the respondent does not say it. */
export function draftsOf({ survey }: Task): (completion: Completion) => Draft {
	const { metric_type: metricType } = new SurveyFactFinder().in(survey.record ?? {});
	const finder = new FactFinder([NAME_FACT, SCORE_FACT, METRIC_FACT]);
	return ({ hash, reading, record }) => {
		const { name, score, metric_type: own } = finder.in(record);
		const metric_type = own ?? metricType;
		return {
			json: {
				...withMessage(
					completionMessage({ name, score, metricType: metric_type, surveyName: survey.name }),
					record,
				),
				metric_type,
				nps_group: npsGroup(metric_type, score),
				survey_id: survey.id,
				survey_name: survey.name,
				// For workflows that must recognize a completion, also where an anonymous survey gives no id.
				completion_id: hash,
			},
			at: reading.completedAt,
			hash,
			respondentId: reading.id,
		};
	};
}
