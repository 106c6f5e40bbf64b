/** Opens the sessions of a run: one, or one for each different credential, which may depend on the item. */
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	checkedCredentialOf,
	credentialOf,
	type Session,
	type SessionLimits,
	makeSession,
} from './session';

/**
 * Where a field of the credential is an expression, each item may have another credential. Items with the same one
 * share a session.
 *
 * @returns the first item's session, and if another item's may differ, a function that gives the session of each item
 */
export async function openSessions(
	context: IExecuteFunctions,
	limits: SessionLimits,
): Promise<{ session: Session; sessionOf?: (item: number) => Promise<Session> }> {
	const { data, mayDifferByItem } = await firstCredential(context);
	const checked = checkedCredentialOf(context, data);
	const session = makeSession(context, limits, data, checked);
	if (!mayDifferByItem) return { session };
	// The key is the checked credential, because a token with a space around it is the same token.
	const sessions = new Map([[JSON.stringify(checked), session]]);
	const sessionOf = async (item: number) => {
		const itemData = await credentialOf(context, item);
		const itemChecked = checkedCredentialOf(context, itemData);
		const key = JSON.stringify(itemChecked);
		const shared = sessions.get(key) ?? makeSession(context, limits, itemData, itemChecked);
		sessions.set(key, shared);
		return shared;
	};
	return { session, sessionOf };
}

/**
 * The first item's credential, and whether another item's may differ. To ask for that of every item would cost a read
 * of n8n's database for each. So n8n is watched while it resolves the first one: if it reads the item, an expression
 * depends on it. An expression that reads no item, such as `$itemIndex`, shows in the second or the last credential.
 */
async function firstCredential(context: IExecuteFunctions) {
	const items = context.getInputData();
	let isItemRead = false;
	const noteRead = (target: object, key: string | symbol): unknown => {
		isItemRead = true;
		return Reflect.get(target, key);
	};
	const watchedItems = items.map((item, index) =>
		index === 0 ? new Proxy(item, { get: noteRead }) : item,
	);
	const watchedContext = Object.create(context, {
		connectionInputData: { value: watchedItems },
	}) as IExecuteFunctions;
	const data = await credentialOf(watchedContext, 0);
	if (items.length <= 1) return { data, mayDifferByItem: false };
	if (isItemRead) return { data, mayDifferByItem: true };
	for (const item of new Set([1, items.length - 1])) {
		const otherData = await credentialOf(context, item);
		if (JSON.stringify(otherData) !== JSON.stringify(data)) return { data, mayDifferByItem: true };
	}
	return { data, mayDifferByItem: false };
}
