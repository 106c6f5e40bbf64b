import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import { DIALECT_NAMES, startService, type Service } from '../harness/service';
import { act, byId, useEngine, useForEach } from '../harness/support';
import { full } from '../operations/case';

let engine: Engine;
useEngine((started) => (engine = started));

describe.each([...DIALECT_NAMES])('Get Report in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	const report = async (parameters: IDataObject = {}, options: IDataObject = {}) => {
		const ran = await act(engine, service, {
			operation: 'result.getReport',
			parameters: { surveyId: byId(full(service).id), ...parameters, options } as never,
		});
		expect(ran.error?.message).toBeUndefined();
		return { item: ran.items[0]?.json as IDataObject, ran };
	};

	it('of a seeded survey', async () => {
		const { item, ran } = await report({ period: 'last90Days' });
		console.log(item?.text, service.log.map(({ path, query }) => `${path} ${query}`));
	});
});
