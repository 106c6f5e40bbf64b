import { createHash } from 'node:crypto';
import { invalid } from './pipedriveErrors';

/** The kinds of field that persons have here, as Pipedrive names them. */
export type FieldType = 'varchar' | 'double' | 'date' | 'enum';

export interface Field {
	field_name: string;
	/** 40 characters for a field that somebody made in the account. */
	field_code: string;
	field_type: FieldType;
	options: Array<{ id: number; label: string }> | null;
	is_custom_field: boolean;
	is_optional_response_field: boolean;
}

export type FieldValue = string | number | null;
export type FieldValues = Record<string, FieldValue>;

/** The fields of persons in one account. */
export class PersonFields {
	readonly all: Field[] = [];

	constructor() {
		for (const code of ['name', 'emails', 'phones', 'org_id', 'owner_id'])
			this.make(code, code, 'varchar', false);
	}

	/** Somebody makes a field of their own. */
	add(name: string, type: FieldType, labels: string[] = []): void {
		const code = createHash('sha1').update(name).digest('hex');
		const field = this.make(name, code, type, true);
		if (type === 'enum') field.options = labels.map((label, place) => ({ id: place + 40, label }));
	}

	codeOf(name: string): string {
		const field = this.all.find(({ field_name }) => field_name === name);
		if (!field) throw new Error(`There is no field ${name}`);
		return field.field_code;
	}

	/** Refuses what Pipedrive would not store: it turns no text into a number. Null empties a field. */
	check(values: FieldValues): void {
		for (const [code, value] of Object.entries(values)) {
			const field = this.all.find((one) => one.is_custom_field && one.field_code === code);
			if (!field)
				throw invalid(`custom_fields.${code}`, 'Parameter is not allowed for this request');
			if (value !== null && !isValid(field, value))
				throw invalid(`custom_fields.${code}`, `Invalid value for the type ${field.field_type}`);
		}
	}

	private make(field_name: string, field_code: string, field_type: FieldType, isCustom: boolean) {
		const field: Field = {
			field_name,
			field_code,
			field_type,
			options: null,
			is_custom_field: isCustom,
			is_optional_response_field: false,
		};
		this.all.push(field);
		return field;
	}
}

function isValid({ field_type, options }: Field, value: FieldValue): boolean {
	switch (field_type) {
		case 'double':
			return typeof value === 'number';
		case 'date':
			return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
		case 'enum':
			return options?.some(({ id }) => id === value) ?? false;
		default:
			return typeof value === 'string' && value !== '';
	}
}
