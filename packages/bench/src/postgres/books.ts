/**
 * Opens the books to post to: a ledger with all its accounts and a key. The domain creates the accounts and the service's own store logs
 * them, as POST /accounts would, with all constraints and triggers and with the service's own role. But one statement inserts them all, and
 * their events are appended at once.
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
  /** A key whose rate limit no load here reaches. */
  readonly key: string;
  /** The prefix by which the log names the key. */
  readonly actor: string;
  /** The ids by the number in the account's code. */
  readonly accountIds: readonly AccountId[];
}

const requestsPerSecond = 1_000_000;

export const openBooks = async (installation: Installation, tenantId: TenantId, code: string): Promise<BenchBooks> => {
  const { ledgering, access } = installation;
  const ledger = expected(await ledgering.openLedger({ tenantId, code, name: code, currency: 'EUR' }));
  const issued = expected(await access.issueKey({ ledger, name: code, rateLimitPerSecond: requestsPerSecond }));
  const accountIds = await openAccounts(installation, ledger, issued.prefix);
  return { ledgerId: ledger.id, key: issued.key, actor: issued.prefix, accountIds };
};

const openAccounts = async (
  { container }: Installation,
  ledger: Ledger,
  actor: string,
): Promise<readonly AccountId[]> => {
  const accounts = Array.from({ length: accountsPerLedger }, (_, number) => newAccount(ledger, number));
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
    ]);
    const contents = accounts.map((account) => accountFormats.contentOf(account));
    const events = accounts.map((account, index) => createdBy(actor, account, (contents[index] as Content).hash));
    const about = { contents: contents.map(({ text }) => text), subject: undefined };
    await chart.appendEvents(tx, ledger.id, chainEvents(head, events), about);
    return ok(undefined);
  });
  return accounts.map(({ id }) => id);
};

const insertAccounts = statement(
  'bench_insert_accounts',
  `insert into accounts (ledger_id, id, code, name, type, category, normal_balance, created_at, updated_at)
   select $1, a.id, a.code, a.name, a.type, a.category, a.normal_balance, a.created_at, a.created_at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
          as a (id, code, name, type, category, normal_balance, created_at)`,
);

const newAccount = ({ denomination }: Ledger, number: number): Account =>
  expected(
    openAccount(
      {
        ...plainAccount,
        code: accountCode(number),
        name: `Account ${number}`,
        type: 'asset',
        category: 'customer',
        normalBalance: null,
        parentCode: null,
        isSystem: false,
        enforceBalanceLimits: false,
        limitBasis: 'settled',
        minBalance: null,
        maxBalance: null,
      },
      { codeTaken: false, parentId: undefined, depthAbove: 0 },
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
