/** A list that arrives in batches of a few entries, with turns of the event loop between them. */
export async function* arrivingInParts<Value>(list: readonly Value[], size: number) {
	for (let start = 0; start < list.length; start += size)
		yield await Promise.resolve(list.slice(start, start + size));
}
