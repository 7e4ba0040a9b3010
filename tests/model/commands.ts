/**
 * The commands of a random sequence, drawn by fast-check. Commands refer to accounts and transactions by number, so that any part of a
 * sequence can be left out.
 */
import * as fc from 'fast-check';
import { layers, type Layer, type Undoing } from './records';

/** Mistakes that make a transaction invalid in any state of the ledger. */
export const flaws = [
  'unbalanced',
  'too fine',
  'zero',
  'unknown account',
  'unknown journal',
  'unknown source',
  'half a pair',
] as const;
export type Flaw = (typeof flaws)[number];

export interface Draft {
  readonly day: string;
  /** The layer as the request spells it; undefined if the request leaves it out. */
  readonly layer: Layer | Uppercase<Layer> | undefined;
  /** The time at which a hold expires; undefined if it does not expire, or if the transaction is not a hold because of its layer. */
  readonly expires: (typeof expiries)[number] | undefined;
  readonly moves: readonly { readonly from: number; readonly to: number; readonly units: bigint }[];
  /** The names by which the request refers to accounts. An account's first code may be unused by now, or belong to a different account. */
  readonly by: 'id' | 'code' | 'first code';
  /** Whether the entries are several debits and one credit, instead of pairs. */
  readonly isMerged: boolean;
  readonly journal: number | undefined;
  readonly correlationId: string | undefined;
  readonly source: number | undefined;
  readonly reference: string | undefined;
  /** An account that an entry's description mentions by its id; undefined for none. */
  readonly mentions: number | undefined;
  readonly flaw: Flaw | undefined;
  /** Reuses the key or the whole body of an earlier request. In a batch, `before` is the item before this one. */
  readonly reuse: { readonly what: 'key' | 'body'; readonly which: number | 'before' } | undefined;
}

export interface Limits {
  readonly enforce_balance_limits?: boolean;
  readonly limit_basis?: 'settled' | 'available';
  readonly min?: bigint | null;
  readonly max?: bigint | null;
}

export interface Part {
  readonly units: bigint;
  /** The ids of one debit and one credit; undefined if the part is an amount. */
  readonly pair:
    | { readonly debit: number; readonly credit: number; readonly flaw: 'unbalanced' | 'unknown entry' | undefined }
    | undefined;
}

