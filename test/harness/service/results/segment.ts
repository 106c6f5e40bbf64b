import type {
	InvitationRecord,
	PropertyValues,
	RespondentRecord,
	SurveyRecord,
} from '../world/records';
import { hasRecipient } from '../world/records';
import type { World } from '../world/world';

export const PERIODS = [
	'all_time',
	'last_month',
	'current_month',
	'current_year',
	'last_year',
] as const;
export type Period = (typeof PERIODS)[number];

/** From (included) and to (not included), in milliseconds. */
export interface Span {
	from: number;
	to: number;
}

/** Values wanted of one property; a person matches if theirs is among them. */
export type PropertyFilter = ReadonlyMap<string, ReadonlySet<string>>;

/** The calendar period around now, in UTC. */
export function spanOf(period: Period, now: number): Span {
	const date = new Date(now);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	const spans: Record<Period, Span> = {
		all_time: { from: -Infinity, to: Infinity },
		last_month: { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) },
		current_month: { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) },
		current_year: { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) },
		last_year: { from: Date.UTC(year - 1, 0), to: Date.UTC(year, 0) },
	};
	return spans[period];
}

export function matches(properties: PropertyValues, filter: PropertyFilter): boolean {
	for (const [key, values] of filter) if (!values.has(properties[key] ?? '')) return false;
	return true;
}

/** Those who completed within the span and match the filter, and who was invited and started. */
export interface Segment {
	completed: RespondentRecord[];
	started: number;
	invited: number;
	/** An anonymous survey, and too few people to keep anybody unidentifiable. */
	suppressed: boolean;
}

export function segment(
	world: World,
	survey: SurveyRecord,
	span: Span,
	filter: PropertyFilter,
): Segment {
	const people = world.respondents
		.of(survey.id)
		.filter(({ status, properties }) => status !== 'erased' && matches(properties, filter));
	const completed = people.filter(
		(one) => one.status === 'completed' && within(one.completedAt ?? -Infinity, span),
	);
	const started = people.filter(({ startedAt }) => within(startedAt, span));
	const invitations = world.invitations.of(survey.id).filter((one) => invited(one, span, filter));
	return {
		completed,
		started: started.length,
		// Whoever came by a link that names nobody was invited too, though no invitation says whom.
		invited: invitations.length + started.filter((one) => !byName(world, one)).length,
		suppressed: survey.anonymous && completed.length < world.choices.minimumGroup,
	};
}

function byName(world: World, { invitationId }: RespondentRecord): boolean {
	const invitation = invitationId ? world.invitations.get(invitationId) : undefined;
	return invitation !== undefined && hasRecipient(invitation.type);
}

function invited(invitation: InvitationRecord, span: Span, filter: PropertyFilter): boolean {
	const { type, createdAt, properties, replaced } = invitation;
	return !replaced && hasRecipient(type) && within(createdAt, span) && matches(properties, filter);
}

function within(time: number, { from, to }: Span): boolean {
	return time >= from && time < to;
}
