import type { Operation } from '../http/operation';
import { invitationOperations } from './invitations';
import { mailingOperations } from './mailings';
import { propertyOperations } from './properties';
import { respondentOperations } from './respondents';
import { resultOperations } from './results';
import { surveyOperations } from './surveys';
import { themeOperations } from './themes';
import { tokenOperations } from './token';

/** Every endpoint of the specification. */
export const OPERATIONS: readonly Operation[] = [
	...surveyOperations,
	...propertyOperations,
	...themeOperations,
	...invitationOperations,
	...respondentOperations,
	...resultOperations,
	...mailingOperations,
	...tokenOperations,
];