export type Command =
  | {
      readonly kind: 'extend';
      readonly target: number;
      /** The change in the hold's amount: positive to raise it, negative to lower it. */
      readonly units: bigint | undefined;
      readonly end: (typeof expiries)[number] | null | undefined;
      readonly key: 'none' | 'fresh' | 'reused';
    }
  | { readonly kind: 'post'; readonly draft: Draft }
  | { readonly kind: 'batch'; readonly drafts: readonly Draft[]; readonly atomic: boolean }
  | {
      readonly kind: 'undo';
      readonly what: Undoing;
      /** Whether the target is drawn from the open holds, if there are any, or from all transactions. */
      readonly among: 'open' | 'all';
      readonly target: number;
      readonly day: string | undefined;
      readonly key: 'none' | 'fresh' | 'reused';
      /** Undefined to undo everything that is left. */
      readonly part: Part | undefined;
      /** The member `final` of a settlement. */
      readonly final: boolean | undefined;
      readonly reference: string | undefined;
    }
  | { readonly kind: 'undo again'; readonly which: number }
  | { readonly kind: 'expire'; readonly until: (typeof expiries)[number] }
  | { readonly kind: 'void'; readonly target: number; readonly reason: string | undefined }
  | { readonly kind: 'limit'; readonly account: number; readonly limits: Limits }
  | { readonly kind: 'activate'; readonly account: number; readonly active: boolean }
  | { readonly kind: 'rename'; readonly account: number; readonly code: string }
  | { readonly kind: 'turn'; readonly account: number }
  | { readonly kind: 'journal'; readonly journal: number; readonly status: 'active' | 'closed' }
  | { readonly kind: 'lock'; readonly day: string }
  | { readonly kind: 'unlock'; readonly which: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' };

export interface Sequence {
  readonly decimals: readonly [stored: number, displayed: number];
  readonly commands: readonly Command[];
}

export const today = '2026-01-15';
export const days = [
  '0001-01-01',
  '2024-02-29',
  '2025-12-31',
  '2026-01-01',
  '2026-01-14',
  today,
  '2026-01-16',
  '2026-02-28',
  '2031-07-01',
  '9999-12-31',
] as const;
export const expiries = ['2026-06-30T12:00:00.000Z', '2027-01-01T00:00:00.000Z', '2031-07-01T08:30:00.250Z'] as const;
export const codes = ['CASH', 'TILL', 'WALL', 'LOAN', 'SALE', 'COST', 'GAIN', 'SWAP'] as const;
export const accountCount = 7;
export const correlationIds = ['order 1', 'order 2'] as const;
export const references = ['INV-1', 'INV-2'] as const;

const which = fc.nat(1000);
const account = fc.nat(accountCount - 1);
/** Draws undefined `times` times as often as a value. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const day = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...days.slice(3, 8)) },
  { weight: 2, arbitrary: fc.constantFrom(...days) },
);
const lockedDay = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...days.slice(1, 6)) },
  { weight: 1, arbitrary: fc.constantFrom(...days) },
);
const units = fc.oneof(
  // Round amounts, so that balances sometimes meet their limits exactly.
  { weight: 8, arbitrary: fc.constantFrom(500n, 1_000n, 2_000n, 5_000n) },
  { weight: 6, arbitrary: fc.bigInt(1n, 20_000n) },
  // Very large amounts: the sum of a few has more digits than a single amount may have.
  { weight: 1, arbitrary: fc.bigInt(10n ** 20n, 3n * 10n ** 37n) },
);

const draft: fc.Arbitrary<Draft> = fc.record({
  day,
  layer: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(undefined, 'settled' as const, 'SETTLED' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...layers, 'PENDING' as const, 'ENCUMBRANCE' as const) },
  ),
  expires: fc.constantFrom(undefined, ...expiries),
  moves: fc.array(fc.record({ from: account, to: account, units }), { minLength: 1, maxLength: 3 }),
  by: fc.constantFrom('id', 'code', 'code', 'first code'),
  isMerged: fc.boolean(),
  journal: maybe(fc.nat(1), 3),
  correlationId: maybe(fc.constantFrom(...correlationIds), 4),
  source: maybe(which, 5),
  reference: maybe(fc.constantFrom(...references), 3),
  mentions: maybe(account, 6),
  flaw: maybe(fc.constantFrom(...flaws), 12),
  reuse: maybe(
    fc.record({ what: fc.constantFrom('key', 'body'), which: fc.oneof(which, fc.constant('before' as const)) }),
    9,
  ),
});

const limitUnits = fc.oneof(
  fc.constantFrom(-2_000n, -500n, 0n, 500n, 1_000n, 5_000n, 10_000n),
  fc.bigInt(-15_000n, 40_000n),
);
const limit = maybe(fc.option(limitUnits, { freq: 4 }), 1);

const part: fc.Arbitrary<Part> = fc.record({
  units: fc.oneof(fc.constantFrom(1n, 250n, 500n, 1_000n), units),
  pair: maybe(
    fc.record({
      debit: which,
      credit: which,
      flaw: maybe(fc.constantFrom('unbalanced' as const, 'unknown entry' as const), 6),
    }),
    2,
  ),
});

const undo = (
  what: Undoing,
  among: 'open' | 'all',
  on: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<Extract<Command, { readonly kind: 'undo' }>> =>
  fc.record({
    ...{ kind: fc.constant('undo' as const), what: fc.constant(what), among: fc.constant(among) },
    target: which,
    day: on,
    key: fc.constantFrom('none', 'fresh', 'fresh', 'reused'),
    part: maybe(part, 1),
    final: what === 'settle' ? fc.constantFrom(undefined, true, false, false) : fc.constant(undefined),
    reference: what === 'release' ? fc.constant(undefined) : maybe(fc.constantFrom(...references), 2),
  });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 26, arbitrary: fc.record({ kind: fc.constant('post'), draft }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('batch'),
      drafts: fc.array(draft, { minLength: 1, maxLength: 4 }),
      atomic: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: undo('reverse', 'all', day) },
  { weight: 7, arbitrary: undo('settle', 'open', maybe(day, 2)) },
  { weight: 5, arbitrary: undo('release', 'open', fc.constant(undefined)) },
  { weight: 1, arbitrary: undo('settle', 'all', maybe(day, 2)) },
  { weight: 1, arbitrary: undo('release', 'all', fc.constant(undefined)) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('extend'),
      target: which,
      units: maybe(fc.constantFrom(-1n, 0n, 1n, 7n, 250n, 1_000n), 1),
      end: maybe(fc.constantFrom(null, ...expiries), 2),
      key: fc.constantFrom('none', 'fresh', 'reused'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo again'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('expire'), until: fc.constantFrom(...expiries) }) },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('void'), target: which, reason: maybe(fc.constant('a mistake'), 1) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('limit'),
      account,
      limits: fc.record(
        {
          enforce_balance_limits: fc.boolean(),
          limit_basis: fc.constantFrom('settled', 'available', 'available'),
          min: limit,
          max: limit,
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('activate'), account, active: fc.constantFrom(true, true, false) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), account, code: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('turn'), account }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('journal'),
      journal: fc.nat(1),
      status: fc.constantFrom('active', 'active', 'closed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('lock'), day: lockedDay }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('unlock'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pause') }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('resume') }) },
);

export const sequence = (length: number): fc.Arbitrary<Sequence> =>
  fc.record({
    decimals: fc.constantFrom([2, 2], [2, 2], [0, 0], [8, 2], [3, 0]),
    commands: fc.array(command, { minLength: length, maxLength: length, size: 'max' }),
  });
