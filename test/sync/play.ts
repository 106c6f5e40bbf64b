import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Engine, Run } from '../harness/engine';
import type { LoggedRequest, Service } from '../harness/service';
import { act, byId } from '../harness/support';
import type { History, Round } from './history';
import { judgeGuards, openIn, type Open } from './guarding';
import { judgeAgreement } from './judge';
import { addressOf, dateNew, idOf, rowOf, seed, stateOf } from './people';
import { createSurvey, withColumns, writesIn } from './stage';
import { faultsOfRows } from './row';
import { actionsIn, hasWrongWords, isWhole, messageOf, planIn } from './told';

/** What came of a history: one sentence for each thing that is wrong, and what happened, in figures. */
export interface Verdict {
	wrong: string[];
	runs: number;
	writes: number;
	broken: number;
	refused: number;
}

/** Plays a history twice in one service: undisturbed, and in twins of the surveys with all its trouble. */
export async function play(engine: Engine, service: Service, history: History): Promise<Verdict> {
	const player = new Player(engine, service, history);
	for (const [place, round] of history.rounds.entries()) await player.round(round, place);
	return player.verdict;
}

/** Few expressions, for n8n takes longer for each than the sync for a contact. */
const MAPPED: INodeParameters = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.id }}',
	recipient_name: '={{ $json.name }}',
	contactFields: {
		properties: {
			values: [
				{ key: 'team', value: '={{ $json.team }}' },
				{ key: 'level', value: '={{ $json.level }}' },
			],
		},
	},
};

interface Approval {
	dryRun?: boolean;
	/** What a dry run said. */
	approvedSteps?: unknown[];
}

class Player {
	readonly verdict: Verdict = { wrong: [], runs: 0, writes: 0, broken: 0, refused: 0 };
	private readonly calm: string[];
	private readonly troubled: string[];
	/** A limit holds for a token, and nobody waits for it here. */
	private token: string;

	constructor(
		private readonly engine: Engine,
		private readonly service: Service,
		{ before }: History,
	) {
		const twins = () => ['A', 'B'].map((name) => createSurvey(service, name));
		this.calm = twins();
		this.troubled = twins();
		this.token = service.issueToken();
		for (const surveys of [this.calm, this.troubled]) {
			before.forEach((one, place) => seed(service, surveys[one.survey] ?? '', one, place));
		}
	}

	async round(round: Round, place: number): Promise<void> {
		const { service } = this;
		const open = openIn(service, this.calm);
		const dry = await this.run(round, this.calm, { dryRun: true });
		this.expect(writesIn(service).length === 0, 'a dry run wrote');
		this.expect(!hasWrongWords(dry, true), 'a dry run speaks of deeds');
		// Every second time as somebody approved it; that must be all the same.
		const approvedSteps =
			dry.error || place % 2 === 0 ? undefined : dry.items.map(({ json }) => json.stepId ?? null);
		const calm = await this.run(round, this.calm, { approvedSteps });
		this.expect(!hasWrongWords(calm, false), 'a real run speaks as a dry run');
		this.guarded(round, this.calm, open);
		const { propertiesAsColumns } = round.options;
		const plans = [dry, calm].map((run) => planIn(run, propertiesAsColumns));
		this.same('dry run and real run differ', plans[0], plans[1]);
		const before = openIn(service, this.troubled);
		const disturbed = await this.inTrouble(round);
		this.guarded(round, this.troubled, before);
		this.fates(round, disturbed);
		let last = await this.run(round, this.troubled);
		this.same(
			'the end differs from an undisturbed one',
			this.states(this.troubled),
			this.states(this.calm),
		);
		if (!calm.error && (round.trouble === undefined || (round.retryOnFail && isWhole(disturbed)))) {
			this.same('the output differs', actionsIn(disturbed), actionsIn(calm));
		}
		if (round.trouble) last = await this.run(round, this.troubled);
		this.expect(writesIn(service).length === 0, 'a run after the last one wrote');
		if (last.error) {
			this.verdict.refused++;
			this.same('a guard refuses one twin alone', messageOf(last), messageOf(calm));
		} else {
			const rows = this.rows(round, this.troubled);
			this.verdict.wrong.push(...judgeAgreement(service, round.options, rows, last));
		}
		for (const surveyId of [...this.calm, ...this.troubled]) dateNew(service, surveyId, place);
	}

