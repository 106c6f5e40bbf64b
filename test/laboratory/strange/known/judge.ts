/** One service against every part of the package that reads its records: they agree with each other and the truth. */
import { recordKindOf } from '../../../../nodes/SurveyInterview/check/answers';
import { RECORD_KINDS } from '../../../../nodes/SurveyInterview/facts/kinds';
import { faultsOfCompletions, faultsOfMailings } from './events';
import {
	asRead,
	faultsOfCheck,
	faultsOfOutput,
	laterMailings,
	samplesOf,
	type Sample,
} from './output';
import { faultsOfFilters, faultsOfFind, faultsOfSync } from './people';
import { KnownService } from './service';

/** Every kind that has a description. */
export const KINDS = Object.keys(RECORD_KINDS);

/** What is wrong in one service, and how many records of each kind were looked at. */
export interface Judged {
	faults: string[];
	records: Record<string, number>;
}

export function judge(seed: number, index: number): Judged {
	const service = new KnownService(seed, index);
	const samples = samplesOf(service).map((sample) => asRead(sample, service));
	const faults = samples.flatMap((sample) => faultsOf(sample, service));
	const replay = `STRANGE_SEED=${seed} STRANGE_INDEX=${index}`;
	const counts: Judged['records'] = {};
	const note = (kind: string, { length }: readonly unknown[]) =>
		(counts[kind] = (counts[kind] ?? 0) + length);
	for (const { area, records, inside = {} } of samples) {
		note(recordKindOf(area), records);
		for (const [kind, of] of Object.entries(inside)) note(kind, of);
	}
	return {
		faults: faults.map((fault) => `${replay}: ${fault}`),
		records: counts,
	};
}

function faultsOf(sample: Sample, service: KnownService): string[] {
	const { area } = sample;
	const isOfPeople = area === 'respondents' || area === 'invitations';
	const own = [
		...(isOfPeople ? [...faultsOfFind(sample), ...faultsOfFilters(sample)] : []),
		...(area === 'respondents' ? faultsOfCompletions(sample) : []),
		...(area === 'invitations' ? faultsOfSync(sample) : []),
		...(area === 'mailings' && hasOwnStatus(sample, service)
			? faultsOfMailings(sample, laterMailings(service, sample))
			: []),
	];
	return [...faultsOfOutput(sample), ...faultsOfCheck(sample), ...own];
}

/**
 * The trigger reads the status of a mailing from the key `status` of the record alone, and not as the output does:
 * of another spelling, in JSON:API and by Field Names, nothing comes (trigger/events/mailingStatusChanged.ts).
 */
const hasOwnStatus = ({ records }: Sample, { fieldNames }: KnownService) =>
	fieldNames?.mailing?.status === undefined && records.every(({ record }) => 'status' in record);
