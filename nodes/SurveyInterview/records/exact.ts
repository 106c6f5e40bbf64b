/**
 * Whether a number is still the one that somebody wrote. Beyond the safe integers the last digits are
 * lost, and two people would have one id. `-0` is the same number as 0.
 */
export function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Whether a number in text is the same number once it is read: `1.0` is, `1e400` is not. */
export function isExactText(digits: string): boolean {
	return plainForm(digits) === plainForm(String(Number(digits)));
}

/** A decimal number without the zeros that say nothing: `1.0`, `1e0` and `1` are one. */
function plainForm(digits: string): string | undefined {
	const [, sign, whole, fraction = '', power = '0'] =
		/^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
	if (whole === undefined) return undefined;
	const all = (whole + fraction).replace(/^0+/, '');
	const short = all.replace(/0+$/, '');
	if (short === '') return '0';
	const exponent = Number(power) - fraction.length + (all.length - short.length);
	return `${sign === '-' ? '-' : ''}${short}e${exponent}`;
}
