/** The entry of the engine harness: runs of an execution, and the parts for whoever builds on it. */
export * from './engine';
export { additionalData } from './additional-data';
export { NO_OP, SOURCE, builtInNodes } from './built-in-nodes';
export { collectLogs } from './logs';
export { PROJECT } from './project';
export { buildWorkflow } from './workflow';
