import { NO_ANSWER_RULES, STATUS_RULES, type Rule } from '../../nodes/SurveyInterview/http/policy';

/** What a request does next, in the words of docs/faults.md. */
const NEXT: Record<Rule['next'][number], string> = {
	wait: 'wait, repeat',
	repeat: 'wait longer each time, repeat',
	fail: 'fail',
};

const CLASSES = [
	'Reads',
	'Updates, deletes, archive, pause',
	'Creates, clone, reissue, sends, erase',
];

/** The table of what follows when a request ends, made from the rules by which the node decides. */
export function policyTable(): string {
	const rules: Rule[] = [...STATUS_RULES, ...Object.values(NO_ANSWER_RULES)];
	const rows = rules.map((rule) =>
		[rule.end, ...rule.next.map((_, place) => cell(rule, place)), rule.why].join(' | '),
	);
	return [`What happens | ${CLASSES.join(' | ')} | Why`, '--- | --- | --- | --- | ---', ...rows]
		.map((row) => `| ${row} |`)
		.join('\n');
}

function cell({ work, next }: Rule, place: number): string {
	if (work === 'done') return 'done';
	const what = next[place] ?? 'fail';
	const isRead = place === 0;
	if (what === 'fail' && work === 'unclear' && !isRead) return 'fail: *may have been done*';
	const isUnclear = what === 'repeat' && work === 'unclear' && !isRead;
	return NEXT[what] + (isUnclear ? '; then fail: *may have been done*' : '');
}
