/** Lists as programs export them, with their own headers, and as nodes of n8n give them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/**
 * The rows of a CSV file as Extract from File gives them: without empty cells, with a byte order mark in the first
 * header, and with U+FFFD where the file is not UTF-8.
 */
export function rowsOfCsv(text: string, delimiter = ',', encoding: 'utf8' | 'latin1' = 'utf8') {
	const lines: string[][] = [[]];
	let [cell, isQuoted] = ['', false];
	const endCell = () => void (lines.at(-1)?.push(cell), (cell = ''));
	const read = Buffer.from(text, encoding).toString('utf8');
	for (const sign of read.replaceAll('""', '\u0001')) {
		if (sign === '"') isQuoted = !isQuoted;
		else if (sign === delimiter && !isQuoted) endCell();
		else if (sign === '\n' && !isQuoted) {
			endCell();
			lines.push([]);
		} else cell += sign === '\u0001' ? '"' : sign;
	}
	endCell();
	const [header = [], ...rows] = lines;
	return rows
		.filter((cells) => cells.join('') !== '' || cells.length > 1)
		.map((cells): IDataObject => {
			const entries = header.map((name, place) => [name, cells[place] ?? '']);
			return Object.fromEntries(entries.filter(([, value]) => value !== '')) as IDataObject;
		});
}

export interface Export {
	from: string;
	rows: IDataObject[];
	/** The expressions that a person drags onto the fields. */
	mapped: { email: string; id?: string; name?: string; properties?: Record<string, string> };
	/** Of each row what a dry run says: what would become of it, who it is, and its properties or the reason. */
	planned: unknown[][];
	/** Instead, why nothing is planned. */
	refused?: RegExp;
}

const full = (first: string, last: string) => `={{ $json["${first}"] + " " + $json["${last}"] }}`;
const at = (name: string) => `={{ $json["${name}"] }}`;

