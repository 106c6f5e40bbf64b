import { Refusal } from '../refusal';
import { takeAudience } from './audience';
import { startSending } from './dispatch';
import type { MailingFilters, MailingRecord, SurveyRecord } from './records';
import type { World } from './world';

export interface MailingDraft {
	templateId: string;
	filters: MailingFilters;
	subjectOverride: string | null;
	bodyHtmlOverride: string | null;
	sendingAddressId: string | null;
}

export const DEFAULT_FILTERS: MailingFilters = {
	addedAfter: null,
	channels: null,
	completed: null,
	lastInvited: 'never',
};

/** Sends nothing. */
export function createMailing(
	world: World,
	survey: SurveyRecord,
	draft: MailingDraft,
): MailingRecord {
	const mailing = world.mailings.add({
		...draft,
		id: world.random.uuid(),
		surveyId: survey.id,
		companyId: survey.workspaceId,
		status: 'unsent',
		fromAddress: 'surveys@example.com',
		fromName: world.workspaceName,
		scheduledAt: null,
		startedAt: null,
		completedAt: null,
		createdAt: world.now(),
		testSend: false,
		recipients: null,
		position: 0,
		resumedPosition: 0,
		resumedAt: 0,
	});
	if (world.choices.audienceTaken === 'at creation')
		mailing.recipients = takeAudience(world, mailing);
	world.effects.note({
		kind: 'created',
		record: 'mailing',
		id: mailing.id,
		surveyId: survey.id,
	});
	return mailing;
}

export function updateMailing(
	world: World,
	mailing: MailingRecord,
	changes: Partial<MailingDraft>,
): MailingRecord {
	const { status, id, surveyId } = mailing;
	const underWay = status === 'sending' || status === 'paused';
	if (status === 'sent' || status === 'failed') {
		throw new Refusal('mailing terminal', `The mailing is ${status} and cannot be changed.`);
	}
	if (underWay && world.choices.updateWhileSending === 'refused') {
		throw new Refusal('mailing not unsent', 'The mailing is being sent and cannot be changed.');
	}
	Object.assign(mailing, changes);
	if (changes.filters && mailing.recipients && !underWay) {
		mailing.recipients = takeAudience(world, mailing);
	}
	world.effects.note({ kind: 'updated', record: 'mailing', id, surveyId });
	return mailing;
}

export function deleteMailing(world: World, mailing: MailingRecord): void {
	const { id, surveyId, status } = mailing;
	const scheduled = status === 'scheduled' && world.choices.deleteScheduled === 'allowed';
	if (status !== 'unsent' && !scheduled) {
		throw new Refusal('mailing not unsent', 'Only an unsent mailing can be deleted.');
	}
	world.mailings.remove(id);
	world.deletedIds.add(id);
	world.effects.note({ kind: 'deleted', record: 'mailing', id, surveyId });
}

/** Dispatches real email, now or at the given time. */
export function sendMailing(
	world: World,
	mailing: MailingRecord,
	scheduledAt: number | null,
): MailingRecord {
	const scheduled = mailing.status === 'scheduled' && world.choices.sendScheduled === 'allowed';
	if (mailing.status !== 'unsent' && !scheduled) {
		throw new Refusal('mailing not unsent', 'The mailing has been sent, or is on its way.');
	}
	if (scheduledAt === null) return startSending(world, mailing);
	mailing.scheduledAt = scheduledAt;
	return moved(world, mailing, 'scheduled');
}

export function unscheduleMailing(world: World, mailing: MailingRecord): MailingRecord {
	if (repeated(world, mailing, 'unsent')) return mailing;
	if (mailing.status !== 'scheduled') {
		throw new Refusal('mailing not scheduled', 'The mailing is not on a schedule.');
	}
	mailing.scheduledAt = null;
	return moved(world, mailing, 'unsent');
}

export function pauseMailing(world: World, mailing: MailingRecord): MailingRecord {
	if (repeated(world, mailing, 'paused')) return mailing;
	if (mailing.status !== 'sending') {
		throw new Refusal('mailing not sending', 'The mailing is not being sent.');
	}
	return moved(world, mailing, 'paused');
}

/** Goes on where it stopped: emails leave again. */
export function resumeMailing(world: World, mailing: MailingRecord): MailingRecord {
	if (repeated(world, mailing, 'sending')) return mailing;
	if (mailing.status !== 'paused') {
		throw new Refusal('mailing not paused', 'The mailing is not paused.');
	}
	mailing.resumedAt = world.now();
	mailing.resumedPosition = mailing.position;
	return moved(world, mailing, 'sending');
}

function repeated(
	world: World,
	{ status }: MailingRecord,
	wanted: MailingRecord['status'],
): boolean {
	return status === wanted && world.choices.repeatedAction === 'answered';
}

function moved(world: World, mailing: MailingRecord, to: MailingRecord['status']): MailingRecord {
	mailing.status = to;
	world.effects.note({ kind: 'mailing', id: mailing.id, surveyId: mailing.surveyId, to });
	return mailing;
}
