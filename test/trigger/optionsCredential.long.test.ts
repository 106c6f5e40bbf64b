/** A credential that cannot be used: nothing is sent, and one sentence says what to do. */
import { POLL_ENGINES } from '../everywhere';
import { ALOUD, QUIET } from './activationModes';
import { causeOf, ONE_SENTENCE, within, type ActivationOptions } from './activationStage';

interface Case {
	of: Omit<ActivationOptions, 'engine'>;
	says: RegExp;
	advises: RegExp;
	/** Absent where the words are n8n's own. */
	cause?: string;
}

const CORRECT_IT = {
	advises: /Nothing was sent\. Correct this in the credential of the node/,
	cause: 'credential-invalid',
};

const CASES: Record<string, Case> = {
	'no Base URL': {
		...CORRECT_IT,
		of: { baseUrl: '' },
		says: /^Base URL is empty: enter the address/,
	},
	'a Base URL without https': {
		...CORRECT_IT,
		of: { baseUrl: 'survey.example.com' },
		says: /^Base URL must start with https:\/\/: enter the address/,
	},
	'a Base URL that is none': {
		...CORRECT_IT,
		of: { baseUrl: 'https://' },
		says: /^Base URL is not a valid address: enter it as you see it/,
	},
	'a Base URL with a password': {
		...CORRECT_IT,
		of: { baseUrl: 'https://me:sit_secret@survey.example.com' },
		says: /^Base URL must not contain a user name or password/,
	},
	'plain http to a public host': {
		...CORRECT_IT,
		of: { baseUrl: 'http://survey.example.com' },
		says: /^Base URL uses http, which would send the token unprotected .*: use https/,
	},
	'no token': {
		...CORRECT_IT,
		of: { token: '' },
		says: /^Token is empty: paste the API token into the credential/,
	},
	'a token with a letter that no token has': {
		...CORRECT_IT,
		of: { token: 'sit_secret_é' },
		says: /^Token contains a character that no token has: paste only the token itself/,
	},
	'no credential': {
		of: { credentials: {} },
		says: /credential/i,
		advises: /[Cc]hoose|[Ss]elect|[Ss]et|[Aa]dd/,
		cause: 'credential-invalid',
	},
	'a credential that was deleted': {
		of: { credentials: { surveyInterviewApi: { id: 'gone', name: 'Gone' } } },
		says: /^Credential .* does not exist/,
		advises: /\w/,
	},
};

const all = Object.entries(CASES).flatMap(([name, one]) =>
	POLL_ENGINES.map((engine) => ({ name, engine, one })),
);

function isReadable(error: Error | undefined, { says, cause }: Case): void {
	expect(error?.message).toMatch(ONE_SENTENCE);
	expect(error?.message).toMatch(says);
	if (cause) expect(causeOf(error)).toBe(cause);
}

/** What is to be done may stand in the sentence itself or below it. */
function advises(error: Error | undefined, { advises: what }: Case): void {
	const { message, description } = error as Error & { description?: string };
	expect(`${message} ${description ?? ''}`).toMatch(what);
}

describe.each(all)('$name, $engine engine', ({ engine, one }) => {
	it.each(ALOUD)('%s: fails', async (mode) => {
		await within({ engine, ...one.of }, async (stage) => {
			const { state, thrown, error } = await stage.publish(mode);
			expect(state).toBe('failed');
			isReadable(thrown, one);
			advises(thrown, one);
			expect(error?.message).toContain(thrown?.message);
			expect(stage.service.log).toEqual([]);
			expect(stage.shows(thrown, error)).toBe(false);
		});
	});

	it('in the other modes the polls say it', async () => {
		await within({ engine, ...one.of }, async (stage) => {
			for (const [before, mode] of QUIET.entries()) {
				expect(await stage.publish(mode)).toMatchObject({
					state: 'published',
					thrown: undefined,
				});
				expect(stage.lines()).toHaveLength(before + 1);
				const { result, error, backoff } = await stage.tick();
				expect(result).toBe('error');
				isReadable(error, one);
				if (engine === 'durable') expect(backoff?.permanent).toBe(one.cause !== undefined);
				await stage.unpublish();
			}
			expect(stage.service.log).toEqual([]);
			expect(stage.shows()).toBe(false);
		});
	});
});
