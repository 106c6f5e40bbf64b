import { PackageCopy } from '../../harness/support';
import type { Kind } from './deed';

/** A mistake between n8n and the node, as somebody might make it in the node. */
export interface Mistake {
	what: string;
	/** The number of a run that finds it. A number that is out of date costs only time. */
	foundIn: number;
	/** What is done with each answer, before the node sees it; `again` sends the request once more, `given` is what it was sent with. */
	answered?: string;
	/** What is done with the node's output. */
	output?: string;
	/** How the oracle names it. */
	found: Kind;
}

/** The mistakes that the fuzz must find. */
export const MISTAKES: Mistake[] = [
	{
		what: 'a redirect counts as a refusal',
		foundIn: 41,
		answered: 'if (Math.floor(answer.statusCode / 100) === 3) answer.statusCode = 400;',
		found: 'failed, but it was done',
	},
	{
		what: 'a 502 counts as a refusal',
		foundIn: 40,
		answered: 'if (answer.statusCode === 502) answer.statusCode = 400;',
		found: 'failed, but it was done',
	},
	{
		what: 'an error of the service is followed by another try',
		foundIn: 40,
		answered: 'if (answer.statusCode >= 500) answer = await again();',
		found: 'done twice',
	},
	{
		what: 'an error of the service counts as an answer',
		foundIn: 43,
		// A record with the path's last ID, and with what was sent: less would prove nothing.
		answered: `if (answer.statusCode >= 500) {
			const { url, body = '{}' } = given[1];
			const id = url.match(/[0-9a-f-]{36}/g)?.at(-1);
			Object.assign(answer, { statusCode: 200, body: JSON.stringify({ ...JSON.parse(body), id }) });
		}`,
		found: 'done, but it was not',
	},
	{
		what: 'the last item is lost',
		foundIn: 7,
		output: 'if (output[0].length > 1) output[0].pop();',
		found: 'an item is lost',
	},
	{
		what: 'a record is lost',
		foundIn: 4,
		output: 'if (output[0].length > 1) output[0].splice(1, 1);',
		found: 'not what the service holds',
	},
];

/** The built package with the mistake around its node, in a folder of its own. */
export function plant(mistake: Mistake): PackageCopy {
	const copy = new PackageCopy(['dist', 'package.json']);
	const manifest = JSON.parse(copy.read('package.json')) as { n8n: { nodes: string[] } };
	const shim = manifest.n8n.nodes[0] ?? '';
	copy.write(shim, wrapped(copy.read(shim), mistake));
	return copy;
}

/** The shim's class, whose requests and output pass through the mistake. */
function wrapped(shim: string, { answered = '', output = '' }: Mistake): string {
	return `${shim}
const { SurveyInterview: Right } = module.exports;

async function pass(send, given) {
	let answer = await send();
	const again = send;
	${answered}
	return answer;
}

// n8n's helpers are called on the context of the node.
function helpersOf(context) {
	return new Proxy(context.helpers, {
		get: (helpers, name) =>
			/^http/.test(String(name))
				? async function (...given) {
						return await pass(() => helpers[name].apply(context, given), given);
					}
				: helpers[name],
	});
}

class SurveyInterview extends Right {
	async execute() {
		const helpers = helpersOf(this);
		const context = new Proxy(this, {
			get: (target, key) => {
				if (key === 'helpers') return helpers;
				const value = target[key];
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
		const output = await super.execute.call(context);
		${output}
		return output;
	}
}
module.exports = { SurveyInterview };
`;
}
