import { domainToASCII } from 'node:url';
import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../harness/engine';
import type { InvitationRecord, Service } from '../harness/service';
import type { Options } from './history';
import { propertiesOf } from './row';

/**
 * Whether list and service agree after a run that had nothing to write:
 * - each contact that is not failed, duplicate or skipped has an invitation of its own, and no two the same;
 * - its row says what the contact says, what key only a later row of the same person has, and what the
 *   invitation alone has;
 * - where updating is on, that invitation says what the contact says;
 * - where the missing are revoked, each open invitation shares a key with the list, or is told as skipped.
 */
export function judgeAgreement(
	service: Service,
	options: Options,
	rows: IDataObject[],
	run: Run,
): string[] {
	const wrong: string[] = [];
	const held = new Set<unknown>();
	for (const [item, row] of rows.entries()) {
		const json = run.items[item]?.json ?? {};
		if (['failed', 'duplicate', 'skipped'].includes(String(json.action))) {
			if (!json.reason) wrong.push(`item ${item} is ${String(json.action)} without a reason`);
			continue;
		}
		if (json.action !== 'unchanged') {
			wrong.push(`item ${item} is ${String(json.action)}, not unchanged`);
			continue;
		}
		const id = json.id;
		const record = service.world.invitations(String(row.survey)).find((one) => one.id === id);
		if (!record) wrong.push(`the invitation of item ${item} is not in the service`);
		else if (held.has(id)) wrong.push(`item ${item} has another’s invitation`);
		else {
			if (options.updateExisting) wrong.push(...differences(row, record, options, item));
			const later = rows.filter((_, place) => run.items[place]?.json.duplicateOf === item + 1);
			const said = completed(row, later);
			wrong.push(...untold(said, record, json, options).map((what) => `item ${item}: ${what}`));
		}
		held.add(id);
	}
	if (options.whenMissing === 'revoke') wrong.push(...strangers(service, rows, run));
	return wrong;
}

/** A row with the keys that only later rows of the same person have. */
function completed(row: IDataObject, later: IDataObject[]): IDataObject {
	const first = (key: string) => [row, ...later].find((one) => one[key] !== undefined)?.[key];
	return { ...row, email: first('email'), id: first('id') };
}

/** What a row of the output does not say of its contact. */
function untold(
	row: IDataObject,
	record: InvitationRecord,
	json: IDataObject,
	{ propertiesAsColumns }: Options,
): string[] {
	const { recipientName, recipientEmail, recipientExternalId } = record;
	const { name = recipientName, email = recipientEmail, id = recipientExternalId } = row;
	const told = propertiesOf(json, propertiesAsColumns);
	const isTold = ['team', 'level', 'city'].every((key) => {
		const value = row[key] ?? record.properties[key];
		return (told[key] ?? null) === (value === undefined ? null : String(value));
	});
	return [
		...(json.name === name ? [] : ['the name is not told']),
		...(mailKey(email) === mailKey(json.email) ? [] : ['the address is not told']),
		...(id === json.external_id ? [] : ['the external ID is not told']),
		...(isTold ? [] : ['the properties are not told']),
	];
}

function differences(
	row: IDataObject,
	record: InvitationRecord,
	{ propertiesMode }: Options,
	item: number,
): string[] {
	const wanted = Object.fromEntries(
		Object.entries({ team: row.team, level: row.level })
			.filter(([, value]) => value !== undefined)
			.map(([key, value]) => [key, String(value)]),
	);
	const isMerged = Object.entries(wanted).every(([key, value]) => record.properties[key] === value);
	const isReplaced = isMerged && Object.keys(record.properties).every((key) => key in wanted);
	const replaces = propertiesMode === 'replace' && Object.keys(wanted).length > 0;
	const isRecipient =
		(row.email === undefined || mailKey(row.email) === mailKey(record.recipientEmail)) &&
		(row.id === undefined || row.id === record.recipientExternalId) &&
		(row.name === undefined || row.name === record.recipientName);
	const isFixed = (record.type as string) === 'sms';
	return [
		...(isRecipient || isFixed ? [] : [`item ${item}: the recipient differs`]),
		...((replaces ? isReplaced : isMerged) ? [] : [`item ${item}: the properties differ`]),
	];
}

function strangers(service: Service, rows: IDataObject[], run: Run): string[] {
	const told = new Set(run.items.map(({ json }) => json.id));
	return [...new Set(rows.map(({ survey }) => String(survey)))].flatMap((survey) => {
		const list = rows.filter((row) => row.survey === survey);
		return service.world
			.invitations(survey)
			.filter(({ type }) => ['personal', 'csv', 'api'].includes(type))
			.filter((one) => one.recipientEmail !== null || one.recipientExternalId !== null)
			.filter((one) => service.world.invitationStatus(one.id) === 'open' && !told.has(one.id))
			.filter((one) => !list.some((row) => isSamePerson(row, one)))
			.map(({ id }) => `invitation ${id} of nobody in the list is open`);
	});
}

/** Whether a row and an invitation share a key. */
export function isSamePerson(
	row: IDataObject,
	one: Pick<InvitationRecord, 'recipientEmail' | 'recipientExternalId'>,
): boolean {
	return (
		(row.email !== undefined && mailKey(row.email) === mailKey(one.recipientEmail)) ||
		(row.id !== undefined && row.id === one.recipientExternalId)
	);
}

/** Written on its own, so that a mistake in the node’s key is not shared. */
function mailKey(value: unknown): string {
	const [local = '', domain = ''] = String(value).trim().toLowerCase().split('@');
	return `${local}@${domainToASCII(domain)}`;
}
