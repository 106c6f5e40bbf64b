/** Readers of values in queries and bodies. */
import { z } from 'zod';

/** A schema that reads JSON of any kind into T. */
export type Reader<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

export const uuid = z.string().uuid();
export const text = z.string();
export const nullableText = z.string().nullable();
export const email = z.string().email();
export const textMap = z.record(z.string(), z.string());

/** A date-time with an offset, read as milliseconds. */
export const dateTime: Reader<number> = z
	.string()
	.datetime({ offset: true, message: 'Input should be a valid date-time' })
	.transform((value) => Date.parse(value));

/** A query parameter that is given once; of several the last counts. */
export function one<T>(reader: Reader<T>): Reader<T> {
	return z
		.array(z.string())
		.transform((values) => values[values.length - 1])
		.pipe(reader);
}

/** A query parameter that is repeated: `type=a&type=b`. */
export const many = z.array(z.string());

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
	return z
		.string()
		.regex(/^-?\d+$/, 'Input should be a valid integer')
		.transform(Number)
		.pipe(z.number().int().min(min).max(max));
}

/** The object without its undefined values: an absent key stays absent. */
export function present<T extends object>(
	values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
