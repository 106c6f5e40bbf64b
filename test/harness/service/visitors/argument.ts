import { DEFAULT_SECONDS } from './coming';

const OPTION = '--visitors';
const LONGEST = 86_400;

/** Arguments in which `--visitors` has its number of seconds, also where nobody wrote one. */
export function withSeconds(args: readonly string[]): string[] {
	return args.flatMap((arg, place) => {
		const next = args[place + 1];
		const hasValue = next !== undefined && !next.startsWith('-');
		return arg === OPTION && !hasValue ? [`${OPTION}=${DEFAULT_SECONDS}`] : [arg];
	});
}

/** The seconds that somebody wrote after `--visitors`; undefined without the option. */
export function secondsOf(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const seconds = Number(value);
	if (!/^\d+$/.test(value) || seconds < 1 || seconds > LONGEST) {
		throw new Error(`${OPTION} takes a number of seconds from 1 to ${LONGEST}, not "${value}".`);
	}
	return seconds;
}
