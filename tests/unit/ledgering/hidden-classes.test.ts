/**
 * V8 handles objects of one shape efficiently through a shared hidden class. A literal that begins with a spread and adds to it (`{ ...a, b
 * }`) gets a new class for each object; one that begins with a property (`{ b, ...a }`) does not. Objects that are created for every
 * request, event or row are of the second kind.
 */
import { setFlagsFromString } from 'node:v8';
import { newId } from '../../../src/kernel/ids';
import { refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { planPosting } from '../../../src/modules/ledgering/domain/posting';
import type { PendingTransaction } from '../../../src/modules/ledgering/domain/transaction';
import {
  toTransactionRequest,
  type NewTransactionBody,
} from '../../../src/modules/ledgering/http/transactions/new-transaction';
import { toAccount, type AccountRow } from '../../../src/modules/ledgering/postgres/chart/chart-rows';

setFlagsFromString('--allow-natives-syntax');
const haveOneClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: unknown, b: unknown) => boolean;

const given = <A>(outcome: Outcome<unknown, A>): A => {
  if (refused(outcome)) throw new Error('it was refused');
  return outcome.right;
};

const head = { lastSequence: 0n, lastTransactionSequence: 0n, lastHash: Buffer.alloc(32) };
const denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };
const facts = { accounts: new Map(), closedJournals: new Set<never>(), lockedUntil: null, denomination };

const pending = (): PendingTransaction => ({
  id: newId(),
  journalId: newId(),
  effectiveDate: '2026-01-15' as Day,
  entries: [],
  atomicBatchId: null,
  acceptedBy: 'a key',
  undoes: null,
  overridesLimits: false,
  contentHash: Buffer.alloc(32),
});

const row = (index: number): AccountRow & Readonly<Record<string, unknown>> => ({
  id: newId(),
  code: `C${index}`,
  name: 'An account',
  type: 'asset',
  normal_balance: 'debit',
  category: 'customer',
  parent_id: null,
  description: null,
  is_active: true,
  is_system: false,
  metadata: null,
  enforce_balance_limits: false,
  min_balance: null,
  max_balance: null,
  debits: `${index}`,
  credits: '0',
  created_at: '2026-01-15 10:00:00+00',
  updated_at: '2026-01-15 10:00:00+00',
});

const body = (index: number): NewTransactionBody =>
  ({ transaction_code: 'SALE', transaction_code_params: {}, idempotency_key: `${index}` }) as never;

/** After this many runs V8 has optimised the code. Before that, it does not distinguish the objects. */
const warmUp = 5_000;

test.each<[what: string, make: (index: number) => unknown]>([
  ['a request', (index) => given(toTransactionRequest(body(index)))],
  ['an event', () => planPosting([pending()], facts, head, new Date('2026-01-15T10:00:00Z')).events[0]],
  ['an account', (index) => toAccount(row(index))],
])('%s has the hidden class of all others of its kind', (_, make) => {
  for (let index = 1; index <= warmUp; index++) make(index);
  expect(haveOneClass(make(1), make(2))).toBe(true);
});