	private async inTrouble(round: Round): Promise<Run> {
		const { service } = this;
		const killer = new AbortController();
		const { trouble } = round;
		if (trouble) {
			const matches = ({ method, path }: LoggedRequest) =>
				trouble.with === 'lists'
					? method === 'GET' && path.endsWith('/invitations')
					: method !== 'GET';
			let seen = 0;
			const isHere = (request: LoggedRequest) => matches(request) && seen++ === trouble.at;
			service.faults.inject(
				trouble.what === 'killed'
					? {
							match: (request) => {
								if (isHere(request)) killer.abort();
								return false;
							},
							fault: { kind: 'hang' },
						}
					: { match: matches, skip: trouble.at, fault: trouble.what, times: trouble.times },
			);
		}
		const run = await this.run(round, this.troubled, {}, killer.signal, round);
		await service.idle();
		service.faults.clear();
		this.token = service.issueToken();
		if (run.error) this.verdict.broken++;
		return run;
	}

	private rows({ contacts }: Round, surveys: string[]): IDataObject[] {
		return contacts.map((one) => rowOf(one, surveys[one.survey] ?? ''));
	}

	private async run(
		round: Round,
		surveys: string[],
		{ dryRun = false, approvedSteps }: Approval = {},
		signal?: AbortSignal,
		{ retryOnFail = false, onError = undefined }: Partial<Round> = {},
	): Promise<Run> {
		this.service.clearLog();
		const { matchBy, optedOut, maxCreates, ...options } = round.options;
		const isOne = round.contacts.every(({ survey }) => survey === 0);
		const run = await act(this.engine, this.service, {
			operation: 'invitation.sync',
			token: this.token,
			items: withColumns(this.rows(round, surveys)),
			signal,
			node: { retryOnFail, maxTries: 3, waitBetweenTries: 1, onError },
			parameters: {
				output: 'everything',
				...MAPPED,
				surveyId: byId(isOne ? (surveys[0] ?? '') : '={{ $json.survey }}'),
				matchBy,
				options: {
					...options,
					...(maxCreates === undefined ? {} : { maxCreates }),
					neverCreateFor: optedOut.flatMap((one) => [addressOf(one), idOf(one)]),
					...(approvedSteps ? { approvedSteps: approvedSteps as string[] } : {}),
					maxWait: 0,
				},
				dryRun,
			},
		});
		this.verdict.runs++;
		this.verdict.writes += writesIn(this.service).length;
		const [fault] = faultsOfRows(run, options.propertiesAsColumns);
		if (fault !== undefined) this.verdict.wrong.push(`an item is not as it should be: ${fault}`);
		return run;
	}

	private guarded(round: Round, surveys: string[], open: Open[]): void {
		const rows = this.rows(round, surveys);
		this.verdict.wrong.push(...judgeGuards(this.service, round.options, rows, open));
	}

	private fates({ contacts }: Round, run: Run): void {
		if (run.error) return;
		const told = new Set(run.outputs.flat().map(({ pairedItem }) => JSON.stringify(pairedItem)));
		const missing = contacts.findIndex((_, item) => !told.has(JSON.stringify({ item })));
		this.expect(missing === -1, `nothing was said of item ${missing}`);
	}

	private states(surveys: string[]): string[][] {
		return surveys.map((id) => stateOf(this.service, id));
	}

	private expect(isSo: boolean, otherwise: string): void {
		if (!isSo) this.verdict.wrong.push(otherwise);
	}

	private same(otherwise: string, one: unknown, other: unknown): void {
		const texts = [one, other].map((value) => JSON.stringify(value));
		this.expect(texts[0] === texts[1], `${otherwise}: ${texts.join(' / ')}`);
	}
}
