/** Lists the customer account codes of all members (GET /strings/{code}/accounts): a row for each code and member ledger. */
import { idFromName } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { pageOf } from '../../../kernel/page';
import type { Ledgering } from '../../ledgering';
import { modelOf, type StringAccount } from '../domain/operation';
import type { DescribedString, MemberLedger } from '../domain/string';

export interface ListedAccount extends Omit<StringAccount, 'ledgerId'> {
  readonly ledger: MemberLedger;
  /** Whether the account exists. If not, the row describes the account that a conversion would open. */
  readonly materialized: boolean;
}

export const listStringAccounts = async (
  ledgering: Ledgering,
  string: DescribedString,
  slice: Slice,
): Promise<Page<ListedAccount>> => {
  const { members, memberIds } = string;
  const [fromCode, fromLedger] = slice.from ?? [];
  // Each code yields a row for each member, so `limit + 1` rows need at most `limit + 1` codes. One more is read, because all rows of the
  // first code may be on the previous page.
  const codes = await ledgering.customerCodes(memberIds, fromCode, slice.direction, slice.limit + 2);
  const accounts = codes.length > 0 ? await ledgering.accountsNamed(memberIds, codes) : [];
  const forward = slice.direction === 'forward';
  const ledgers = forward ? members : [...members].reverse();
  const rows = codes.flatMap((code) => {
    const model = modelOf(string, accounts, code);
    return ledgers.flatMap((ledger): ListedAccount[] => {
      const found = accounts.find((account) => account.ledgerId === ledger.id && account.code === code);
      if (found) return [{ ...found, ledger, materialized: true }];
      return model ? [{ ...model, id: idFromName(ledger.id, code), isActive: true, ledger, materialized: false }] : [];
    });
  });
  const behind = rows.filter(
    ({ code, ledger }) => code !== fromCode || fromLedger === undefined || isBehind(ledger.code, fromLedger, forward),
  );
  return pageOf(behind.slice(0, slice.limit + 1), slice, ({ code, ledger }) => [code, ledger.code]);
};

const isBehind = (ledgerCode: string, from: string, forward: boolean): boolean =>
  forward ? ledgerCode > from : ledgerCode < from;
