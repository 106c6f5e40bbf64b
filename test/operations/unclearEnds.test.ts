/** What an entry says for the case that nobody knows whether a write was done. */
import { RESOURCES } from '../../nodes/SurveyInterview/operations';

const writes = RESOURCES.flatMap(({ value: resource, operations }) =>
	operations.flatMap((operation) =>
		operation.kind === 'endpoint' && !operation.endpoint.startsWith('GET')
			? [{ ...operation, name: `${resource}/${operation.value}` }]
			: [],
	),
);

it('every write says what may have been done, but for those that create or update a record', () => {
	const others = writes.filter(({ value }) => !/^(create|update|clone)/.test(value));
	expect(others.length).toBeGreaterThan(10);
	expect(others.filter(({ effect }) => !effect).map(({ name }) => name)).toEqual([]);
});
