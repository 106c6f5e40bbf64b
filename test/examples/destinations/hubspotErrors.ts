import { ApiRefusal } from './api';

const said = (message: string, more: Record<string, unknown>) => ({
	status: 'error',
	message,
	correlationId: 'aeb5f871-7f07-4993-9211-075dc63e7cbf',
	...more,
});

export const unauthorized = () =>
	new ApiRefusal(
		401,
		said('Authentication credentials not found. This API supports OAuth 2.0 authentication.', {
			category: 'INVALID_AUTHENTICATION',
		}),
	);

/** What follows too many requests; HubSpot counts them by the second and by the day. */
export const tooMany = () =>
	new ApiRefusal(
		429,
		said('You have reached your secondly limit.', {
			errorType: 'RATE_LIMIT',
			policyName: 'SECONDLY',
		}),
		{ 'Retry-After': '1' },
	);

export const noSuchContact = () => new ApiRefusal(404, said('contact does not exist', {}));

/** A search that HubSpot cannot make sense of. */
export const badSearch = (message: string) =>
	new ApiRefusal(400, said(message, { category: 'VALIDATION_ERROR' }));

export const badTask = (message: string) => new ApiRefusal(400, said(message, {}));

export interface InvalidProperty {
	name: string;
	error: string;
	message: string;
}

export const badAssociation = (message: string) =>
	new ApiRefusal(400, said(message, { category: 'VALIDATION_ERROR' }));

export const missingProperties = (type: string, names: readonly string[]) =>
	new ApiRefusal(
		400,
		said(
			`Cannot create object with type: ${type}. The following required properties were missing: [${names.join(', ')}]`,
			{ category: 'VALIDATION_ERROR' },
		),
	);

/** One value that is not valid is enough: nothing of the record is changed. */
export const badProperties = (invalid: readonly InvalidProperty[]) =>
	new ApiRefusal(
		400,
		said('Property values were not valid', {
			validationResults: invalid.map((one) => ({ isValid: false, ...one })),
		}),
	);
