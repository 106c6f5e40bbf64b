import { PackageCopy } from '../../harness/support';
import type { Kind } from './judge';
import type { Rule } from './scenario';

/** A mistake between n8n and the node, as somebody might make it in the node. */
export interface Mistake {
	what: string;
	/** What is done with each answer, before the node sees it; `again` sends the request once more, `given` is what it was sent with. */
	answered?: string;
	/** What is done with the node's output. */
	output?: string;
	/** The faults that can show it. */
	shownBy: (fault: Rule['fault']) => boolean;
	/** How the oracle names it. */
	found: Kind;
}

const isAfter = (fault: Rule['fault']) => 'when' in fault && fault.when === 'after';
const isError = (fault: Rule['fault']) => fault.kind === 'status' && fault.status >= 500;

/** A record with the path's last ID, and with what was sent: less would prove nothing. */
const AS_ANSWER = `if (answer.statusCode >= 500) {
	const { url, body = '{}' } = given[1];
	const id = url.match(/[0-9a-f-]{36}/g)?.at(-1);
	Object.assign(answer, { statusCode: 200, body: JSON.stringify({ ...JSON.parse(body), id }) });
}`;

/** The mistakes that the fuzz must find. */
export const MISTAKES: Mistake[] = [
	{
		what: 'a redirect counts as a refusal',
		answered: 'if (Math.floor(answer.statusCode / 100) === 3) answer.statusCode = 400;',
		shownBy: (fault) => fault.kind === 'redirect' && isAfter(fault),
		found: 'failed, but it was done',
	},
	{
		what: 'an error of the service counts as a refusal',
		answered: 'if (answer.statusCode >= 500) answer.statusCode = 400;',
		shownBy: (fault) => isError(fault) && isAfter(fault),
		found: 'failed, but it was done',
	},
	{
		what: 'an error of the service is followed by another try',
		answered: 'if (answer.statusCode >= 500) answer = await again();',
		shownBy: (fault) => isError(fault) && isAfter(fault),
		found: 'done twice',
	},
	{
		what: 'an error of the service counts as an answer',
		answered: AS_ANSWER,
		shownBy: (fault) => isError(fault) && !isAfter(fault),
		found: 'done, but it was not',
	},
	{
		what: 'the last item is lost',
		output: 'if (output[0].length > 1) output[0].pop();',
		shownBy: () => true,
		found: 'an item is lost',
	},
	{
		what: 'an error after the work counts as an answer',
		answered: AS_ANSWER,
		shownBy: (fault) => isError(fault) && isAfter(fault),
		found: 'done, but no answer says so',
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
