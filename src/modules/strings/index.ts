/** Strings: groups of ledgers, and exact movement of value between them. Other contexts import only this file. */
import type { Page, Slice } from '../../kernel/page';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { Operate } from './application/operate';
import type { StoredRate } from './application/ports';
import type { ListedAccount } from './application/string-accounts';
import type { StringAdministration } from './application/strings';
import type { InvalidRate } from './domain/refusals';
import type { DescribedString } from './domain/string';

export type { StoredRate } from './application/ports';

export type { InvalidMembership, InvalidRate, StringCodeTaken, StringNotFound } from './domain/refusals';
export type { DescribedString, MemberLedger } from './domain/string';

export interface Strings {
  readonly administration: StringAdministration;
  /** Converts or transfers: posts both legs or none. */
  operate: Operate;
  /** Lists the customer account codes of all members: a row for each code and member ledger, in that order. */
  accounts(string: DescribedString, slice: Slice): Promise<Page<ListedAccount>>;
  /** Sets a rate: one unit of base buys `rate` units of quote. Conversions use it if the request gives no rate. */
  setRate(base: string, quote: string, rate: string, actor?: string): Promise<Outcome<InvalidRate, StoredRate>>;
  /** Returns at most `limit` stored rates, ordered by base and quote. */
  rates(limit: number): Promise<readonly StoredRate[]>;
  ratePage(slice: Slice): Promise<Page<StoredRate>>;
}

export const STRINGS = token<Strings>('Strings');
