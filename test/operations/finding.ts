import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine, Run } from '../harness/engine';
import type { Service } from '../harness/service';
import { credentialsFor, EVERYTHING } from '../harness/support/names';
import { chosen, full } from './case';

export type Resource = 'respondent' | 'invitation';

/** Runs Find in the survey with many records, or where the parameters say. */
export async function runFind(
	engine: Engine,
	service: Service,
	resource: Resource,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	node = {},
): Promise<Run> {
	service.clearLog();
	const surveyId = chosen(full(service).id);
	return await engine.runNode({
		parameters: { resource, operation: 'find', surveyId, ...EVERYTHING, ...parameters },
		credentials: credentialsFor(service),
		items,
		node,
	});
}

/** The ids of an item's matches. */
export function idsIn(item?: IDataObject): string[] {
	return (item?.matches as IDataObject[]).map(({ id }) => String(id)).sort();
}
