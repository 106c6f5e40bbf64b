/** The reference service in a process of its own, so that its work is not measured with the client's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startService } from '../service';

/** What the parent needs to know in order to read. */
export interface ServiceAddress {
	url: string;
	token: string;
	invitationIds: string[];
}

/** Starts the process; `stop` ends it. */
export async function startServiceProcess(): Promise<ServiceAddress & { stop: () => void }> {
	const child = fork(__filename, { stdio: 'inherit' });
	const [address] = (await once(child, 'message')) as [ServiceAddress];
	return { ...address, stop: () => child.kill() };
}

async function serve(): Promise<void> {
	const service = await startService({ seed: { surveys: 1 } });
	// A log of some ten thousand requests would slow down the later rounds.
	setInterval(() => service.clearLog(), 1000);
	const survey = service.world.survey('Customer relationship');
	const invitationIds = service.world.invitations(survey.id).map(({ id }) => id);
	process.send?.({ url: service.url, token: service.token, invitationIds });
}

if (require.main === module) void serve();
