import type { WorkflowActivateMode } from 'n8n-workflow';

/** The modes in which a person reads what an activation throws. */
export const READ: WorkflowActivateMode[] = ['activate', 'create', 'manual'];
/** In these, n8n may know more words one day, an outage stops no workflow that has worked. */
export const UNREAD = ['update', 'init', 'leadershipChange', 'somethingNew'].map(
	(mode) => mode as WorkflowActivateMode,
);

/** The modes in which a trigger that has never worked says why, and those in which it waits. */
export const ALOUD: WorkflowActivateMode[] = [...READ, 'update'];
export const QUIET = UNREAD.filter((mode) => mode !== 'update');
