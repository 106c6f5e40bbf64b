import type { App } from './api';
import { Grid } from './grid';
import { SIGNED_IN } from './signIn';

export const SHEETS = 'sheets.googleapis.com';

/** A spreadsheet of one sheet. */
export interface Spreadsheet {
	id: string;
	/** As somebody copies it from the address bar. */
	url: string;
	/** The sheet's name; in some languages it is another. */
	title: string;
	grid: Grid;
}

interface Written {
	range: string;
	values: unknown[][];
}

interface Call {
	Querystring: { valueInputOption?: string };
	Body: Partial<Written> & { data?: Written[]; valueInputOption?: string };
}

/** Google Sheets, as far as n8n's node needs it to read, append and update rows. */
export function sheetsOn(app: App): Spreadsheet {
	const id = '1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4';
	const url = `https://docs.google.com/spreadsheets/d/${id}/edit?gid=0#gid=0`;
	const sheet: Spreadsheet = {
		id,
		url,
		title: 'Blad 1',
		grid: new Grid(),
	};

	const write = ({ range, values }: Written, mode = 'RAW') => ({
		updatedRange: range,
		updatedCells: sheet.grid.write(cells(range), values, mode),
	});
	app.route<Call>({
		method: ['GET', 'PUT', 'POST'],
		url: '/v4/spreadsheets/*',
		constraints: { host: SHEETS },
		handler: async ({ method, headers, url, query, body }, reply) => {
			if (headers.authorization !== SIGNED_IN) return await reply.code(401).send({});
			const path = decodeURIComponent(url.split('?')[0] ?? '').slice('/v4/spreadsheets/'.length);
			const [spreadsheet, ...rest] = path.split('/values/');
			const range = rest.join('/values/');
			const mode = query.valueInputOption ?? body?.valueInputOption;
			switch (`${method} ${spreadsheet?.replace(id, '')}${range === '' ? '' : ' values'}`) {
				case 'GET ':
					return { sheets: [{ properties: properties(sheet) }] };
				case 'GET  values':
					return { range, majorDimension: 'ROWS', values: sheet.grid.read(cells(range)) };
				case 'PUT  values':
					return write({ range, values: body.values ?? [] }, mode);
				case 'POST /values:batchUpdate':
					return { responses: (body.data ?? []).map((one) => write(one, mode)) };
				case 'POST :batchUpdate':
					// More empty rows: this grid grows by itself.
					return { spreadsheetId: id, replies: [{}] };
				case 'POST  values': {
					const below = sheet.grid.rows.length + 1;
					return {
						updates: write({ range: `${sheet.title}!A${below}`, values: body.values ?? [] }, mode),
					};
				}
				default:
					return await reply.code(404).send({});
			}
		},
	});
	return sheet;
}

const properties = ({ title, grid }: Spreadsheet) => ({
	sheetId: 0,
	title,
	index: 0,
	sheetType: 'GRID',
	gridProperties: { rowCount: grid.rows.length + 1000, columnCount: 26 },
});

/** The part of a range after the sheet's name; of a name alone, everything. */
const cells = (range: string) => range.split('!')[1] ?? '';
