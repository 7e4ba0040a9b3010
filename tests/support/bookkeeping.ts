/** The use cases and stores of ledgering over one database, without HTTP: for tests that look at the rows themselves. */
import type { Layer } from '../../src/kernel/accounting';
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import type { Minor } from '../../src/kernel/money';
import { openPool } from '../../src/kernel/postgres/pool';
import type { Topology } from '../../src/kernel/postgres/topology';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { usualScopes, type Principal } from '../../src/kernel/principal';
import { ok } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { createOpenLedger } from '../../src/modules/ledgering/application/open-ledger';
import { createLines } from '../../src/modules/ledgering/application/line';
import { inTurn, type TurnDependencies } from '../../src/modules/ledgering/application/turn';
import { plainAccount, type Account } from '../../src/modules/ledgering/domain/account';
import { draftTransaction, type AcceptanceFacts, type Intent } from '../../src/modules/ledgering/domain/draft';
import { fingerprintOfPost, type Acceptance } from '../../src/modules/ledgering/domain/judging';
import { acceptanceOf } from '../../src/modules/ledgering/domain/operation-acceptance';
import { planPosting, touchedBy, type PostingPlan } from '../../src/modules/ledgering/domain/posting';
import type { TransactionId, TransactionRequest } from '../../src/modules/ledgering/domain/transaction';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/posting/acceptance-store';
import { PostgresChartStore } from '../../src/modules/ledgering/postgres/chart/chart-store';
import { PostgresPostingStore } from '../../src/modules/ledgering/postgres/posting/posting-store';
import { asOwner } from './database';
import { flowingClock, HandClock } from './hand-clock';
import { expected } from './ledger';
import { ormInTransactions } from './orm';
import { utc } from '../../src/kernel/time-zone';

const maxConnections = 4;

/** The use cases over one database, under the application role as in the service. */
export interface Bookkeeping extends Bookkeeper {
  readonly unitOfWork: PostgresUnitOfWork;
  /** A clock that runs, and that a test can move ahead. */
  readonly clock: HandClock;
  close(): Promise<void>;
}

/** The use cases over stores of any kind. */
export interface Bookkeeper {
  openLedger(code: string): Promise<Principal>;
  openAccount(caller: Principal, code: string, request?: Partial<OpenRequest>): Promise<Account>;
  /** Drafts transactions as the service does. `facts` must have been read from the ledger before. */
  draft(
    caller: Principal,
    facts: AcceptanceFacts,
    wanted: readonly Wanted[],
    batch?: { readonly isAtomic: boolean },
  ): readonly Acceptance[];
  accept(
    caller: Principal,
    wanted: readonly Wanted[],
    batch?: { readonly isAtomic: boolean },
  ): Promise<readonly TransactionId[]>;
  /** Posts all pending transactions of the ledger. */
  post(ledgerId: LedgerId): Promise<PostingPlan>;
  readonly turns: TurnDependencies;
}

type OpenRequest = Parameters<ReturnType<typeof createAccounts>['open']>[1];

/** A transaction whose entries are amounts in minor units: positive for debits, negative for credits. */
export interface Wanted extends Partial<TransactionRequest> {
  readonly legs: readonly (readonly [account: Account, amount: bigint, layer: Layer | undefined])[];
  /** The metadata of each entry. */
  readonly entryMetadata?: Readonly<Record<string, unknown>>;
}

/** The tenant of books that exist already, and the time at which their filling ended. */
export interface BooksBefore {
  readonly tenantId: TenantId;
  readonly now: Date;
}

export const keepBooks = async (
  databaseUrl: string,
  topology: Topology = 'one node',
  before?: BooksBefore,
): Promise<Bookkeeping> => {
  const pool = openPool({ url: databaseUrl, maxConnections });
  const unitOfWork = new PostgresUnitOfWork(pool, undefined, undefined, topology);
  const acceptances = new PostgresAcceptanceStore();
  // Looks for work as on one node, even if `topology` simulates many nodes.
  const store = new PostgresPostingStore(new PostgresUnitOfWork(pool));
  const chart = new PostgresChartStore(ormInTransactions);
  const clock = before ? new HandClock(before.now, { flows: true }) : flowingClock();
  const turns: TurnDependencies = {
    ...{ unitOfWork, acceptances, store, chart, clock },
    lines: createLines(clock),
  };
  const tenantId = before?.tenantId ?? newId<'tenant'>();
  if (!before)
    await asOwner(databaseUrl, (owner) =>
      owner.query(`insert into tenants values ($1, 'a tenant', now())`, [tenantId]),
    );
  return { ...bookkeeperOf(turns, tenantId), unitOfWork, clock, close: () => pool.close() };
};

