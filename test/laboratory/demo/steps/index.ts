import type { Step } from '../stage';
import { anonymity } from './anonymity';
import { erasure } from './erasure';
import { invitations } from './invitations';
import { mailing } from './mailing';
import { quotes } from './quotes';
import { trigger } from './trigger';

/**
 * The steps in the order in which they are told: the mailing goes to those who were just invited, and the
 * trigger comes last, because it moves the service's clock on by hours.
 */
export const STEPS: readonly Step[] = [invitations, mailing, quotes, erasure, anonymity, trigger];
