/** The sessions of a run whose credential may have expressions. */
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	checkedOrRefused,
	credentialOf,
	type Session,
	type SessionLimits,
	sessionWith,
} from './session';

/**
 * The sessions of a run. Where a field of the credential is an expression, each item has a credential of its own; items
 * with the same one share a session.
 *
 * @returns the first item's session, and what gives each item its own, if that may differ
 */
export async function openSessions(
	context: IExecuteFunctions,
	limits: SessionLimits,
): Promise<{ session: Session; sessionOf?: (item: number) => Promise<Session> }> {
	const { data, mayDifferByItem } = await firstCredential(context);
	const checked = checkedOrRefused(context, data);
	const session = sessionWith(context, limits, data, checked);
	if (!mayDifferByItem) return { session };
	// By the checked credential, because a token with a space around it is the same one.
	const sessions = new Map([[JSON.stringify(checked), session]]);
	const sessionOf = async (item: number) => {
		const own = await credentialOf(context, item);
		const ownChecked = checkedOrRefused(context, own);
		const key = JSON.stringify(ownChecked);
		const shared = sessions.get(key) ?? sessionWith(context, limits, own, ownChecked);
		sessions.set(key, shared);
		return shared;
	};
	return { session, sessionOf };
}

/**
 * The first item's credential, and whether another item's may differ. To ask for each item's would cost a read of n8n's
 * database for each. So n8n is watched while it resolves the first one: if it reads the item, an expression depends on
 * it. An expression that reads no item, such as a counter, shows in the credential of the second or the last item.
 */
async function firstCredential(context: IExecuteFunctions) {
	const items = context.getInputData();
	let isItemRead = false;
	const get = (target: object, key: string | symbol): unknown => {
		isItemRead = true;
		return Reflect.get(target, key);
	};
	const watched = items.map((item, index) => (index === 0 ? new Proxy(item, { get }) : item));
	const watching = Object.create(context, {
		connectionInputData: { value: watched },
	}) as IExecuteFunctions;
	const data = await credentialOf(watching, 0);
	if (items.length <= 1) return { data, mayDifferByItem: false };
	if (isItemRead) return { data, mayDifferByItem: true };
	for (const item of new Set([1, items.length - 1])) {
		const other = await credentialOf(context, item);
		if (JSON.stringify(other) !== JSON.stringify(data)) return { data, mayDifferByItem: true };
	}
	return { data, mayDifferByItem: false };
}
