import { parseArgs } from 'node:util';
import { DIALECT_NAMES, startService } from './index';
import type { DialectName, RateLimit, Service } from './index';

const DIALECTS = `${DIALECT_NAMES.slice(0, -1).join(', ')} or ${DIALECT_NAMES.at(-1)}`;

const USAGE = `The reference service, from the specification, in memory. Its address is a page that shows what it
holds and what it is asked, with a button "Complete an interview".

  npm start -w test/harness/service -- [options]

  --port N          the port on 127.0.0.1 (default 8765; 0 is any free one)
  --dialect NAME    ${DIALECTS}: how it reads what the specification leaves open
  --surveys N       how many surveys (default 4)
  --respondents N   how many people in each survey
  --rate N/S        N requests in S seconds for each token, then 429 (default: no limit)
`;

const DEFAULT_PORT = 8765;

async function main(): Promise<void> {
	const { values } = parseArgs({
		args: process.argv.slice(2),
		options: {
			port: { type: 'string' },
			dialect: { type: 'string' },
			surveys: { type: 'string' },
			respondents: { type: 'string' },
			rate: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return void console.log(USAGE);
	const service = await startService({
		page: true,
		port: wholeNumber('port', values.port) ?? DEFAULT_PORT,
		dialect: dialectOf(values.dialect),
		seed: {
			surveys: wholeNumber('surveys', values.surveys),
			respondents: wholeNumber('respondents', values.respondents),
		},
		rateLimit: rateOf(values.rate),
	});
	console.log(introduction(service));
	const end = () => void service.stop();
	process.once('SIGINT', end).once('SIGTERM', end);
}

function wholeNumber(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not "${value}".`);
	return Number(value);
}

function dialectOf(name = 'plain'): DialectName {
	const known = DIALECT_NAMES.find((one) => one === name);
	if (!known) throw new Error(`--dialect takes ${DIALECTS}, not "${name}".`);
	return known;
}

function rateOf(value: string | undefined): RateLimit | undefined {
	if (value === undefined) return undefined;
	const [, requests, seconds] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
	if (!requests || !seconds)
		throw new Error(`--rate takes N/seconds such as 60/10, not "${value}".`);
	return { requests: Number(requests), perSeconds: Number(seconds) };
}

function introduction(service: Service): string {
	const { url, token, tokens, world, dialect } = service;
	const { records } = world;
	const surveys = world.surveys().map(({ id, name }) => {
		const { responses, participants } = records.tally(id);
		const invitations = records.invitations.count(id);
		const mailings = records.mailings.count(id);
		return `  ${id}  ${name}
      ${responses} completed of ${participants} people, ${invitations} invitations, ${mailings} mailings`;
	});
	const names = Object.entries(tokens).map(([name, text]) => `  ${name.padEnd(17)} ${text}`);
	const [first] = world.surveys();
	return `The reference service listens at ${url} (dialect "${dialect.name}").
It keeps everything in memory and sends no email. End it with Ctrl-C.

Open ${url}/ in a browser to see what it holds and what it is asked, and click
"Complete an interview" to take part.

Surveys, oldest first:
${surveys.join('\n') || '  none'}

Tokens:
${names.join('\n')}

Try it:
  curl -H 'Authorization: Bearer ${token}' ${url}/api/public-api/v1/me
  curl -H 'Authorization: Bearer ${token}' ${url}/api/surveys
  curl -H 'Authorization: Bearer ${token}' ${url}/api/surveys/${first?.id ?? '<survey id>'}/results/overview
`;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
