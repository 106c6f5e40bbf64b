import { emailFailedMessage, withMessage } from '../../service/messages';
import { MAILING_RECIPIENT } from '../../service/mailings';
import { toId } from '../../service/values';
import type { JsonObject } from '../../records/json';
import { millis, shortHash } from '../../records/scalars';
import { oldestFirst, type Draft, type TriggerEvent } from '../event';
import { surveyFactsOf } from '../metricOfSurvey';
import { settledEntry, surveyLabel, withSurvey } from '../pollPlan';
import {
	BASELINE,
	knownMailing,
	mailingText,
	MailingsRead,
	readMailings,
	stillRemembered,
} from '../recipients';

export const emailFailed: TriggerEvent = {
	value: 'emailFailed',
	label: 'Email Failed',
	description: 'An email of a mailing bounced, failed or was skipped; once for each recipient',
	readsEverySurvey: true,
	noTestEvent:
		'No email of a mailing has bounced, failed or been skipped yet: publish the workflow without a test event.',
	docs: {
		item: 'each recipient of a mailing whose email bounced, failed or was skipped',
		output:
			'`message` (one line for a chat), the facts of the recipient with the `reason` where the service shows one, and the survey',
	},
	output: {
		fields: {
			message: 'string',
			...MAILING_RECIPIENT.fields,
			subject_override: 'string?',
			survey_id: 'string',
			survey_name: 'string?',
		},
	},
	options: [],
	filters: [],
	configure: (_given, _checker, output) => ({
		request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings` }),
		listNames: ['mailings'],
		readMore: readMailings,

		judge(state, task, answer, room) {
			if (!(answer instanceof MailingsRead)) return undefined;
			const { survey, known } = task;
			const { survey_name } = surveyFactsOf(task);
			const read = MAILING_RECIPIENT.reader();
			const looked = answer.due.map((mailing) => {
				const before = knownMailing(known.values, mailing.id);
				const isOld = known.pending === true || before?.mark === BASELINE;
				// The recipients may be read long after the watch began, and a later failure is no part of the baseline.
				const isLater = ({ sent_at }: JsonObject) =>
					Number(millis(sent_at ?? mailing.facts.started_at)) > Number(known.oldUpTo);
				const settled = new Set(before?.settled);
				const drafts = new Map<string, Draft>();
				const ofMailing = {
					mailing_id: mailing.id,
					subject_override: mailing.facts.subject_override ?? null,
					...{ survey_id: survey.id, survey_name },
				};
				for (const record of mailing.failed ?? []) {
					const recipient = read(record, {});
					const { id, invitation_id, email } = recipient;
					const identity = toId(id) ?? toId(invitation_id) ?? toId(email);
					const hash = shortHash(identity ?? '');
					if (identity === undefined || settled.has(hash)) continue;
					if (isOld && !isLater(recipient)) settled.add(hash);
					else {
						const message = emailFailedMessage(recipient, survey_name);
						const own =
							output === 'everything' ? withMessage(message, record) : { message, ...recipient };
						const json = { ...own, ...ofMailing };
						drafts.set(hash, { json, at: millis(recipient.sent_at), hash });
					}
				}
				return { mailing, isOld, settled, drafts: [...drafts.values()] };
			});
			const drafts = looked.flatMap((one) => one.drafts);
			const isNewBaseline = looked.some(({ mailing, isOld }) => isOld && mailing.failed);
			return {
				drafts: oldestFirst(drafts).slice(0, room),
				...(isNewBaseline && { isNewBaseline }),
				...(answer.problem && {
					remarkOfSurvey: `survey ${surveyLabel(survey)}: ${answer.problem}`,
				}),
				settle({ delivered }) {
					const came = new Set(delivered);
					const values = stillRemembered(known.values, answer);
					for (const one of looked) {
						const { id, failed, endedAt: at = answer.newest } = one.mailing;
						const isWhole = one.drafts.every((draft) => came.has(draft));
						const isRead = failed && !one.mailing.isOpen;
						const unread = one.isOld ? BASELINE : '';
						const mark = isRead ? (isWhole ? one.mailing.mark : '') : unread;
						const settled = new Set(one.settled);
						for (const draft of one.drafts) if (came.has(draft)) settled.add(draft.hash ?? '');
						values[id] = mailingText({ at, mark, settled });
					}
					return withSurvey(state, { ...settledEntry(task, Infinity), values });
				},
			};
		},
	}),
};
