/** What suites of several folders share: it knows the engine and the service, and expects nothing of the nodes. */
export { act, byId, failureOf, hintsOf, type Act, type Failure } from './actionNode';
export { ACTION, CREDENTIAL, EVERYTHING, TRIGGER } from './names';
export { PackageCopy, SOURCES } from './packageCopy';
export { given } from './given';
export { useEngine, useForEach, useService } from './suite';
export { listen, sideBySide, until } from './wait';
export { invite, smallService } from './world';
