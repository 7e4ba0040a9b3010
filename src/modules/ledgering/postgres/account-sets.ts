/** Account sets on PostgreSQL: written in turns, read as lists and as balances over their distinct accounts. */
import type { Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { execute, instantOf, query, queryText } from '../../../kernel/postgres/sql';
import { fetchRows } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountSetStore } from '../application/ports';
import type { AccountSetReader, BalanceTotals } from '../application/reader';
import type { AccountSet, AccountSetId, AccountSetMember, MembershipFacts, MemberType } from '../domain/account-set';
import { Conditions, keyset, likePattern } from './conditions';
import {
  deleteMember,
  deleteSet,
  insertMember,
  insertSet,
  readMembership,
  readSet,
  readSetBalance,
  selectMembers,
  updateSet,
} from './account-set-statements';
import { totalsOf, type TotalsRow } from './totals';
import { readUndoneOfSet, toUndone } from './undone';

export class PostgresAccountSets implements AccountSetStore, AccountSetReader {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async insertSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    return (await execute(tx, insertSet, [...setValues(ledgerId, set), set.createdAt.toISOString()])) === 1;
  }

  async readSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    const [row] = await query<SetRow>(tx, readSet, [ledgerId, accountSetId]);
    return row && toSet(row);
  }

  async updateSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    return (await execute(tx, updateSet, [...setValues(ledgerId, set), set.updatedAt.toISOString()])) === 1;
  }

  async deleteSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<boolean> {
    return (await execute(tx, deleteSet, [ledgerId, accountSetId])) === 1;
  }

  async readMembership(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<MembershipFacts> {
    const [row] = await query<MembershipRow>(tx, readMembership, [ledgerId, accountSetId, memberType, memberId]);
    if (!row) throw new Error('a select without a table gave no row');
    return {
      member: row.code === null || row.name === null ? undefined : { code: row.code, name: row.name },
      isMember: row.is_member,
      wouldContainItself: row.would_contain_itself,
      depthAbove: row.depth_above,
      depthBelow: row.depth_below,
    };
  }

  async insertMember(tx: Tx, ledgerId: LedgerId, member: AccountSetMember): Promise<void> {
    await execute(tx, insertMember, [
      ledgerId,
      member.accountSetId,
      member.memberId,
      member.memberType === 'account' ? member.memberId : null,
      member.memberType === 'account_set' ? member.memberId : null,
      member.createdAt.toISOString(),
    ]);
  }

  async deleteMember(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberId: string,
  ): Promise<AccountSetMember | undefined> {
    const [row] = await queryText<MemberRow>(tx, `${selectMembers} and m.member_id = $3::uuid`, [
      ledgerId,
      accountSetId,
      memberId,
    ]);
    if (row) await execute(tx, deleteMember, [ledgerId, accountSetId, memberId]);
    return row && toMember(row);
  }

  async accountSets(ledgerId: LedgerId, search: string | undefined, slice: Slice): Promise<Page<AccountSet>> {
    const where = new Conditions(ledgerId);
    if (search !== undefined) where.add((value) => `(code ilike ${value} or name ilike ${value})`, likePattern(search));
    const { order } = keyset(where, slice, [['code', 'text']], 'ascending');
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      const rows = await queryText<SetRow>(
        tx,
        `select * from account_sets where ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toSet), slice, ({ code }) => [code]);
    });
  }

  async accountSet(ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => this.readSet(tx, ledgerId, accountSetId));
  }

  async accountSetMembers(
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    slice: Slice,
  ): Promise<Page<AccountSetMember> | undefined> {
    const where = new Conditions(ledgerId);
    where.bind(accountSetId);
    const { order } = keyset(where, slice, [['m.member_id', 'uuid']], 'ascending');
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      if (!(await this.readSet(tx, ledgerId, accountSetId))) return undefined;
      const rows = await queryText<MemberRow>(
        tx,
        `${selectMembers} ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toMember), slice, ({ memberId }) => [memberId]);
    });
  }

  async accountSetBalance(
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    asOf: Day,
  ): Promise<(BalanceTotals & { readonly set: AccountSet }) | undefined> {
    return this.unitOfWork.read(
      { ledgerIds: [ledgerId] },
      async (tx) => {
        const set = await this.readSet(tx, ledgerId, accountSetId);
        if (!set) return undefined;
        const [rows, [undone]] = await Promise.all([
          query<TotalsRow>(tx, readSetBalance, [ledgerId, accountSetId, asOf]),
          fetchRows(tx, readUndoneOfSet, { ledger_id: ledgerId, account_set_id: accountSetId, as_of: asOf }),
        ]);
        const totals = totalsOf((layer: Layer) => rows.find((row) => row.layer === layer) ?? { layer, ...empty });
        return { set, ...totals, undone: toUndone(undone) };
      },
      'heavy',
    );
  }
}

const empty = {
  debits: '0',
  credits: '0',
  entry_count: '0',
  debits_up_to: '0',
  credits_up_to: '0',
  count_up_to: '0',
  debits_on: '0',
  credits_on: '0',
  count_on: '0',
  last_entry_date: null,
};

interface SetRow {
  readonly id: AccountSetId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: AccountSet['metadata'];
  readonly created_at: string;
  readonly updated_at: string;
}

const toSet = (row: SetRow): AccountSet => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  metadata: row.metadata,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

const setValues = (ledgerId: LedgerId, { id, code, name, description, metadata }: AccountSet): readonly unknown[] => [
  ledgerId,
  id,
  code,
  name,
  description,
  metadata === null ? null : JSON.stringify(metadata),
];

interface MemberRow {
  readonly account_set_id: AccountSetId;
  readonly member_id: string;
  readonly member_type: MemberType;
  readonly code: string;
  readonly name: string;
  readonly created_at: string;
}

const toMember = (row: MemberRow): AccountSetMember => ({
  accountSetId: row.account_set_id,
  memberType: row.member_type,
  memberId: row.member_id,
  code: row.code,
  name: row.name,
  createdAt: instantOf(row.created_at),
});

interface MembershipRow {
  readonly code: string | null;
  readonly name: string | null;
  readonly is_member: boolean;
  readonly would_contain_itself: boolean;
  readonly depth_above: number;
  readonly depth_below: number;
}
