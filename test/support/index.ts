/** What suites of several folders share: it knows the engine and the service, and expects nothing of the nodes. */
export { act, byId, CREDENTIAL, credentialOf, failureOf, given } from './actionNode';
export type { Act, Failure } from './actionNode';
export { PackageCopy, SOURCES } from './packageCopy';
export { useEngine, useForEach, useService } from './suite';
export { sideBySide, until } from './wait';
export { invite, smallService } from './world';
