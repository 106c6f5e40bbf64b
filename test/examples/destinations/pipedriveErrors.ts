import { ApiRefusal } from './api';

/** As the second version of Pipedrive's interface says no. */
const refused = (status: number, code: string, error: string, headers = {}) =>
	new ApiRefusal(status, { success: false, error, code }, headers);

/** As the first version says no, which n8n's node uses for searches. */
export const oldRefusal = (status: number, error: string) => {
	const error_info = 'Please check developers.pipedrive.com for more information';
	return new ApiRefusal(status, {
		success: false,
		error,
		error_info,
		data: null,
		additional_data: null,
	});
};

export const unauthorized = () => oldRefusal(401, 'unauthorized access');

/** What follows too many requests; Pipedrive counts them in windows of two seconds and by the day. */
export const tooMany = () =>
	refused(429, 'ERR_TOO_MANY_REQUESTS', 'Request rate limit exceeded', {
		'retry-after': '1',
		'x-ratelimit-limit': '20',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': '2',
	});

export const notFound = (what: string) => refused(404, 'ERR_NOT_FOUND', `${what} not found`);

export const invalid = (field: string, problem: string) =>
	refused(400, 'ERR_SCHEMA_VALIDATION_FAILED', `Validation failed: ${field}: ${problem}`);
