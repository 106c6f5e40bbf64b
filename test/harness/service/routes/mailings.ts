import { one, wholeNumber } from '../bodies/fields';
import { mailingCreate, mailingUpdate } from '../bodies/mailing';
import type { Choices } from '../dialects/choices';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import {
	createMailing,
	deleteMailing,
	pauseMailing,
	resumeMailing,
	sendMailing,
	unscheduleMailing,
	updateMailing,
} from '../world/mailings';
import type { MailingRecord } from '../world/records';
import { mailingDetail, mailingRead, mailingStats } from './mailingRead';

const OF_SURVEY = '/surveys/{survey_id}/mailings';
const PATH = '/mailings/{mailing_id}';
const manage = ({ mailingScope }: Choices) => mailingScope;

export const mailingOperations: Operation[] = [
	operation('mailing.create', 'POST', OF_SURVEY, {
		scope: manage,
		success: 201,
		body: ({ choices }) => mailingCreate(choices),
		run: (call) => mailingRead(call, createMailing(call.world, findSurvey(call), call.body)),
	}),
	operation('mailing.getAll', 'GET', OF_SURVEY, {
		scope: 'mailings:read',
		run: (call) =>
			call.world.mailings.of(findSurvey(call).id).map((mailing) => mailingRead(call, mailing)),
	}),
	operation('mailing.get', 'GET', PATH, {
		scope: 'mailings:read',
		query: () => ({
			limit: one(wholeNumber(1, 500)).optional(),
			offset: one(wholeNumber(0)).optional(),
		}),
		run: (call) => {
			const { limit = 100, offset = 0 } = call.query;
			return mailingDetail(call, mailing(call), limit, offset);
		},
	}),
	operation('mailing.update', 'PATCH', PATH, {
		scope: manage,
		body: ({ choices }) => mailingUpdate(choices),
		run: (call) => mailingRead(call, updateMailing(call.world, mailing(call), call.body)),
	}),
	operation('mailing.delete', 'DELETE', PATH, {
		scope: manage,
		success: 204,
		run: (call) => {
			deleteOnce(call, call.id('mailing_id'), () => deleteMailing(call.world, mailing(call)));
		},
	}),
	operation('mailing.send', 'POST', `${PATH}/send`, {
		scope: 'mailings:write',
		body: ({ bodies }) => bodies.sendMailing,
		bodyOptional: true,
		run: (call) => mailingRead(call, sendMailing(call.world, mailing(call), call.body.scheduledAt)),
	}),
	operation('mailing.getStats', 'GET', `${PATH}/stats`, {
		scope: 'mailings:read',
		run: (call) => mailingStats(call, mailing(call)),
	}),
	operation('mailing.unschedule', 'POST', `${PATH}/unschedule`, {
		scope: manage,
		run: (call) => mailingRead(call, unscheduleMailing(call.world, mailing(call))),
	}),
	operation('mailing.pause', 'POST', `${PATH}/pause`, {
		scope: manage,
		run: (call) => mailingRead(call, pauseMailing(call.world, mailing(call))),
	}),
	operation('mailing.resume', 'POST', `${PATH}/resume`, {
		scope: 'mailings:write',
		run: (call) => mailingRead(call, resumeMailing(call.world, mailing(call))),
	}),
];

function mailing(call: Call<unknown, unknown>): MailingRecord {
	return find(call, 'mailing', call.world.mailings, call.id('mailing_id'));
}
