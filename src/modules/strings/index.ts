/** Strings: groups of ledgers, and exact movement of value between them. This file is all that other contexts see. */
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
  /** Converts or transfers: both legs or none. */
  operate: Operate;
  /** Each customer account code of any member, once for every member ledger, by code and ledger code. */
  accounts(string: DescribedString, slice: Slice): Promise<Page<ListedAccount>>;
  /** One unit of base buys `rate` units of quote; used by conversions that bring no rate. */
  setRate(base: string, quote: string, rate: string, actor?: string): Promise<Outcome<InvalidRate, StoredRate>>;
  /** Stored rates by base and quote, at most `limit`. */
  rates(limit: number): Promise<readonly StoredRate[]>;
  ratePage(slice: Slice): Promise<Page<StoredRate>>;
}

export const STRINGS = token<Strings>('Strings');
