/**
 * The product's sentences of a suite. Its tests assert codes and facts, and note what was said; the last test
 * compares all of it with one snapshot, which a person can read as a page (test/README.md).
 */
export class Wording {
	/** By the name of the case, in the order of the suite. */
	readonly page = new Map<string, unknown>();

	/** Notes what is said in this test, or in the case that is named: the same one as often as it is noted. */
	note(said: unknown, of = expect.getState().currentTestName ?? ''): void {
		if (this.page.has(of)) expect([of, said]).toEqual([of, this.page.get(of)]);
		this.page.set(of, said);
	}
}
