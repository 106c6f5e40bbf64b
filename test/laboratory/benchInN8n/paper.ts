/**
 * What polling 1,000,000 respondents in 100 surveys costs a day, computed from figures of the bench
 * (README.md):
 *
 *   npx tsx test/laboratory/benchInN8n/paper.ts <CPU ms of a poll without news> <CPU ms of one that reads a survey> <kB written>
 */
const SURVEYS = 100;
const RESPONDENTS = 1_000_000;
const YEARS = 4;
const A_DAY = RESPONDENTS / (YEARS * 365.25);
const FULL_CHECKS_A_DAY = 24;
const MINUTES = [1, 5, 15, 60];

const [idleMs = NaN, readMs = NaN, kilobytes = NaN] = process.argv.slice(2).map(Number);
const number = (value: number) => Math.round(value).toLocaleString('en');

/** Of so many turns, how many see at least one of the events that come at random. */
const turnsWith = (events: number, turns: number) => turns * (1 - Math.exp(-events / turns));

const rows = MINUTES.map((minutes) => {
	const polls = (24 * 60) / minutes;
	const withNews = turnsWith(A_DAY, polls);
	const reads = SURVEYS * turnsWith(A_DAY / SURVEYS, polls);
	const checks = SURVEYS * FULL_CHECKS_A_DAY;
	const cpuS = (polls * idleMs + (reads + checks) * (readMs - idleMs)) / 1000;
	const megabytes = (withNews * kilobytes) / 1000;
	return [minutes, polls, withNews, reads, polls + reads + checks, cpuS, megabytes].map(number);
});
const headings = [
	'Minutes',
	'Polls',
	'with news',
	'Surveys read',
	'Requests',
	'CPU, s',
	'MB written',
];
for (const cells of [headings, headings.map(() => '---'), ...rows]) {
	console.log(`| ${cells.join(' | ')} |`);
}
