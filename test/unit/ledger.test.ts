/** What a node has sent is known to each try of its run and to retries of its execution, and to nothing else. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemRequest } from '../../nodes/SurveyInterview/input/request';
import { Ledger } from '../../nodes/SurveyInterview/run/ledger';

type Data = Record<string, object>;

interface Execution {
	/** What n8n keeps with the execution, and copies into a retry. */
	data?: Data;
	mode?: string;
	items?: object[];
	runIndex?: number;
	startedAt?: number;
	type?: string;
}

let started = 1;
/** The part of n8n's context that a ledger reads. */
function contextOf(execution: Execution): IExecuteFunctions {
	const { data = {}, mode = 'trigger', items = [{ who: 'Ana' }], runIndex = 0 } = execution;
	const { startedAt = started++, type = 'node' } = execution;
	return {
		getContext: () => (data.node ??= {}),
		getMode: () => mode,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		getNode: () => ({ type, name: 'Send' }),
		getWorkflow: () => ({ id: 'w' }),
		getExecutionContext: () => ({ establishedAt: startedAt }),
		getInputData: () => items.map((json) => ({ json })),
	} as unknown as IExecuteFunctions;
}

const CREATE = { method: 'POST', path: '/surveys/s/invitations/personal' } as ItemRequest;
const SEND = { method: 'POST', path: '/invitations/i/send-email' } as ItemRequest;
const UPDATE = { method: 'PATCH', path: '/invitations/i' } as ItemRequest;
const DONE = { state: 'done', answer: { status: 200, body: { id: 'x' } } } as const;

/** An execution in which the first item was done; what n8n keeps of it. */
function failed(request: ItemRequest, isByRecord: boolean, startedAt = started++) {
	const data: Data = {};
	new Ledger(contextOf({ data, startedAt }), isByRecord).note(0, request, DONE);
	const retry = (more: Execution = {}) =>
		new Ledger(
			contextOf({ data: structuredClone(data), mode: 'retry', startedAt, ...more }),
			isByRecord,
		);
	return { data, retry };
}

it.each<[ItemRequest, boolean]>([
	[CREATE, false],
	[SEND, true],
])('a retry, and a retry of it, know it: %j', (request, isByRecord) => {
	const { retry } = failed(request, isByRecord);
	expect(retry().get(0, request)).toEqual(DONE);
	expect(retry().get(1, request)).toBeUndefined();
	expect(retry({ runIndex: 1 }).get(0, request)).toBeUndefined();
});

it('another person at the same place is another one, where the path names nobody', () => {
	const other = { items: [{ who: 'Bram' }] };
	expect(failed(CREATE, false).retry(other).get(0, CREATE)).toBeUndefined();
	// An email to the same invitation is the same one, whatever came in beside it.
	expect(failed(SEND, true).retry(other).get(0, SEND)).toEqual(DONE);
});

it('an update is sent again by a retry: the workflow may have been corrected', () => {
	expect(failed(UPDATE, false).retry().get(0, UPDATE)).toBeUndefined();
});

it('without the time of the first execution, a retry knows only what n8n has kept', () => {
	const unknownTime = { ...contextOf({ mode: 'retry' }), getExecutionContext: () => ({}) };
	const ledger = () => new Ledger(unknownTime as unknown as IExecuteFunctions, true);
	ledger().note(0, SEND, DONE);
	const other = { ...unknownTime, getContext: () => ({}) };
	expect(new Ledger(other as unknown as IExecuteFunctions, true).get(0, SEND)).toBeUndefined();
});

it('two retries of one execution know of each other, and those of another one do not', () => {
	const startedAt = started++;
	const empty = (at: number) => new Ledger(contextOf({ mode: 'retry', startedAt: at }), true);
	empty(startedAt).note(0, SEND, DONE);
	expect(empty(startedAt).get(0, SEND)).toEqual(DONE);
	expect(empty(started++).get(0, SEND)).toBeUndefined();
});

it('what is certain not to be done is forgotten, and a run that ended well leaves nothing', () => {
	const { data } = failed(SEND, true);
	const ledger = new Ledger(contextOf({ data }), true);
	ledger.note(1, SEND, DONE);
	ledger.forget(1, SEND);
	expect(ledger.get(1, SEND)).toBeUndefined();
	expect(ledger.get(0, SEND)).toEqual(DONE);
	ledger.forgetRun();
	expect(JSON.stringify(data)).not.toContain('done');
});

it('calls of a tool side by side are told apart by what they send, emails by the record', () => {
	const data: Data = {};
	const tool = (isByRecord: boolean, runIndex = 0) =>
		new Ledger(contextOf({ data, type: 'nodeTool', runIndex }), isByRecord);
	const asked = (name: string): ItemRequest => ({ ...CREATE, body: { recipient_name: name } });
	tool(false).note(0, asked('Ana'), DONE);
	expect(tool(false).get(0, asked('Bram'))).toBeUndefined();
	const sending = tool(true);
	sending.note(0, SEND, DONE);
	sending.forgetRun();
	expect(tool(true, 1).sentByOtherCall(SEND)).toEqual(DONE);
	expect(
		tool(true, 1).sentByOtherCall({ ...SEND, path: '/invitations/j/send-email' }),
	).toBeUndefined();
});
