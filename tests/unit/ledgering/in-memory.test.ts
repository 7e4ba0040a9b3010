/** The whole service with its posting path on stores in memory: without a database, and with the same rules. */
import { compose } from '../../../src/app/compose';
import { inMemory } from '../../../src/app/in-memory';
import { newId } from '../../../src/kernel/ids';
import { usualScopes, type Principal } from '../../../src/kernel/principal';
import { ok, refused } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { BOOKKEEPING, type Bookkeeping } from '../../../src/modules/ledgering/application/bookkeeping';
import { plainAccount } from '../../../src/modules/ledgering/domain/account';
import type { TransactionRequest } from '../../../src/modules/ledgering/domain/transaction';
import { MEMORY_BOOKS, settledOf, type BooksByLedger } from '../../../src/modules/ledgering/memory/ledger-books';
import { expected } from '../../support/ledger';
import { utc } from '../../../src/kernel/time-zone';

const complaints: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void complaints.push(message),
  error: (_: object, message: string) => void complaints.push(message),
};

const secrets = { installationSecret: Buffer.alloc(32), pepper: '' };
const { container, ledgering, poster } = compose({ secrets, log }, inMemory());
const books = container.get<BooksByLedger>(MEMORY_BOOKS);
const bookkeeping = container.get<Bookkeeping>(BOOKKEEPING);

const request = (key: string, amount: string): TransactionRequest => ({
  effectiveDate: '2026-01-15' as Day,
  description: 'Cash sale',
  idempotencyKey: key,
  reference: null,
  layer: 'settled',
  journalId: null,
  correlationId: null,
  correlationType: null,
  correlationSourceId: null,
  expiresAt: null,
  metadata: null,
  attributes: null,
  mode: {
    kind: 'entries',
    entries: [
      { account: { code: 'CASH' }, type: 'debit', amount, description: null, metadata: null },
      { account: { code: 'SALES' }, type: 'credit', amount, description: null, metadata: null },
    ],
  },
});

const account = {
  category: 'system',
  normalBalance: null,
  parentCode: null,
  isSystem: false,
  ...plainAccount,
  enforceBalanceLimits: false,
  minBalance: null,
  maxBalance: null,
  limitBasis: 'settled',
} as const;

test('a ledger in memory accepts, posts, enforces limits, replays, reverses and voids', async () => {
  const ledger = expected(
    await ledgering.openLedger({ tenantId: newId(), code: 'MAIN', name: 'Main', currency: 'USD' }),
  );
  const caller: Principal = {
    tenantId: ledger.tenantId,
    ledgerId: ledger.id,
    denomination: ledger.denomination,
    timeZone: utc,
    callerId: newId(),
    actor: 'abcdefghijkl',
    scopes: usualScopes,
    capabilities: new Set(),
  };
  const limits = { enforceBalanceLimits: true, maxBalance: '25.00' };
  const cash = expected(
    await bookkeeping.accounts.open(caller, { ...account, code: 'CASH', name: 'Cash', type: 'asset', ...limits }),
  );
  expected(await bookkeeping.accounts.open(caller, { ...account, code: 'SALES', name: 'Sales', type: 'revenue' }));
  const send = async (key: string, amount: string) => {
    const { results } = await bookkeeping.accept({ caller, items: [ok(request(key, amount))], batch: null });
    const [result] = results;
    if (!result || refused(result)) throw new Error(`refused: ${JSON.stringify(result)}`);
    return result.right;
  };
  const settled = () => settledOf(books.get(ledger.id) as never, cash.id).debits;
  const statusOf = (id: string) => books.get(ledger.id)?.transactions.get(id as never)?.status;

  poster.start();
  const [one, two, three] = [await send('1', '10.00'), await send('2', '15.00'), await send('3', '0.01')];
  for (const { id, decision } of [one, two, three])
    expect(await bookkeeping.awaitDecision(ledger.id, id, 10)).toEqual(decision);
  const statuses = ['posted', 'posted', 'failed'];
  expect([one, two, three].map(({ id }) => statusOf(id))).toEqual(statuses);
  expect([one, two, three].map(({ decision }) => decision?.status)).toEqual(statuses);
  expect(three.decision?.failure?.code).toBe('BALANCE_LIMIT_EXCEEDED');
  expect(settled()).toBe(2_500n);
  expect(await send('1', '10.00')).toEqual({ ...one, replayed: true, decision: null });

  const twice = await bookkeeping.accept({
    caller,
    items: [request('4', '0.01'), request('4', '0.01')].map(ok),
    batch: null,
  });
  expect(twice.results.map(expected)).toMatchObject([
    { replayed: false, decision: { status: 'failed' } },
    { replayed: true, decision: { status: 'failed' } },
  ]);

  const undone = { reason: 'Wrong', date: '2026-01-16' as Day, reference: null, metadata: null, idempotencyKey: null };
  const operation = { kind: 'reverse', request: { ...undone, transactionId: one.id, part: null } } as const;
  const { results } = await bookkeeping.perform({ caller, items: [ok(operation)], batch: null, isDryRun: false });
  results.map(expected);
  expected(await bookkeeping.void(caller, { transactionId: two.id, reason: null, isDryRun: false }));
  expect([one, two].map(({ id }) => statusOf(id))).toEqual(['reversed', 'void']);
  expect(settled()).toBe(1_000n);
  await poster.stop();
  expect(complaints).toEqual([]);
});
