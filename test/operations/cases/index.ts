import type { Cases } from '../case';
import { invitationCases } from './invitations';
import { mailingCases } from './mailings';
import { respondentCases, resultCases, tokenCases } from './results';
import { propertyCases, surveyCases, themeCases } from './surveys';

/** A case for each operation of the contract, and for those that the package adds. */
export const CASES: Cases = {
	...surveyCases,
	...propertyCases,
	...themeCases,
	...invitationCases,
	...respondentCases,
	...resultCases,
	...mailingCases,
	...tokenCases,
};
