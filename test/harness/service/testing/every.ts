import { DIALECT_NAMES, startService } from '../index';
import type { DialectName, Service, ServiceOptions } from '../index';
import { clientOf } from './client';
import type { Client } from './client';

export interface Setup {
	service: Service;
	call: Client;
	dialect: DialectName;
	/** What is expected of the dialect that is tried. */
	by<T>(expected: Readonly<Record<DialectName, T>>): T;
	/** Ids of the seeded surveys: many answers, anonymous, anonymous with few, none. */
	surveys: { many: string; anonymous: string; few: string; none: string };
}

/** Runs the tests once in each dialect, each test with a service of its own. */
export function inEveryDialect(
	tests: (setup: () => Setup) => void,
	options: Omit<ServiceOptions, 'dialect'> = {},
) {
	describe.each(DIALECT_NAMES)('dialect %s', (dialect) => {
		let setup: Setup;
		beforeEach(async () => {
			setup = await startWith({ dialect, ...options });
		});
		afterEach(() => setup.service.stop());
		tests(() => setup);
	});
}

export async function startWith(
	options: Omit<ServiceOptions, 'dialect'> & { dialect?: DialectName },
): Promise<Setup> {
	const service = await startService(options);
	const named = (name: string) => service.world.surveys().find((one) => one.name.startsWith(name));
	const dialect = options.dialect ?? 'plain';
	return {
		service,
		call: clientOf(service),
		dialect,
		by: (expected) => expected[dialect],
		surveys: {
			many: named('Customer')?.id ?? '',
			anonymous: named('Workplace')?.id ?? '',
			few: named('Leadership')?.id ?? '',
			none: named('Onboarding')?.id ?? '',
		},
	};
}
