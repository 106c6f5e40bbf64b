/**
 * docs/operations.md, Fields: "A filter or a part of the audience without a value is refused", and
 * docs/operations.md, Fields: "Additional Fields (JSON) is checked like the form for every field that the form has". Create
 * refuses these; Update sends them, and says "no filters" of some that it sends.
 */
import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, mailing, RECORD, startAttacker, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() => startAttacker(() => ({ json: mailing() })),
);

it.each<[string]>([['["csv"]'], ['"csv"'], ['{}']])(
	'Mailing → Update does not send filters %s',
	async (filters) => {
		await go(engine, attacker, 'mailing.update', {
			mailingId: byId(RECORD),
			updateFields: { subject_override: 'New' },
			options: { additionalFieldsJson: `{"filters":${filters}}` },
		});
		expect(attacker.asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
	},
);
