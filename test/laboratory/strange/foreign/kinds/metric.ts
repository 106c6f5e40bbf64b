/** The metric types in their usual spellings. */
import { Dialect } from '../dialect';
import { type Said, fact } from '../types';

const METRICS: Record<string, string[]> = {
	nps: ['nps', 'NPS', 'Nps', 'net_promoter_score', 'Net Promoter Score'],
	enps: ['enps', 'eNPS', 'ENPS', 'employee_nps', 'employee net promoter score'],
	csat: ['csat', 'CSAT', 'customer_satisfaction', 'Customer Satisfaction'],
	ces: ['ces', 'CES', 'customer_effort_score', 'Customer Effort Score'],
	scale: ['scale', 'SCALE', 'Scale'],
};

/** A metric type in one of its usual spellings. The short codes are certain. */
export function sayMetric(dialect: Dialect): Said {
	const [code, spellings] = dialect.random.pick(Object.entries(METRICS));
	const json = dialect.random.pick([code, code, ...spellings]);
	const also = [json, json.toLowerCase(), json.toLowerCase().replace(/ /g, '_')];
	return { json, ...fact(code, true, also) };
}
