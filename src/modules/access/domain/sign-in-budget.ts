/**
 * How often signing in may fail within a quarter of an hour. An attacker on one account is soon stopped; one who
 * guesses from many addresses is stopped by the account's budget, and one who tries many accounts by the address's. A
 * person who knows the password, and has not mistyped it five times from this address, can sign in until other
 * addresses have caused a hundred failures. Each judgement costs a tenth of a second of a core, a successful one too:
 * so an account also has a budget of successes, which only those who know the password can use up.
 */
import { hash } from 'node:crypto';
import { addressBlock } from '../../../kernel/network';
import { emailOf } from './operator';

export const failureWindowMs = 15 * 60_000;
export const maxFailuresOfPair = 5;
export const maxFailuresOfAddress = 30;
export const maxFailuresOfAccount = 100;
/** The most successful sign-ins and password changes of one account in the window. */
export const maxGoodOfAccount = 30;

export interface FailureBudget {
  /**
   * A hash of the account or address: if it were stored as typed, a password typed in place of an e-mail would be
   * stored too.
   */
  readonly subject: string;
  readonly limit: number;
}

export interface GuessBudget extends FailureBudget {
  /** The guesses that remain counted after they are judged. */
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
