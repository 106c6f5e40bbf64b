import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../../harness/engine';
import type { FaultRule } from '../../harness/service';
import { historyOf, type Options } from './history';
import type { Finding } from './judge';
import { play, type Planted } from './play';

/** What Sync is shown of the survey's invitations, instead of what there is. */
function shown(alter: (all: IDataObject[]) => IDataObject[]): Planted['wire'] {
	const rewrite = (body: string) => {
		const list = JSON.parse(body) as IDataObject[];
		return JSON.stringify(Array.isArray(list) ? alter(list) : list);
	};
	return () => ({
		match: { operation: 'invitation.getAll' },
		fault: { kind: 'rewritten body', rewrite },
		times: Infinity,
	});
}

const first = (change: IDataObject) => (all: IDataObject[]) =>
	all.map((one, place) => (place === 0 && one.recipient_email ? { ...one, ...change } : one));

interface Wrong extends Planted {
	finds: Array<Finding['what']>;
	/** Only histories with this option can show it. */
	needs?: keyof Options;
}

/** Another `Sync`, wrong in one way each: it is asked, shown or quoted wrongly. The judge must find every one. */
export const PLANTED: Record<string, Wrong> = {
	'an invitation is overlooked': {
		wire: shown((all) => all.slice(1)),
		finds: ['twice'],
	},
	'external IDs are overlooked': {
		wire: shown((all) => all.map((one) => ({ ...one, recipient_external_id: null }))),
		finds: ['again', 'rewritten'],
	},
	'a used invitation counts as an open one': {
		wire: shown((all) => all.map((one) => ({ ...one, status: 'open', used_count: 0 }))),
		finds: ['rewritten'],
	},
	'somebody in the list seems to be gone': {
		wire: shown(first({ recipient_email: 'gone@example.com', recipient_external_id: 'gone' })),
		finds: ['revoked'],
	},
	'a property seems to differ in each run': {
		wire: shown((all) => all.map((one) => ({ ...one, properties: { team: 'Odd' } }))),
		finds: ['again'],
	},
	'a create is sent twice': {
		wire: ({ service, surveys: [survey = ''] }): FaultRule => ({
			match: { operation: 'invitation.createPersonal' },
			fault: {
				kind: 'rewritten body',
				rewrite: (body) => {
					const made = JSON.parse(body) as { recipient_email?: string };
					const recipientEmail = made.recipient_email;
					service.world.createInvitation(survey, 'personal', { recipientEmail });
					return body;
				},
			},
			times: Infinity,
		}),
		finds: ['twice'],
	},
	'a dry run is none': {
		ask: (parameters) => void (parameters.dryRun = false),
		finds: ['dry'],
	},
	'nobody has opted out': {
		ask: (parameters) => void delete (parameters.options as IDataObject).neverCreateFor,
		finds: ['optOut'],
	},
	'recent invitations do not count': {
		ask: (parameters) => void delete (parameters.options as IDataObject).notInvitedWithin,
		needs: 'notInvitedWithin',
		finds: ['optOut'],
	},
	'Max Creates is not heeded': {
		ask: (parameters) => void delete (parameters.options as IDataObject).maxCreates,
		needs: 'maxCreates',
		finds: ['guard'],
	},
	'properties that a contact lacks are removed': {
		ask: (parameters) => void ((parameters.options as IDataObject).propertiesMode = 'replace'),
		finds: ['content'],
	},
	'an ID of several people is theirs': {
		ask: (parameters) => void (parameters.matchBy = 'externalId'),
		finds: ['twice', 'rewritten'],
	},
	'the last row has no item': {
		answer: (items) => items.slice(0, -1),
		finds: ['rows'],
	},
	'what is unchanged is called updated': {
		answer: (items) =>
			items.map((item) => (item.action === 'unchanged' ? { ...item, action: 'updated' } : item)),
		finds: ['untold'],
	},
};

/** Plays histories with a planted mistake until the judge finds it. */
export async function prove(name: string, engine: Engine, histories: number) {
	const { finds, needs, ...planted } = PLANTED[name] ?? { finds: [], needs: undefined };
	for (let number = 0, played = 0; played < histories; number++) {
		const history = historyOf(1, number);
		if (needs && history.options[needs] === undefined) continue;
		played++;
		const findings = await play(history, engine, planted);
		const found = findings.find(({ what }) => finds.includes(what));
		if (found) return { found, after: played };
	}
	return { after: histories };
}
