import { ApiRefusal } from './api';

export interface Problem {
	field: string;
	error: 'BlankValue' | 'InvalidValue';
}

const SAID = { BlankValue: 'cannot be blank', InvalidValue: 'is invalid' };

export const unauthorized = () => new ApiRefusal(401, { error: "Couldn't authenticate you" });

/** What follows too many requests; Zendesk counts them by the minute. */
export const tooMany = () =>
	new ApiRefusal(
		429,
		{
			error: 'APIRateLimitExceeded',
			description: 'Number of allowed API requests per minute exceeded',
		},
		{ 'Retry-After': '1' },
	);

/** One value that is not valid is enough: no ticket is made. */
export const badTicket = (problems: readonly Problem[]) =>
	new ApiRefusal(422, {
		error: 'RecordInvalid',
		description: 'Record validation errors',
		details: {
			base: problems.map(({ field, error }) => ({
				description: `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${SAID[error]}`,
				error,
				field_key: field,
			})),
		},
	});
