import { NO_ANSWER_RULES, STATUS_RULES, type Rule } from '../../nodes/SurveyInterview/http/policy';

/** What a request does next, in the words of docs/faults.md. */
const NEXT: Record<Rule['next']['read'], string> = {
	wait: 'wait, repeat',
	repeat: 'wait longer each time, repeat',
	fail: 'fail',
};

/** The columns of the table, by the classes of the rules. */
const CLASSES = {
	read: 'Reads',
	idempotent: 'Updates, deletes, archive, pause',
	others: 'Creates, clone, reissue, sends, erase',
};
type ClassName = keyof typeof CLASSES;
const CLASS_NAMES = Object.keys(CLASSES) as ClassName[];

/** The table of what follows when a request ends, made from the rules by which the node decides. */
export function policyTable(): string {
	const rules: Rule[] = [...STATUS_RULES, ...Object.values(NO_ANSWER_RULES)];
	const rows = rules.map((rule) =>
		[rule.end, ...CLASS_NAMES.map((name) => cell(rule, name)), rule.why].join(' | '),
	);
	const header = `What happens | ${Object.values(CLASSES).join(' | ')} | Why`;
	return [header, '--- | --- | --- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n');
}

function cell({ work, next }: Rule, className: ClassName): string {
	if (work === 'done') return 'done';
	const what = next[className];
	const isRead = className === 'read';
	if (what === 'fail' && work === 'unclear' && !isRead) return 'fail: *may have been done*';
	const isUnclear = what === 'repeat' && work === 'unclear' && !isRead;
	return NEXT[what] + (isUnclear ? '; then fail: *may have been done*' : '');
}
