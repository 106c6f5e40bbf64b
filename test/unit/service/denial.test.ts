/** Answers that say that a request failed, that nothing was listed, or that something is still pending. */
import {
	deniesList,
	isDenial,
	isPending,
	isSet,
} from '../../../nodes/SurveyInterview/service/denial';
import { withoutSchemes } from '../../../nodes/SurveyInterview/service/harmless';
import { isUuid } from '../../../nodes/SurveyInterview/service/identifiers';
import type { JsonObject } from '../../../nodes/SurveyInterview/service/json';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

it.each<[object, boolean]>([
	[{}, false],
	[{ success: false }, true],
	[{ success: 'no' }, true],
	[{ ok: 0 }, true],
	[{ success: '10' }, false],
	[{ success: 'nothing' }, false],
	[{ error: 'down' }, true],
	[{ error: null }, false],
	[{ errors: [] }, false],
	[{ detail: [{ msg: 'wrong' }] }, true],
	[{ detail: [] }, false],
	[{ detail: 'A text.' }, false],
	[{ items: [{ id: ID }] }, false],
	[{ status: 'failed' }, true],
	[{ status: 'open' }, false],
	[{ status: 'not failed' }, false],
	[{ name: 'failed' }, false],
	[{ status: 399 }, false],
	[{ status: 400 }, true],
	[{ code: 599 }, true],
	[{ code: 600 }, false],
	[{ score: 500 }, false],
	[{ result: { status: 'failed' } }, true],
	// A mailing or a recipient, whose status is its own.
	[{ template_id: ID, status: 'failed' }, false],
	[{ invitation_id: ID, status: 'failed' }, false],
	[{ template_id: ID, status: 500 }, true],
])('%j says that a request failed: %s', (answer, says) => {
	expect(isDenial(answer as JsonObject)).toBe(says);
});

it.each<[unknown, boolean]>([
	[null, false],
	[{}, false],
	[{ a: 1 }, true],
	['', false],
	['false', false],
	['none', false],
	['nonesuch', true],
	['casino', true],
	[0, false],
	[1, true],
])('%j is set: %s', (value, is) => {
	expect(isSet(value)).toBe(is);
});

it.each<[object, boolean]>([
	[{}, false],
	[{ message: '' }, false],
	[{ message: 'No results' }, false],
	[{ message: '0 records' }, false],
	[{ message: 'Nobody is allowed' }, true],
	[{ detail: 'down' }, true],
	[{ message: 'ok', data: null }, true],
	[{ data: [] }, false],
	[{ status: 'failed' }, true],
])('an empty list in %j was not listed: %s', (container, denies) => {
	expect(deniesList(container as JsonObject)).toBe(denies);
});

it.each<[object, boolean]>([
	[{ status: 'pending' }, true],
	[{ state: 'erasure_requested' }, true],
	[{ erasure: 'Queued' }, true],
	[{ erasure: { status: 'scheduled' } }, true],
	[{ delete_job: { state: 'pending' } }, true],
	[{ survey: { status: 'scheduled' } }, false],
	[{ status: 'done' }, false],
	[{ status: 'spending' }, false],
	[{ status_before: 'pending' }, false],
	[{ name: 'pending' }, false],
])('%j is pending: %s', (record, is) => {
	expect(isPending(record as JsonObject)).toBe(is);
});

it.each<[unknown, boolean]>([
	[ID, true],
	[ID.toUpperCase(), true],
	[`${ID}\n`, false],
	[` ${ID}`, false],
	[`${ID}0`, false],
	['7d0f2a8c_3b5e_4c6d_9f1a_2e4b6c8d0f12', false],
	[7, false],
])('%j is a UUID: %s', (value, is) => {
	expect(isUuid(value)).toBe(is);
});

it.each([
	['call tel:1 or mailto:a', 'call tel∶1 or mailto∶a'],
	['hotel:1', 'hotel:1'],
	['note: text', 'note: text'],
	['javascript: x', 'javascript: x'],
])('for a model, %s is %s', (text, expected) => {
	expect(withoutSchemes(text)).toBe(expected);
});
