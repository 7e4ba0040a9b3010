/**
 * Opens a ledger to post to, with all its accounts and a key. The accounts and their log events are those that POST /accounts would create:
 * the domain creates them, and the service's store writes them with the service's role, constraints and triggers. To save time, one
 * statement inserts many accounts, and their events are appended together.
 */
import type { Installation } from '../../../../src/app/installation';
import type { Content } from '../../../../src/kernel/formats';
import type { LedgerId, TenantId } from '../../../../src/kernel/ids';
import { execute, statement } from '../../../../src/kernel/postgres/sql';
import { ok, refused, type Outcome } from '../../../../src/kernel/refusal';
import type { UnitOfWork } from '../../../../src/kernel/unit-of-work';
import type { Ledger } from '../../../../src/modules/ledgering';
import {
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  type ChartStore,
  type PostingStore,
} from '../../../../src/modules/ledgering/application/ports';
import {
  openAccount,
  plainAccount,
  type Account,
  type AccountId,
} from '../../../../src/modules/ledgering/domain/account';
import { chainEvents } from '../../../../src/modules/ledgering/domain/posting';
import type { LedgerEvent } from '../../../../src/modules/ledgering/domain/event';
import { accountFormats } from '../../../../src/modules/ledgering/domain/formats';
import { accountCode } from '../load/bodies';
import { accountsPerLedger } from '../targets';

export interface BenchBooks {
  readonly ledgerId: LedgerId;
  /** An API key whose rate limit is higher than any load of the benchmark. */
  readonly key: string;
  /** The key's prefix, which names the actor in the log. */
  readonly actor: string;
  /** The ids of the accounts. The index is the number in the account's code. */
  readonly accountIds: readonly AccountId[];
}

/**
 * The shape of a chart of accounts. Without groups all accounts are roots. With groups the accounts are distributed below the groups, and
 * all groups are below one account.
 */
export interface BenchChart {
  readonly accounts: number;
  readonly groups: number;
}

const flatChart: BenchChart = { accounts: accountsPerLedger, groups: 0 };
const requestsPerSecond = 1_000_000;
const accountsPerWrite = 10_000;

export const openBooks = async (
  installation: Installation,
  tenantId: TenantId,
  code: string,
  chart = flatChart,
): Promise<BenchBooks> => {
  const { ledgering, access } = installation;
  const ledger = expected(await ledgering.openLedger({ tenantId, code, name: code, currency: 'EUR' }));
  const issued = expected(await access.issueKey({ ledger, name: code, rateLimitPerSecond: requestsPerSecond }));
  const accounts = accountsOf(ledger, chart);
  for (let from = 0; from < accounts.length; from += accountsPerWrite)
    await openAccounts(installation, ledger, issued.prefix, accounts.slice(from, from + accountsPerWrite));
  // The groups are at the beginning of the list; entries use only the accounts after them.
  const accountIds = accounts.slice(-chart.accounts).map(({ id }) => id);
  return { ledgerId: ledger.id, key: issued.key, actor: issued.prefix, accountIds };
};

const openAccounts = async (
  { container }: Installation,
  ledger: Ledger,
  actor: string,
  accounts: readonly Account[],
): Promise<void> => {
  const unitOfWork = container.get<UnitOfWork>(LEDGERING_UNIT_OF_WORK);
  const posting = container.get<PostingStore>(POSTING_STORE);
  const chart = container.get<ChartStore>(CHART_STORE);
  await unitOfWork.run({ ledgerIds: [ledger.id] }, async (tx) => {
    const head = await posting.lockHead(tx, ledger.id);
    if (!head) throw new Error(`ledger ${ledger.id} has no head`);
    await execute(tx, insertAccounts, [
      ledger.id,
      accounts.map(({ id }) => id),
      accounts.map(({ code }) => code),
      accounts.map(({ name }) => name),
      accounts.map(({ type }) => type),
      accounts.map(({ category }) => category),
      accounts.map(({ normalBalance }) => normalBalance),
      accounts.map(({ createdAt }) => createdAt.toISOString()),
      accounts.map(({ parentId }) => parentId),
    ]);
    const contents = accounts.map((account) => accountFormats.contentOf(account));
    const events = accounts.map((account, index) => createdBy(actor, account, (contents[index] as Content).hash));
    const about = { contents: contents.map(({ text }) => text), subject: undefined };
    await chart.appendEvents(tx, ledger.id, chainEvents(head, events), about);
    return ok(undefined);
  });
};

const insertAccounts = statement(
  'bench_insert_accounts',
  `insert into accounts (ledger_id, id, code, name, type, category, normal_balance, created_at, updated_at, parent_id)
   select $1, a.id, a.code, a.name, a.type, a.category, a.normal_balance, a.created_at, a.created_at, a.parent_id
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::uuid[])
          as a (id, code, name, type, category, normal_balance, created_at, parent_id)`,
);

/** Returns the accounts of the chart, each after its parent, because the parent must exist first. */
const accountsOf = (ledger: Ledger, { accounts, groups }: BenchChart): readonly Account[] => {
  const top = groups > 0 ? newAccount(ledger, 'ALL', undefined) : undefined;
  const parents = Array.from({ length: groups }, (_, group) => newAccount(ledger, `G${group}`, top));
  const children = Array.from({ length: accounts }, (_, number) =>
    newAccount(ledger, accountCode(number), groups > 0 ? parents[number % groups] : undefined),
  );
  return [...(top ? [top] : []), ...parents, ...children];
};

const newAccount = ({ denomination }: Ledger, code: string, parent: Account | undefined): Account =>
  expected(
    openAccount(
      {
        ...plainAccount,
        code,
        name: `Account ${code}`,
        type: 'asset',
        category: 'customer',
        normalBalance: null,
        parentCode: parent?.code ?? null,
        isSystem: false,
        enforceBalanceLimits: false,
        limitBasis: 'settled',
        minBalance: null,
        maxBalance: null,
      },
      { codeTaken: false, parentId: parent?.id, depthAbove: 0 },
      denomination,
      new Date(),
    ),
  );

const createdBy = (actor: string, account: Account, contentHash: Buffer): LedgerEvent => ({
  ...{ type: 'account_created', transactionId: null, accountId: account.id, actor, reason: null },
  ...{ occurredAt: account.createdAt, contentHash },
});

const expected = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`the books could not be opened: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
