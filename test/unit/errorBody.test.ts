import { readErrorBody } from '../../nodes/SurveyInterview/http/errors';
import { readBody } from '../../nodes/SurveyInterview/http/outcome';

describe('bodies', () => {
	it.each([
		['{"a":1}', { kind: 'json', value: { a: 1 } }],
		['[]', { kind: 'json', value: [] }],
		['null', { kind: 'json', value: null }],
		['  ', { kind: 'empty' }],
		['<!DOCTYPE html><p>', { kind: 'unreadable', reason: 'a web page instead of JSON' }],
		['{"a":', { kind: 'unreadable', reason: 'incomplete or damaged JSON', breaksOff: true }],
		['upstream down', { kind: 'unreadable', reason: 'text instead of JSON' }],
	])('%p', (text, expected) => {
		expect(readBody(text)).toEqual(expected);
	});

	it.each([
		[
			{ error: { code: 'x', message: 'No.' } },
			{ code: 'x', message: 'No.', details: [], isOfService: true },
		],
		[{ detail: [{ loc: ['body', 'label'], msg: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: [{ path: 'body.label', message: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: ['label is too long'] }, { details: ['label is too long'] }],
		[{ detail: [{ odd: true }] }, { details: ['{"odd":true}'] }],
		[{ errors: [{ field: 'label', reason: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: { code: 'x', message: 'No.' } }, { code: 'x', message: 'No.', details: [] }],
		[{ detail: 'Not found' }, { code: undefined, message: 'Not found', details: [] }],
		['text', { details: [] }],
		[{ error: { code: 7 } }, { code: undefined, message: undefined, details: [] }],
	])('an error body %j', (body, expected) => {
		expect(readErrorBody(body)).toEqual(expected);
	});
});
