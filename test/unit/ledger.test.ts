import { dropLedgers, ledgerCount, ledgerOf } from '../../nodes/SurveyInterview/run/retryOnFail';

describe('the ledger', () => {
	const of = (executionId: string, node = 'node', runIndex = 0) =>
		ledgerOf({ executionId, node, runIndex });

	it('keeps what may be under way, and lets go what nobody has used for hours', () => {
		const first = of('execution 0');
		for (let n = 1; n < 2000; n++) of(`execution ${n}`);
		// Still under way, however many others came and went.
		expect(of('execution 0')).toBe(first);

		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 7 * 3_600_000);
		try {
			of('execution of tomorrow');
			expect(ledgerCount()).toBe(1);
		} finally {
			clock.mockRestore();
		}
		dropLedgers('execution of tomorrow');
	});

	it('is one for each node and round, and goes with its execution', () => {
		const before = ledgerCount();
		const ledgers = [of('7'), of('7', 'node', 1), of('7', 'other'), of('77')];

		expect(new Set(ledgers).size).toBe(4);
		dropLedgers('7');
		expect(of('77')).toBe(ledgers[3]);
		dropLedgers('77');
		expect(ledgerCount()).toBeLessThanOrEqual(before);
		expect(of('7')).not.toBe(ledgers[0]);
		dropLedgers('7');
	});
});