export const bookkeeperOf = (turns: TurnDependencies, tenantId: TenantId): Bookkeeper => {
  const { unitOfWork, acceptances, store } = turns;
  return {
    turns,
    openLedger: async (code) =>
      principalOf(
        tenantId,
        expected(await createOpenLedger(turns, false)({ tenantId, code, name: code, currency: 'USD' })),
      ),
    openAccount: async (caller, code, request = {}) =>
      expected(await createAccounts(turns).open(caller, { ...plainRequest, code, ...request })),
    draft: (...given) => draft(turns.clock.now(), ...given),
    accept: async (caller, wanted, batch) => {
      const { ledgerId } = caller;
      const accepted = await unitOfWork.run<never, readonly TransactionId[]>({ ledgerIds: [ledgerId] }, async (tx) => {
        const { facts } = await acceptances.readAcceptance(tx, ledgerId, {
          ...nothing,
          accountIds: [...new Set(wanted.flatMap(({ legs }) => legs.map(([{ id }]) => id)))],
          journalIds: wanted.flatMap(({ journalId }) => journalId ?? []),
          days: [],
        });
        const drafted = draft(turns.clock.now(), caller, facts, wanted, batch);
        await acceptances.writeAcceptances(tx, ledgerId, drafted);
        return ok(drafted.map(({ draft }) => draft.id));
      });
      return expected(accepted);
    },
    post: async (ledgerId) =>
      expected(
        await inTurn<never, PostingPlan>(turns, ledgerId, async ({ tx, head, now }) => {
          const pending = await store.claimPending(tx, ledgerId, maxPosted);
          const facts = await store.readPostingFacts(tx, ledgerId, touchedBy(pending));
          const plan = planPosting(pending, facts, head, now);
          await store.writePosting(tx, ledgerId, plan);
          return ok(plan);
        }),
      ),
  };
};

const draft = (
  now: Date,
  ...[{ denomination, actor }, facts, wanted, batch]: Parameters<Bookkeeper['draft']>
): readonly Acceptance[] => {
  const acceptor = { actor, batchId: batch ? newId<'batch'>() : null, now };
  return wanted.map(({ legs, entryMetadata, ...own }) => {
    const request = { ...plainTransaction, idempotencyKey: newId(), ...own };
    const intent = intentOf(request, legs, entryMetadata);
    const drafted = expected(draftTransaction(request, intent, facts, denomination, acceptor));
    return {
      ...acceptanceOf(drafted, 'post', { hash: fingerprintOfPost(request, intent, drafted) }, denomination),
      isAtomic: batch?.isAtomic ?? false,
      indexed: drafted.attributes,
    };
  });
};

const maxPosted = 1_000;
const nothing = {
  keys: [],
  accountIds: [],
  accountCodes: [],
  journalIds: [],
  correlationSourceIds: [],
  transactionCodes: [],
};

export const principalOf = (
  tenantId: TenantId,
  ledger: { id: LedgerId; denomination: Principal['denomination'] },
): Principal => ({
  tenantId,
  ledgerId: ledger.id,
  denomination: ledger.denomination,
  timeZone: utc,
  callerId: newId<'key'>(),
  actor: 'abcdefghijkl',
  scopes: usualScopes,
  capabilities: new Set(),
});

const plainRequest: OpenRequest = {
  ...plainAccount,
  code: '',
  name: 'an account',
  type: 'asset',
  category: 'customer',
  normalBalance: null,
  parentCode: null,
  isSystem: false,
  enforceBalanceLimits: false,
  limitBasis: 'settled',
  minBalance: null,
  maxBalance: null,
};

const plainTransaction: TransactionRequest = {
  effectiveDate: '2026-01-15' as Day,
  description: 'a transaction',
  idempotencyKey: '',
  reference: null,
  layer: 'settled',
  journalId: null,
  correlationId: null,
  correlationType: null,
  correlationSourceId: null,
  expiresAt: null,
  metadata: null,
  attributes: null,
  mode: { kind: 'entries', entries: [] },
};

const intentOf = (
  request: TransactionRequest,
  legs: Wanted['legs'],
  entryMetadata: Wanted['entryMetadata'],
): Intent => ({
  metadata: request.metadata,
  attributes: request.attributes as Intent['attributes'],
  transactionCode: null,
  transactionCodeVersion: null,
  params: null,
  entries: legs.map(([account, amount, layer = request.layer], index) => ({
    account: { id: account.id },
    layer,
    type: amount > 0n ? 'debit' : 'credit',
    amount: (amount > 0n ? amount : -amount) as Minor,
    description: index === 0 ? 'the first of them' : null,
    metadata: entryMetadata ?? (index === 1 ? { z: 1, a: [true, null, 'ž'] } : null),
  })),
});

/** Two entries of the same amount: a debit of the first account and a credit of the second. */
export const between = (debited: Account, credited: Account, amount: bigint, layer?: Layer): Wanted['legs'] => [
  [debited, amount, layer],
  [credited, -amount, layer],
];
