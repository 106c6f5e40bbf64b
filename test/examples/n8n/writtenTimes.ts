/** Times as the workflows write them: in the workflow's time zone, which is New York's where nobody chose one. */
const PARTS = new Intl.DateTimeFormat('en-US', {
	timeZone: 'America/New_York',
	hourCycle: 'h23',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
});

const partsOf = (time: number | string) =>
	Object.fromEntries(PARTS.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));

/** In a row, where times are sorted as texts: `2026-03-02 04:00`. */
export function timeInRow(time: number | string): string {
	const { year, month, day, hour, minute } = partsOf(time);
	return `${year}-${month}-${day} ${hour}:${minute}`;
}
