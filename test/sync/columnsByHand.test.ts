/** What a dry run says of columns that go nowhere, where properties are mapped by hand. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { sync, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
const ADA = { email: 'ada@x.com', id: '1', name: 'Ada', company: 'Acme', country: 'BE' };
const byHand = (value: object | null) => ({ mappingMode: 'defineBelow', value, schema: [] });

describe.each(DIALECTS)('columns, mapped by hand, dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	const unused = async (parameters: INodeParameters, contact: IDataObject = ADA) => {
		const own = { contactFields: {}, dryRun: true, output: 'everything', ...parameters };
		const run = await sync(engine, service, { surveyId, contacts: [contact], parameters: own });
		expect(run.error).toBeUndefined();
		const [, columns] = /no property of the survey: (.*)\.$/.exec(
			String(run.items[0]?.json.summary),
		) ?? ['', ''];
		return columns;
	};

	it.each<[string, object | null, string]>([
		['nothing', null, 'company and country'],
		['a fixed value', { team: 'Acme' }, 'company and country'],
		['a column', { team: '={{ $json.company }}' }, 'country'],
		['columns', { team: '={{ $json["company"] + $json.country }}' }, ''],
	])('%s', async (_name, value, columns) => {
		expect(await unused({ properties: byHand(value) as never })).toBe(columns);
	});

	it('a column that another field takes is used, and an empty one needs no use', async () => {
		const contactFields = { label: '={{ $json.company }}' };
		const contact = { ...ADA, country: '', row_number: 2 };
		expect(await unused({ properties: byHand(null) as never, contactFields }, contact)).toBe('');
	});

	it('is said although the properties of the survey cannot be read', async () => {
		service.faults.inject({
			match: ({ method, path }) => method === 'GET' && path === `/api/surveys/${surveyId}`,
			fault: { kind: 'status', status: 404 },
		});
		const properties = byHand({ team: '={{ $json.company }}' }) as never;
		expect(await unused({ properties })).toBe('country');
	});
});
