/** Account sets on PostgreSQL: changes by one writer at a time, lists, and balances in which each account counts once. */
import type { Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../../kernel/page';
import { findInLedger, insertUnlessThere, updateUnlessTaken } from '../../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../../kernel/postgres/orm';
import { readUse } from '../../../../kernel/postgres/quotas';
import { instantOf, queryText } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { QuotaUse } from '../../../../kernel/quotas';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountSetStore, OfLedger } from '../../application/ports';
import type { AccountSetReader, BalanceTotals, ReadScope } from '../../application/reader';
import type { AccountId } from '../../domain/account';
import type { AccountSet, AccountSetId, AccountSetMember, MembershipFacts, MemberType } from '../../domain/account-set';
import { Conditions, keyset, likePattern } from '../lists/conditions';
import { toAccountSet } from './chart-rows';
import type { Reads } from '../fresh-reads';
import { AccountSetSchema, MembershipSchema } from '../schema';
import { totalsOf, type TotalsRow } from '../sums/totals';
import { readStandingOfSet, toStanding } from '../sums/standing';

export class PostgresAccountSets implements AccountSetStore, AccountSetReader {
  constructor(
    private readonly reads: Reads,
    private readonly orm: Orm,
  ) {}

  async insertSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    return insertUnlessThere(entitiesOf(this.orm, tx), AccountSetSchema, { ledgerId, ...set }, ['ledgerId', 'code']);
  }

  readSetUse(tx: Tx, { tenantId, ledgerId }: OfLedger): Promise<QuotaUse> {
    const count = entitiesOf(this.orm, tx).count(AccountSetSchema, { ledgerId });
    return readUse(tx, tenantId, 'account_sets', count);
  }

  async readSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    return findInLedger(entitiesOf(this.orm, tx), AccountSetSchema, { ledgerId, id: accountSetId });
  }

  async updateSet(tx: Tx, ledgerId: LedgerId, set: AccountSet): Promise<boolean> {
    return updateUnlessTaken(entitiesOf(this.orm, tx), AccountSetSchema, ledgerId, set);
  }

  async deleteSet(tx: Tx, ledgerId: LedgerId, accountSetId: AccountSetId): Promise<boolean> {
    return (await entitiesOf(this.orm, tx).nativeDelete(AccountSetSchema, { ledgerId, id: accountSetId })) === 1;
  }

  async readMembership(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberType: MemberType,
    memberId: string,
  ): Promise<MembershipFacts> {
    const [row] = await fetchRows(tx, sql.read_membership, {
      ledger_id: ledgerId,
      account_set_id: accountSetId,
      member_type: memberType,
      member_id: memberId,
    });
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
    const { accountSetId, memberType, memberId, createdAt } = member;
    await entitiesOf(this.orm, tx).insert(MembershipSchema, {
      ...{ ledgerId, accountSetId, memberId, createdAt },
      accountId: memberType === 'account' ? (memberId as AccountId) : null,
      childSetId: memberType === 'account_set' ? (memberId as AccountSetId) : null,
    });
  }

  async deleteMember(
    tx: Tx,
    ledgerId: LedgerId,
    accountSetId: AccountSetId,
    memberId: string,
  ): Promise<AccountSetMember | undefined> {
    const [row] = await fetchRows(tx, sql.read_member, {
      ledger_id: ledgerId,
      account_set_id: accountSetId,
      member_id: memberId,
    });
    if (row) await entitiesOf(this.orm, tx).nativeDelete(MembershipSchema, { ledgerId, accountSetId, memberId });
    return row && toMember(row);
  }

  async accountSets(
    { ledgerId, asking }: ReadScope,
    search: string | undefined,
    slice: Slice,
  ): Promise<Page<AccountSet>> {
    const where = new Conditions(ledgerId);
    if (search !== undefined)
      where.add((value) => `(code ilike ${value} or normalize(name) ilike ${value})`, likePattern(search));
    const { order } = keyset(where, slice, [['code', 'text']], 'ascending');
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const rows = await queryText(
        tx,
        `select * from account_sets where ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toAccountSet), slice, ({ code }) => [code]);
    });
  }

  async accountSet({ ledgerId, asking }: ReadScope, accountSetId: AccountSetId): Promise<AccountSet | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, (tx) => this.readSet(tx, ledgerId, accountSetId));
  }

  async accountSetMembers(
    { ledgerId, asking }: ReadScope,
    accountSetId: AccountSetId,
    slice: Slice,
  ): Promise<Page<AccountSetMember> | undefined> {
    const where = new Conditions(ledgerId);
    where.bind(accountSetId);
    const { order } = keyset(where, slice, [['m.member_id', 'uuid']], 'ascending');
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
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
    { ledgerId, asking }: ReadScope,
    accountSetId: AccountSetId,
    asOf: Day,
  ): Promise<(BalanceTotals & { readonly set: AccountSet }) | undefined> {
    return this.reads.read(
      { ledgerIds: [ledgerId], asking },
      async (tx) => {
        const set = await this.readSet(tx, ledgerId, accountSetId);
        if (!set) return undefined;
        const [rows, [standing]] = await Promise.all([
          fetchRows(tx, sql.read_set_balance, { ledger_id: ledgerId, account_set_id: accountSetId, as_of: asOf }),
          fetchRows(tx, readStandingOfSet, { ledger_id: ledgerId, account_set_id: accountSetId, as_of: asOf }),
        ]);
        const totals = totalsOf((layer: Layer) => rows.find((row) => row.layer === layer) ?? { layer, ...empty });
        return { set, ...totals, standing: toStanding(standing) };
      },
      'heavy',
    );
  }
}

// Selects the same rows as the statement read_member; the caller appends conditions and an order. $1 is the ledger, $2 the set.
const selectMembers = `select m.account_set_id, m.member_id, m.created_at,
          case when m.account_id is null then 'account_set' else 'account' end as member_type,
          coalesce(a.code, s.code) as code, coalesce(a.name, s.name) as name
     from account_set_members m
     left join lateral (select code, name from accounts where ledger_id = $1 and id = m.account_id offset 0) a on true
     left join lateral (select code, name from account_sets where ledger_id = $1 and id = m.child_set_id offset 0) s on true
    where m.ledger_id = $1 and m.account_set_id = $2::uuid`;

const empty = {
  debits: '0',
  credits: '0',
  entry_count: '0',
  debits_up_to: '0',
  credits_up_to: '0',
  count_up_to: '0',
  last_entry_date: null,
};

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

const sql = loadStatements(__filename, {
  read_membership: parameters('ledger_id', 'account_set_id', 'member_type', 'member_id').rows<MembershipRow>(),
  read_member: parameters('ledger_id', 'account_set_id', 'member_id').rows<MemberRow>(),
  read_set_balance: parameters('ledger_id', 'account_set_id', 'as_of').rows<TotalsRow>(),
});