export const EXPORTS: Export[] = [
	{
		from: 'HubSpot, contacts',
		rows: rowsOfCsv(
			[
				'Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Create Date,Contact owner,Unsubscribed from all email',
				'39779198735,Gaëlle,Perrin,g.perrin@example.fr,04 50 11 22 33,NEW,2024-03-12 09:14,Inès Moreau,',
				'902,"Durand, Jr.",,claire.durand@example.fr,,,,,true',
				'903,,,,+1 555-2002,OPEN,2024-01-16 11:30,,',
				'904,Dave,Null,"dave@example.com;d.null@example.com",,,,,',
			].join('\n'),
		),
		mapped: {
			email: at('Email'),
			id: at('Record ID'),
			name: full('First Name', 'Last Name'),
			properties: { team: at('Lead Status'), city: at('Contact owner') },
		},
		planned: [
			['wouldCreate', 'Gaëlle Perrin', 'g.perrin@example.fr', '39779198735', 'NEW', 'Inès Moreau'],
			['wouldCreate', 'Durand, Jr.', 'claire.durand@example.fr', '902', null, null],
			['wouldCreate', null, null, '903', 'OPEN', null],
			[
				'failed',
				'Dave Null',
				'dave@example.com;d.null@example.com',
				'904',
				/several email addresses/,
			],
		],
	},
	{
		from: 'HubSpot, after somebody has opened and saved it with a spreadsheet',
		rows: rowsOfCsv(
			[
				'Record ID;First Name;Email',
				'3,97792E+10;Gaëlle;g.perrin@example.fr',
				'3,97792E+10;Claire;claire.durand@example.fr',
				'902;Bob;bob@example.fr',
			].join('\n'),
			';',
			'latin1',
		),
		mapped: { email: at('Email'), id: at('Record ID'), name: at('First Name') },
		planned: [
			['failed', 'Ga\uFFFDlle', 'g.perrin@example.fr', '3,97792E+10', /rounded/],
			['failed', 'Claire', 'claire.durand@example.fr', '3,97792E+10', /rounded/],
			['wouldCreate', 'Bob', 'bob@example.fr', '902'],
		],
	},
	{
		from: 'Mailchimp, an audience',
		rows: rowsOfCsv(
			[
				'Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
				'Marc@Example.fr,Marc,C,,,2,"2020-02-03 04:05:06",1.2.3.4,"2020-02-03 04:06:00","2021-01-01 00:00:00",123456789,a1b2c3d4e5,,"""VIP"",""Blog"""',
				'lea@example.fr,,,,,2,,,,,123456790,b1b2c3d4e5,,',
			].join('\n'),
		),
		mapped: {
			email: at('Email Address'),
			id: at('EUID'),
			name: full('First Name', 'Last Name'),
			properties: { team: at('TAGS'), level: at('MEMBER_RATING') },
		},
		planned: [
			['wouldCreate', 'Marc C', 'Marc@Example.fr', 'a1b2c3d4e5', '"VIP","Blog"', '2'],
			['wouldCreate', null, 'lea@example.fr', 'b1b2c3d4e5', null, '2'],
		],
	},
	{
		from: 'Brevo, contacts',
		rows: rowsOfCsv(
			[
				'EMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
				'bruno@example.fr;Durand;Bruno;33611111111;No;No;12-04-2022 09:30;13-04-2022 10:00',
				'ines@example.fr;;;;Yes;No;12-04-2022 09:30;13-04-2022 10:00',
				';;;;;;;',
			].join('\n'),
			';',
		),
		mapped: { email: at('EMAIL'), name: full('FIRSTNAME', 'LASTNAME') },
		planned: [
			['wouldCreate', 'Bruno Durand', 'bruno@example.fr'],
			['wouldCreate', null, 'ines@example.fr'],
			['skipped', null, null, null, /The row is empty/],
		],
	},
	{
		from: 'Brevo, read with a comma between the columns',
		rows: rowsOfCsv('EMAIL;LASTNAME;FIRSTNAME\na@example.fr;A;B\nb@example.fr;C;D'),
		mapped: { email: at('EMAIL') },
		planned: [],
		refused:
			/^Recipient Email has no value in any row, .*these columns: "EMAIL;LASTNAME;FIRSTNAME"\./,
	},
	{
		from: 'Google Contacts',
		rows: rowsOfCsv(
			[
				'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
				'Priya,,Sharma,,,,,,,,Acme Trading,Buyer,,,"Met at the fair.\nPrefers a call.",,* myContacts ::: Suppliers,* Work,priya.sharma@example.com,Mobile,+91 98765 43210',
				'Sam,,Whitfield,,,,,,,,,,,,,,* myContacts,,a@example.com ::: b@example.com,,',
				',,,,,,,,,,Plumber,,,,,,* myContacts,,,,0555 0100',
			].join('\n'),
		),
		mapped: {
			email: at('E-mail 1 - Value'),
			name: full('First Name', 'Last Name'),
			properties: { team: at('Organization Name') },
		},
		planned: [
			['wouldCreate', 'Priya Sharma', 'priya.sharma@example.com', null, 'Acme Trading'],
			['failed', 'Sam Whitfield', 'a@example.com ::: b@example.com', null, /several email/],
			['failed', null, null, null, /neither external ID nor email address/],
		],
	},
	{
		from: 'Google Contacts, with the mark of UTF-8, by the field in its first column',
		rows: rowsOfCsv('\ufeffE-mail 1 - Value,First Name\na@example.com,A\nb@example.com,B'),
		mapped: { email: at('E-mail 1 - Value'), name: at('First Name') },
		planned: [],
		refused: /^Recipient Email .*"\\ufeffE-mail 1 - Value" and "First Name"\..*Byte Order Mark/,
	},
	{
		from: 'Outlook, in the encoding of Windows',
		rows: rowsOfCsv(
			[
				'"Title","First Name","Middle Name","Last Name","Suffix","Company","E-mail Address","E-mail Type","E-mail Display Name","Birthday","Notes"',
				'"","Jürgen","","Müller","","Büro AG","j.mueller@example.de","SMTP","Jürgen Müller (j.mueller@example.de)","0/0/00",""',
				'"","Ada","","Lovelace","","","/o=ExchangeLabs/ou=Exchange/cn=Recipients/cn=ada","EX","Ada Lovelace","0/0/00",""',
				'"","Bob","","Brown","","Acme","bob@example.com","SMTP","Bob Brown (bob@example.com)","0/0/00",""',
			].join('\n'),
			',',
			'latin1',
		),
		mapped: {
			email: at('E-mail Address'),
			name: full('First Name', 'Last Name'),
			properties: { team: at('Company'), level: at('Birthday') },
		},
		planned: [
			[
				'failed',
				'J\uFFFDrgen M\uFFFDller',
				'j.mueller@example.de',
				null,
				/Encoding in Extract from File/,
			],
			[
				'failed',
				'Ada Lovelace',
				expect.stringMatching(/^\/o=Exchange/),
				null,
				/not an email address/,
			],
			['wouldCreate', 'Bob Brown', 'bob@example.com', null, 'Acme', null],
		],
	},
	{
		from: 'Outlook, by the column that shows address and name',
		rows: rowsOfCsv(
			'"First Name","E-mail Address","E-mail Display Name"\n"Bob","bob@example.com","Bob Brown (bob@example.com)"',
		),
		mapped: { email: at('E-mail Display Name'), name: at('First Name') },
		planned: [['wouldCreate', 'Bob', 'bob@example.com']],
	},
	{
		from: 'Thunderbird, an address book',
		rows: rowsOfCsv(
			[
				'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number',
				',,Ada Lovelace,,ada@example.com,ada.l@example.org,,,,,,',
				",,'bob@example.com',,'bob@example.com',,,,,,,",
				',,Undisclosed recipients,,undisclosed-recipients:;,,,,,,,',
			].join('\n'),
		),
		mapped: { email: at('Primary Email'), name: at('Display Name') },
		planned: [
			['wouldCreate', 'Ada Lovelace', 'ada@example.com'],
			['wouldCreate', "'bob@example.com'", 'bob@example.com'],
			[
				'failed',
				'Undisclosed recipients',
				'undisclosed-recipients:;',
				null,
				/not an email address/,
			],
		],
	},
	{
		from: 'Salesforce, Data Export',
		rows: rowsOfCsv(
			[
				'"Id","IsDeleted","AccountId","LastName","FirstName","Salutation","Name","Email","HasOptedOutOfEmail","Department"',
				'"0035g00000ABCDeAAF","0","0015g00000XYZabAAG","Lovelace","Ada","Ms.","Ada Lovelace","ada@example.com","0","--None--"',
				'"0035g00000ABCDeAAf","0","","[not provided]","","","[not provided]","bob@example.com","1","Sales"',
			].join('\n'),
		),
		mapped: {
			email: at('Email'),
			id: at('Id'),
			name: at('Name'),
			properties: { team: at('Department') },
		},
		planned: [
			['wouldCreate', 'Ada Lovelace', 'ada@example.com', '0035g00000ABCDeAAF', null],
			['wouldCreate', null, 'bob@example.com', '0035g00000ABCDeAAf', 'Sales'],
		],
	},
	{
		from: 'Salesforce, a report with its footer',
		rows: rowsOfCsv(
			[
				'"First Name","Last Name","Email","Contact ID"',
				'"Ada","Lovelace","ada@example.com","0035g00000ABCDe"',
				'"","","",""',
				'"Confidential Information - Do Not Distribute"',
				'"Generated By:  Bob Brown  5/1/2026 10:00 AM"',
			].join('\n'),
		),
		mapped: { email: at('Email'), id: at('Contact ID'), name: full('First Name', 'Last Name') },
		planned: [
			['wouldCreate', 'Ada Lovelace', 'ada@example.com', '0035g00000ABCDe'],
			['skipped', null, null, null, /The row is empty/],
			['failed', 'Confidential Information - Do Not Distribute', null, null, /neither external ID/],
			['failed', 'Generated By:  Bob Brown  5/1/2026 10:00 AM', null, null, /neither external ID/],
		],
	},
	{
		from: 'Freshdesk, contacts',
		rows: rowsOfCsv(
			[
				'Name,Title,Company,Email,Work Phone,Mobile Phone,Twitter,Unique External ID,Address,Time Zone,Language,Tags,About',
				'"Ada Lovelace",,Acme,ada@example.com,,,,0012,,Amsterdam,en,"vip,beta",',
				'+31612345678,,,,,+31612345678,,,,Amsterdam,nl,,',
				'bob@example.com,,,<bob@example.com>,,,,-,,Amsterdam,nl,,',
			].join('\n'),
		),
		mapped: {
			email: at('Email'),
			id: at('Unique External ID'),
			name: at('Name'),
			properties: { team: at('Tags'), city: at('Time Zone') },
		},
		planned: [
			['wouldCreate', 'Ada Lovelace', 'ada@example.com', '0012', 'vip,beta', 'Amsterdam'],
			['failed', '+31612345678', null, null, /neither external ID nor email address/],
			['wouldCreate', 'bob@example.com', 'bob@example.com', null, null, 'Amsterdam'],
		],
	},
	{
		from: 'n8n, Postgres',
		rows: [
			{
				id: '12345678901234567',
				email: 'ada@example.com',
				full_name: 'Ada Lovelace',
				birthday: new Date(2026, 4, 1),
				created_at: '2026-05-01T10:00:00.000Z',
				labels: ['vip', 'nl'],
				is_customer: true,
				note: null,
			},
			{
				id: '12345678901234568',
				email: 'bob@example.com',
				full_name: null,
				birthday: null,
				created_at: '2026-05-01T00:00:00.000Z',
				labels: [],
				is_customer: false,
				note: null,
			},
			{ id: '3', email: 'cid@example.com', full_name: 'Cid', labels: { vip: true }, note: null },
		] as unknown as IDataObject[],
		mapped: {
			email: at('email'),
			id: at('id'),
			name: at('full_name'),
			properties: { team: at('labels'), level: at('is_customer'), city: at('birthday') },
		},
		planned: [
			[
				'wouldCreate',
				'Ada Lovelace',
				'ada@example.com',
				'12345678901234567',
				'vip, nl',
				'true',
				'2026-05-01',
			],
			['wouldCreate', null, 'bob@example.com', '12345678901234568', null, 'false', null],
			['failed', 'Cid', 'cid@example.com', '3', /"team" must be text/],
		],
	},
	{
		from: 'n8n, Airtable, which leaves out empty fields',
		rows: [
			{
				id: 'recA1b2C3d4E5f6G7',
				createdTime: '2026-05-01T10:00:00.000Z',
				Name: 'Ada Lovelace',
				Email: 'ada@example.com',
				Tags: ['vip', 'nl'],
				Newsletter: true,
			},
			{
				id: 'recB1b2C3d4E5f6G7',
				createdTime: '2026-05-01T10:00:00.000Z',
				Email: ' bob@example.com ',
			},
			{ id: 'recC1b2C3d4E5f6G7', createdTime: '2026-05-01T10:00:00.000Z' },
		],
		mapped: {
			email: at('Email'),
			id: at('id'),
			name: at('Name'),
			properties: { team: at('Tags'), level: at('Newsletter') },
		},
		planned: [
			['wouldCreate', 'Ada Lovelace', 'ada@example.com', 'recA1b2C3d4E5f6G7', 'vip, nl', 'true'],
			['wouldCreate', null, 'bob@example.com', 'recB1b2C3d4E5f6G7', null, null],
			['wouldCreate', null, null, 'recC1b2C3d4E5f6G7', null, null],
		],
	},
	{
		from: 'n8n, Google Sheets',
		rows: [
			{
				row_number: 2,
				Email: 'ada@example.com ',
				Name: 'Ada',
				'Customer no.': 7,
				Team: ' Sales',
				Done: true,
			},
			{
				row_number: 3,
				Email: 'bob@example.com',
				Name: 'Bob',
				'Customer no.': '#N/A',
				Team: '',
				Done: false,
			},
			{
				row_number: 4,
				Email: 'cid@example.com',
				Name: 'Cid',
				'Customer no.': '#REF!',
				Team: '-',
				Done: false,
			},
			{ row_number: 5, Email: '', Name: '', 'Customer no.': '', Team: '', Done: false },
		],
		mapped: {
			email: at('Email'),
			id: at('Customer no.'),
			name: at('Name'),
			properties: { team: at('Team') },
		},
		planned: [
			['wouldCreate', 'Ada', 'ada@example.com', '7', 'Sales'],
			['wouldCreate', 'Bob', 'bob@example.com', null, null],
			['wouldCreate', 'Cid', 'cid@example.com', null, null],
			['skipped', null, null, null, /The row is empty/],
		],
	},
	{
		from: 'n8n, an Excel workbook',
		rows: [
			{ Kundennummer: 123456789012, 'E-Mail': 'mailto:ada@example.com', Name: 'Ada', Wert: 1250.5 },
			{ Kundennummer: 1.234567890123457e21, 'E-Mail': 'bob@example.com', Name: 'Bob', Wert: 0 },
			{ Kundennummer: '1,23457E+11', 'E-Mail': 'cid@example.com', Name: 'Cid', Wert: '#WERT!' },
			{ Kundennummer: '', 'E-Mail': '', Name: '', Wert: '' },
		],
		mapped: {
			email: at('E-Mail'),
			id: at('Kundennummer'),
			name: at('Name'),
			properties: { level: at('Wert') },
		},
		planned: [
			['wouldCreate', 'Ada', 'ada@example.com', '123456789012', '1250.5'],
			['failed', 'Bob', 'bob@example.com', expect.anything(), /too large to be exact/],
			['failed', 'Cid', 'cid@example.com', '1,23457E+11', /rounded/],
			['skipped', null, null, null, /The row is empty/],
		],
	},
];

export const parametersOf = ({ mapped }: Export): INodeParameters => ({
	recipient_email: mapped.email,
	...(mapped.id === undefined ? {} : { recipient_external_id: mapped.id }),
	...(mapped.name === undefined ? {} : { recipient_name: mapped.name }),
	properties: { mappingMode: 'defineBelow', value: mapped.properties ?? {} },
});
