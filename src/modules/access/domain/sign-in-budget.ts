/**
 * How often signing in may fail within a quarter of an hour. Somebody who guesses is stopped soon at one account; somebody
 * who guesses from many addresses is stopped at the account, and somebody who tries many accounts is stopped by address.
 * Who knows the password, and did not mistype it five times from this address, gets in whatever the others did, up to a
 * hundred failures of theirs. Each judgement costs a tenth of a second of a core, a good one too: so an account has a budget of
 * good ones as well, which only those who know the password can use up.
 */
import { hash } from 'node:crypto';
import { addressBlock } from '../../../kernel/network';
import { emailOf } from './operator';

export const failureWindowMs = 15 * 60_000;
export const maxFailuresOfPair = 5;
export const maxFailuresOfAddress = 30;
export const maxFailuresOfAccount = 100;
/** Sign-ins and changes of the password. */
export const maxGoodOfAccount = 30;

export interface FailureBudget {
  /** A hash of what is counted against: kept as it is typed, a password in the place of an e-mail would be kept too. */
  readonly subject: string;
  readonly limit: number;
}

export interface GuessBudget extends FailureBudget {
  /** The guesses that stay counted, once they are judged. */
  readonly counts: 'bad' | 'good';
}

export const budgetsOf = (email: string, address: string): readonly GuessBudget[] => {
  const [account, block] = [emailOf(email), addressBlock(address)];
  return [
    { subject: subjectOf('pair', account, block), limit: maxFailuresOfPair, counts: 'bad' },
    { subject: subjectOf('address', block), limit: maxFailuresOfAddress, counts: 'bad' },
    { subject: subjectOf('account', account), limit: maxFailuresOfAccount, counts: 'bad' },
    { subject: subjectOf('good', account), limit: maxGoodOfAccount, counts: 'good' },
  ];
};

const subjectOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex');
