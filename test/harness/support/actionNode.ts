import type { IDataObject, INode, INodeParameters, NodeExecutionHint } from 'n8n-workflow';

import type { Engine, PendingRun, Run } from '../engine';
import type { Service } from '../service';
import { CREDENTIAL, EVERYTHING } from './names';

/** One run of the action node, as a test writes it. */
export interface Act {
	/** Resource and operation, as the service's log names them too: `mailing.send`. */
	operation: string;
	parameters?: INodeParameters;
	items?: IDataObject[];
	node?: Partial<INode>;
	executionId?: string | null;
	signal?: AbortSignal;
	/** Instead of the service's own token. */
	token?: string;
	/** The credential's Participant Link and Respondent Page. */
	participantLink?: string;
	respondentPage?: string;
	/** The credential's Field Names. */
	fieldNames?: string;
}

/** Runs the built action node against the service; its output is Everything, unless it is said. */
export function act(engine: Engine, service: Service, of: Act): PendingRun {
	const [resource = '', operation = ''] = of.operation.split('.');
	const { token = service.token, participantLink = '', respondentPage = '', fieldNames = '' } = of;
	const data = { baseUrl: service.url, token, participantLink, respondentPage, fieldNames };
	return engine.runNode({
		parameters: { resource, operation, ...EVERYTHING, ...of.parameters },
		credentials: { [CREDENTIAL]: data },
		node: of.node,
		items: of.items,
		signal: of.signal,
		...('executionId' in of ? { executionId: of.executionId } : {}),
	});
}

/** A resource locator that holds an id, or an expression for one. */
export function byId(value: unknown): INodeParameters[string] {
	return { __rl: true, mode: 'id', value } as INodeParameters;
}

/** What the editor shows beside the output. */
export const hintsOf = ({ runData }: Pick<Run, 'runData'>): NodeExecutionHint[] =>
	Object.values(runData.data.resultData.runData)
		.flat()
		.flatMap(({ hints = [] }) => hints);

/** What the user reads of a failed run: n8n's copy of the error, with this package's own fields. */
export interface Failure {
	message: string;
	description: string;
	maybeDone: boolean;
	status?: number;
	code?: string;
}

export function failureOf(run: Pick<Run, 'error'>): Failure | undefined {
	if (!run.error) return undefined;
	const { message, description } = run.error;
	const own = run.error as unknown as Partial<Failure>;
	return {
		message,
		description: String(description ?? ''),
		maybeDone: own.maybeDone === true,
		status: own.status,
		code: own.code,
	};
}
