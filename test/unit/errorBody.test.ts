import { isErrorBody, readErrorBody } from '../../nodes/SurveyInterview/http/errorBody';
import { parseBody } from '../../nodes/SurveyInterview/http/body';

describe('bodies', () => {
	it.each([
		['{"a":1}', { kind: 'json', value: { a: 1 } }],
		['[]', { kind: 'json', value: [] }],
		['null', { kind: 'json', value: null }],
		['  ', { kind: 'empty' }],
		['<!DOCTYPE html><p>', { reason: 'a web page instead of JSON', isPage: true }],
		['upstream down', { reason: 'the text “upstream down” instead of JSON', isPage: true }],
		['Ada,ada@example.com', { reason: 'text instead of JSON', isPage: true }],
		['{"a":', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['[1,2', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['[{"a":"b', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['{"a":1,"b":x}', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['{"a":"NaN, ","b":\tNaN}', { reason: 'NaN in its JSON, which JSON does not have' }],
		['[-Infinity]', { reason: '-Infinity in its JSON, which JSON does not have' }],
		['{"a":None}', { reason: 'None in its JSON, which JSON does not have' }],
		['{"a":": NaN", x}', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['"a', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['{"a":"\\" : NaN","b":x}', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['{"a":"\\"","b":NaN}', { reason: 'NaN in its JSON, which JSON does not have' }],
		// Behind a text, and not in the place of a value.
		['{"a":"b" NaN}', { reason: 'incomplete or damaged JSON', breaksOff: true }],
		['{"a":[undefined]}', { reason: 'undefined in its JSON, which JSON does not have' }],
		['Sorry: {"a":1}', { reason: 'text instead of JSON', isPage: true }],
		['See <html>', { reason: 'text instead of JSON', isPage: true }],
		['<?xml version="1.0"?>', { reason: 'a web page instead of JSON', isPage: true }],
	])('%p', (text, expected) => {
		const kind = 'kind' in expected ? {} : { kind: 'unreadable' };
		expect(parseBody(text)).toEqual({ ...kind, ...expected });
	});

	it.each([
		[
			{ error: { code: 'x', message: 'No.' } },
			{ code: 'x', message: 'No.', details: [], isFromService: true },
		],
		[{ detail: [{ loc: ['body', 'label'], msg: 'too long' }] }, { details: ['label: too long'] }],
		[
			{ detail: [{ loc: ['query', 'limit'], msg: 'too large' }] },
			{ details: ['limit: too large'] },
		],
		[{ detail: [{ path: 'query.limit', msg: 'too large' }] }, { details: ['limit: too large'] }],
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

	const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
	it.each<[unknown, boolean]>([
		[{ message: 'maintenance' }, true],
		[{ error: 'down', message: 'maintenance' }, true],
		[{ id: ID, error: 'down' }, true],
		[{ id: ID, message: 'maintenance' }, false],
		[{ id: '', message: 'maintenance' }, true],
		[{ message: 'maintenance', name: 'A' }, false],
		[{ id: ID, name: 'A', success: false }, true],
		[{ id: ID, name: 'A', ok: false }, true],
		[{ name: 'A', error: { code: 'x' } }, true],
		[{ id: ID, name: 'A', error: { code: 'x' } }, false],
		[{ name: 'A', error: { reason: 'x' } }, false],
		[{ message: 'ok', data: null }, true],
		[{ message: 'ok', data: { status: 'x' } }, true],
		[{ message: 'ok', result: { name: 'A' } }, false],
		[{ errorMessage: 'Task timed out', errorType: 'Runtime' }, true],
		[{ faultcode: 'x', faultstring: 'denied' }, true],
		[{ 'soap:Envelope': { 'soap:Body': {} } }, true],
		[{ errcode: 40001, errmsg: 'bad' }, true],
		[{ exception: 'NullPointer' }, true],
		[{ result: 'error' }, true],
		[{ score: 41, fault: { faultstring: 'x' } }, false],
		[{ name: 'A', exception: 'x' }, false],
		[['maintenance'], false],
		['maintenance', false],
	])('whether %j is an error: %j', (body, isError) => {
		expect(isErrorBody(body)).toBe(isError);
	});

	it.each([
		[{ data: [] }, true],
		[{ data: [{ name: 'A' }] }, false],
		[{ data: 'A' }, false],
	])('whether %j is an error where no list is due: %j', (body, isError) => {
		expect([isErrorBody(body), isErrorBody(body, { isListExpected: false })]).toEqual([
			false,
			isError,
		]);
	});
});
