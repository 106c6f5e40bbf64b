import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { read } from '../api/call';
import { findRecords } from '../api/container';
import { openSession } from '../api/session';
import { entryOf } from './entry';
import { limits } from './listSearch';

/** The surveys as options of a list, in which several can be chosen; newest first, as the service lists them. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this, limits());
	const answer = await read(session, '/surveys');
	const records = findRecords(answer, ['surveys'])?.records;
	if (!records) {
		throw new NodeOperationError(
			this.getNode(),
			'The service’s answer names no list of surveys: check the Base URL in the credential.',
		);
	}
	return records.flatMap((record) => entryOf(record, 'survey') ?? []);
}
