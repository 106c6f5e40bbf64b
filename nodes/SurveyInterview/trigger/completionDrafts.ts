import { completionMessage, withMessage } from '../facts/message';
import { npsGroup, RespondentFactFinder } from '../facts/respondent';
import { SurveyFactFinder } from '../facts/survey';
import type { Draft } from './event';
import type { Completion } from './identity';
import type { Task } from './surveys';

/** Makes the drafts of one survey. The metric is the survey's, where the respondent does not say it. */
export function draftsOf({ survey }: Task): (completion: Completion) => Draft {
	const { metric_type: metricType } = new SurveyFactFinder().in(survey.record ?? {});
	const finder = new RespondentFactFinder();
	return ({ hash, reading, record }) => {
		const { name, score, metric_type } = finder.in(record, { metricType });
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
