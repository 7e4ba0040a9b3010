/** Reads the chart in memory: ledgers, accounts and their hierarchy, journals, period locks. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import type { Page, Slice } from '../../../kernel/page';
import {
  maxTreeBytes,
  type AccountFilter,
  type AccountNode,
  type AccountWithBalance,
  type ChartReader,
  type NamedAccount,
  type ReadScope,
  type WantedLedgers,
} from '../application/reader';
import type { Account, AccountId } from '../domain/account';
import type { Journal } from '../domain/journal';
import type { Ledger } from '../domain/ledger';
import type { PeriodLock } from '../domain/period-lock';
import type { JournalId } from '../domain/transaction';
import { balanceOf, type LedgerBooks } from './ledger-books';
import { byText, downwards, inOrder, isPartOf, MemoryReader, pageIn } from './reading';

export class MemoryChartReader extends MemoryReader implements ChartReader {
  async ledger(ledgerId: LedgerId): Promise<Ledger | undefined> {
    const [ledger] = await this.ledgersWhere(({ id }) => id === ledgerId);
    return ledger;
  }

  async ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]> {
    return this.ledgersWhere(({ id }) => ledgerIds.includes(id));
  }

  async testClocks(): ReturnType<ChartReader['testClocks']> {
    return (await this.ledgersWhere(() => true)).flatMap(({ id, testClockMs }) =>
      testClockMs === null ? [] : [{ id, testClockMs }],
    );
  }

  async findLedgers({ tenantId, code, limit }: WantedLedgers): Promise<readonly Ledger[]> {
    const found = await this.ledgersWhere(
      (ledger) =>
        (tenantId === undefined || ledger.tenantId === tenantId) && (code === undefined || ledger.code === code),
    );
    return found.slice(0, limit);
  }

  async ledgerPage(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Ledger>> {
    const found = await this.ledgersWhere((ledger) => tenantId === undefined || ledger.tenantId === tenantId);
    return pageIn(found, slice, ({ id }) => [id]);
  }

  async ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined> {
    const owned = await this.ledgersWhere((ledger) => ledger.tenantId === tenantId);
    return owned.find(({ code }) => code === idOrCode) ?? owned.find(({ id }) => id === idOrCode.toLowerCase());
  }

  account({ ledgerId }: ReadScope, accountId: AccountId, today: Day): Promise<AccountWithBalance | undefined> {
    return this.inLedger(ledgerId, (books) => accountsOf(books, today).find(({ id }) => id === accountId));
  }

  accounts(
    { ledgerId }: ReadScope,
    filter: AccountFilter,
    slice: Slice,
    today: Day,
  ): Promise<Page<AccountWithBalance>> {
    return this.inLedger(ledgerId, (books) => pageIn(accountsOf(books, today).filter(fits(filter)), slice, byCode));
  }

  accountTree({ ledgerId }: ReadScope, filter: AccountFilter, today: Day): Promise<readonly AccountNode[] | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const accounts = accountsOf(books, today).sort(inCodeOrder);
      const bytes = accounts.reduce((sum, account) => sum + bytesOf(account), 0);
      return bytes > maxTreeBytes ? undefined : treesOf(accounts, null, fits(filter));
    });
  }

  async accountsNamed(ledgerIds: readonly LedgerId[], codes: readonly string[]): Promise<readonly NamedAccount[]> {
    return this.inAll((all) =>
      among(all, ledgerIds).flatMap(({ ledger, accounts }) =>
        [...accounts.values()]
          .filter(({ code }) => codes.includes(code))
          .map(({ id, code, name, type, category, normalBalance, isActive }) => ({
            ...{ ledgerId: ledger.id, id, code, name, type, category, normalBalance, isActive },
          })),
      ),
    );
  }

  async customerCodes(
    ledgerIds: readonly LedgerId[],
    from: string | undefined,
    direction: Slice['direction'],
    limit: number,
  ): Promise<readonly string[]> {
    const compare = direction === 'forward' ? byText : downwards(byText);
    return this.inAll((all) => {
      const customers = among(all, ledgerIds).flatMap(({ accounts }) =>
        [...accounts.values()].filter(({ category }) => category === 'customer'),
      );
      return [...new Set(customers.map(({ code }) => code))]
        .filter((code) => from === undefined || compare(code, from) >= 0)
        .sort(compare)
        .slice(0, limit);
    });
  }

  journals({ ledgerId }: ReadScope, slice: Slice): Promise<Page<Journal>> {
    return this.inLedger(ledgerId, ({ journals }) => pageIn([...journals.values()], slice, byCode));
  }

  journal({ ledgerId }: ReadScope, journalId: JournalId): Promise<Journal | undefined> {
    return this.inLedger(ledgerId, ({ journals }) => journals.get(journalId));
  }

  periodLocks({ ledgerId }: ReadScope, slice: Slice): Promise<Page<PeriodLock>> {
    return this.inLedger(ledgerId, ({ locks }) =>
      pageIn([...locks.values()], slice, ({ id }) => [id], inOrder(downwards(byText))),
    );
  }

  /** Returns the matching ledgers, sorted by code. */
  private ledgersWhere(isWanted: (ledger: Ledger) => boolean): Promise<readonly Ledger[]> {
    return this.inAll((all) =>
      all
        .map(({ ledger }) => ledger)
        .filter(isWanted)
        .sort((one, other) => byText(one.code, other.code) || byText(one.id, other.id)),
    );
  }
}

const byCode = ({ code }: { readonly code: string }): readonly string[] => [code];
const inCodeOrder = (one: Account, other: Account): number => byText(one.code, other.code);

const among = (all: readonly LedgerBooks[], ledgerIds: readonly LedgerId[]): readonly LedgerBooks[] =>
  all.filter(({ ledger }) => ledgerIds.includes(ledger.id));

const accountsOf = (books: LedgerBooks, today: Day): AccountWithBalance[] =>
  [...books.accounts.values()].map((account) => ({ ...account, balance: balanceOf(books, account, today) }));

const fits =
  ({ type, isActive, isGroup, parentId, search }: AccountFilter) =>
  (account: Account): boolean =>
    (type === undefined || account.type === type) &&
    (isActive === undefined || account.isActive === isActive) &&
    (isGroup === undefined || account.isGroup === isGroup) &&
    (parentId === undefined || account.parentId === parentId) &&
    isPartOf(search, account.code, account.name);

/** Returns the matching accounts and all their ancestors as trees. */
const treesOf = (
  accounts: readonly AccountWithBalance[],
  under: AccountId | null,
  isWanted: (account: Account) => boolean,
): readonly AccountNode[] =>
  accounts
    .filter(({ parentId }) => parentId === under)
    .map((account) => ({ account, children: treesOf(accounts, account.id, isWanted) }))
    .filter((node) => node.children.length > 0 || isWanted(node.account));

/** Estimates the bytes of a printed account: a constant for its fixed members, plus the bytes of its free texts. */
const bytesOf = ({ name, description, metadata }: Account): number =>
  [name, description ?? '', metadata === null ? '' : JSON.stringify(metadata)].reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    480,
  );
