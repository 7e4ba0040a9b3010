/** Account sets in memory: changes, lists, and balances in which each account counts once. */
import { keep } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas } from '../../../kernel/memory/tokens';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { QuotaUse } from '../../../kernel/quotas';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountSetStore, OfLedger } from '../application/ports';
import type { AccountSetReader, BalanceTotals, ReadScope } from '../application/reader';
import type { AccountSet, AccountSetId, AccountSetMember, MembershipFacts, MemberType } from '../domain/account-set';
import { standingOf, totalsAsOf } from './balances';
import { booksOf, type BooksByLedger, type KeptMember, type LedgerBooks } from './ledger-books';
import { isPartOf, MemoryReader, pageIn } from './reading';

export class MemoryAccountSets extends MemoryReader implements AccountSetStore, AccountSetReader {
  constructor(
    books: BooksByLedger,
    unitOfWork: MemoryUnitOfWork,
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {
    super(books, unitOfWork);
  }

  async insertSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    const { sets } = booksOf(this.books, ledgerId);
    if ([...sets.values()].some(({ id, code }) => code === set.code && id !== set.id)) return false;
    keep(tx, sets, set.id, set);
    return true;
  }

  async readSetUse(_: Tx, { tenantId, ledgerId }: OfLedger): Promise<QuotaUse> {
    return { count: booksOf(this.books, ledgerId).sets.size, most: this.quotas.most(tenantId, 'account_sets') };
  }

  async readSet(_: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    return booksOf(this.books, ledgerId).sets.get(accountSetId);
  }

  async updateSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    return this.insertSet(tx, ledgerId, set);
  }

  async deleteSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<boolean> {
    const { sets, members } = booksOf(this.books, ledgerId);
    if (!sets.has(accountSetId)) return false;
    for (const [place, member] of members)
      if (member.accountSetId === accountSetId || member.memberId === accountSetId) keep(tx, members, place, undefined);
    keep(tx, sets, accountSetId, undefined);
    return true;
  }

  async readMembership(
    _: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<MembershipFacts> {
    const books = booksOf(this.books, ledgerId);
    const isSet = memberType === 'account_set';
    return {
      member: nameOf(books, memberType, memberId),
      isMember: books.members.has(placeOf(accountSetId, memberId)),
      wouldContainItself: isSet && withinOf(books, memberId).has(accountSetId),
      depthAbove: depthOf(accountSetId, (id) => setsAround(books, id)),
      depthBelow: isSet ? depthOf(memberId, (id) => setsIn(books, id)) : 0,
    };
  }

  async insertMember(
    tx: Tx,
    ledgerId: LedgerId,
    { accountSetId, memberType, memberId, createdAt }: AccountSetMember,
  ): Promise<void> {
    const member = { accountSetId, memberType, memberId, createdAt };
    keep(tx, booksOf(this.books, ledgerId).members, placeOf(accountSetId, memberId), member);
  }

  async deleteMember(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberId: string,
  ): Promise<AccountSetMember | undefined> {
    const books = booksOf(this.books, ledgerId);
    const member = books.members.get(placeOf(accountSetId, memberId));
    if (member) keep(tx, books.members, placeOf(accountSetId, memberId), undefined);
    return member && named(books, member);
  }

  accountSets({ ledgerId }: ReadScope, search: string | undefined, slice: Slice): Promise<Page<AccountSet>> {
    return this.inLedger(ledgerId, ({ sets }) => {
      const found = [...sets.values()].filter(({ code, name }) => isPartOf(search, code, name));
      return pageIn(found, slice, ({ code }) => [code]);
    });
  }

  accountSet({ ledgerId }: ReadScope, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    return this.inLedger(ledgerId, ({ sets }) => sets.get(accountSetId));
  }

  accountSetMembers(
    { ledgerId }: ReadScope,
    accountSetId: AccountSetId,
    slice: Slice,
  ): Promise<Page<AccountSetMember> | undefined> {
    return this.inLedger(ledgerId, (books) => {
      if (!books.sets.has(accountSetId)) return undefined;
      const members = membersOf(books, accountSetId).map((member) => named(books, member));
      return pageIn(members, slice, ({ memberId }) => [memberId]);
    });
  }

  accountSetBalance(
    { ledgerId }: ReadScope,
    accountSetId: AccountSetId,
    asOf: Day,
  ): Promise<(BalanceTotals & { readonly set: AccountSet }) | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const set = books.sets.get(accountSetId);
      const members = [...withinOf(books, accountSetId)].flatMap((id) => membersOf(books, id));
      // An account counts once, even if several of the sets contain it.
      const accountIds = new Set(members.flatMap((one) => (one.memberType === 'account' ? [one.memberId] : [])));
      const accounts = [...books.accounts.values()].filter(({ id }) => accountIds.has(id));
      return (
        set && { set, ...totalsAsOf(books, accountIds, asOf), standing: standingOf(books, accounts, asOf, 'debit') }
      );
    });
  }
}

const placeOf = (accountSetId: AccountSetId, memberId: string): string => `${accountSetId} ${memberId}`;

const membersOf = ({ members }: LedgerBooks, setId: string): readonly KeptMember[] =>
  [...members.values()].filter(({ accountSetId }) => accountSetId === setId);

const setsIn = (books: LedgerBooks, setId: string): readonly string[] =>
  membersOf(books, setId).flatMap(({ memberType, memberId }) => (memberType === 'account_set' ? [memberId] : []));

const setsAround = ({ members }: LedgerBooks, setId: string): readonly string[] =>
  [...members.values()].flatMap(({ memberId, accountSetId }) => (memberId === setId ? [accountSetId] : []));

/** Returns the set and all sets within it. No set contains itself, so the recursion ends. */
const withinOf = (books: LedgerBooks, setId: string): ReadonlySet<string> =>
  new Set([setId, ...setsIn(books, setId).flatMap((id) => [...withinOf(books, id)])]);

/** Returns the number of sets on the longest chain that begins with this one. `next` returns the sets that follow a set. */
const depthOf = (setId: string, next: (setId: string) => readonly string[]): number =>
  1 + Math.max(0, ...next(setId).map((id) => depthOf(id, next)));

const nameOf = (
  { accounts, sets }: LedgerBooks,
  memberType: MemberType,
  memberId: string,
): { readonly code: string; readonly name: string } | undefined => {
  const kept: ReadonlyMap<string, { readonly code: string; readonly name: string }> =
    memberType === 'account' ? accounts : sets;
  const found = kept.get(memberId);
  return found && { code: found.code, name: found.name };
};

const named = (books: LedgerBooks, member: KeptMember): AccountSetMember => {
  const name = nameOf(books, member.memberType, member.memberId);
  if (!name) throw new Error(`the member ${member.memberId} is gone`);
  return { ...member, ...name };
};
