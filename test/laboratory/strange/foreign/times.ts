/** The ways a service writes a moment, each with what a careful reader may take from it. */
import { Random } from './random';
import { fact, type Json, type Said } from './types';

export const TIME_STYLES = [
	'isoZ',
	'isoShort',
	'isoMicro',
	'offset',
	'offsetCompact',
	'spaced',
	'noZone',
	'seconds',
	'millis',
	'secondsText',
	'millisText',
	'dateOnly',
	'rfc',
	'dotnet',
	'mongo',
	'protobuf',
	'slashes',
	'compactDate',
] as const;
export type TimeStyle = (typeof TIME_STYLES)[number];

export const iso = (ms: number) => new Date(ms).toISOString();
const day = (ms: number) => iso(ms).slice(0, 10);

/** Local text of a moment at an offset in minutes. */
function at(ms: number, minutes: number, colon: boolean): string {
	const size = Math.abs(minutes);
	const two = (value: number) => String(value).padStart(2, '0');
	const zone = two(Math.floor(size / 60)) + (colon ? ':' : '') + two(size % 60);
	return iso(ms + minutes * 60000).slice(0, 19) + (minutes < 0 ? '-' : '+') + zone;
}

/** Day and month can change places; only a day above twelve decides. */
function slashes(ms: number): Said {
	const [year, month, date] = day(ms).split('-');
	const json = `${date}/${month}/${year}`;
	const here = `${year}-${month}-${date}T00:00:00.000Z`;
	if (Number(date) > 12) return { json, ...fact(here, false) };
	const swapped = `${year}-${date}-${month}T00:00:00.000Z`;
	return { json, value: null, certain: false, also: [here, swapped] };
}

/** Writes a moment (whole seconds) in a style. Null stays null: the service says "none". */
export function sayTime(random: Random, ms: number | null, style: TimeStyle): Said {
	if (ms === null) return { json: null, ...fact(null) };
	const exact = (json: Json): Said => ({ json, ...fact(iso(ms)) });
	const offset = random.pick([60, 120, -300, 330, -570]);
	switch (style) {
		case 'isoZ':
			return exact(iso(ms));
		case 'isoShort':
			return exact(iso(ms).replace('.000Z', 'Z'));
		case 'isoMicro':
			return exact(iso(ms).replace('.000Z', '.000000+00:00'));
		case 'offset':
			return exact(at(ms, offset, true));
		case 'offsetCompact':
			return exact(at(ms, offset, false));
		case 'spaced':
			return exact(at(ms, offset, true).replace('T', ' '));
		case 'seconds':
			return exact(ms / 1000);
		case 'millis':
			return exact(ms);
		case 'secondsText':
			return exact(String(ms / 1000));
		case 'millisText':
			return exact(String(ms));
		case 'rfc':
			return exact(new Date(ms).toUTCString());
		case 'dotnet':
			return exact(`/Date(${ms})/`);
		case 'mongo':
			return exact({ $date: iso(ms) });
		case 'protobuf':
			return exact({ seconds: ms / 1000, nanos: 0 });
		case 'noZone':
			// Most would read UTC, but the answer does not say it.
			return { json: iso(ms).slice(0, 19), ...fact(iso(ms), false) };
		case 'slashes':
			return slashes(ms);
		case 'compactDate':
			return {
				json: Number(day(ms).replace(/-/g, '')),
				...fact(`${day(ms)}T00:00:00.000Z`, false),
			};
		default:
			return { json: day(ms), ...fact(`${day(ms)}T00:00:00.000Z`, false) };
	}
}

/** The usual styles weigh more, because real services mostly write ISO 8601. */
export function pickTimeStyle(random: Random): TimeStyle {
	if (random.chance(0.5)) return random.pick(['isoZ', 'isoShort', 'offset', 'isoMicro', 'seconds']);
	return random.pick(TIME_STYLES);
}
