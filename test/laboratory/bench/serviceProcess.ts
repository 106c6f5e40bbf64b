/** The reference service in a process of its own, so that its work is not measured with the client's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startService } from '../../harness/service';
import type { Seed, Service } from '../../harness/service';

/** A log of some ten thousand requests would slow down the later rounds. */
const LONGEST_LOG = 2000;
const SURVEY = 'Customer relationship';

/** What the parent needs to know in order to read. */
export interface ServiceAddress {
	url: string;
	token: string;
	surveyId: string;
	invitationIds: string[];
}

/** What the parent can ask for, in the service's own process. */
const DEEDS = {
	/** Somebody completes the interview of the survey; the answer is their id. */
	complete: ({ world }: Service) => {
		const { id } = world.interview({ surveyId: world.survey(SURVEY).id }, { name: 'Newcomer' });
		return [id];
	},
	/** Whoever has only started the interview of the survey completes it. */
	completeAll: ({ world }: Service) => {
		const started = world
			.respondents(world.survey(SURVEY).id)
			.filter(({ status }) => status === 'started');
		return started.map(({ id }) => world.completeInterview(id).id);
	},
	/** The requests since this was last asked, such as `GET /api/surveys 200`. */
	requests: (service: Service) => {
		const lines = service.log.map(({ method, url, status }) => `${method} ${url} ${status}`);
		service.clearLog();
		return lines;
	},
};

export interface ServiceProcess extends ServiceAddress {
	/** Has something done in the service; not while another deed is being done. */
	ask(deed: keyof typeof DEEDS): Promise<string[]>;
	stop(): void;
}

/** Starts the process with a world of one survey; `stop` ends it. */
export async function startServiceProcess(seed: Seed = {}): Promise<ServiceProcess> {
	const child = fork(__filename, [JSON.stringify(seed)], { stdio: 'inherit' });
	const [address] = (await once(child, 'message')) as [ServiceAddress];
	return {
		...address,
		ask: async (deed) => {
			child.send(deed);
			const [answer] = (await once(child, 'message')) as [string[]];
			return answer;
		},
		stop: () => child.kill(),
	};
}

async function serve(seed: Seed): Promise<void> {
	const service = await startService({ seed: { surveys: 1, ...seed } });
	setInterval(() => {
		if (service.log.length > LONGEST_LOG) service.clearLog();
	}, 1000);
	process.on('message', (deed: keyof typeof DEEDS) => process.send?.(DEEDS[deed](service)));
	const { id: surveyId } = service.world.survey(SURVEY);
	const invitationIds = service.world.invitations(surveyId).map(({ id }) => id);
	process.send?.({ url: service.url, token: service.token, surveyId, invitationIds });
}

if (require.main === module) void serve(JSON.parse(process.argv[2] ?? '{}') as Seed);
