/** Ageing of receivables, payables and holds: the report shows the open amounts by age, as of one sequence of the ledger's log. */
import type { AccountType, Layer } from '../../../kernel/accounting';
import type { Clock } from '../../../kernel/clock';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/running/slices';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type {
  AccountSetMissing,
  AccountTotals,
  ItemDay,
  Ledgering,
  LogPlace,
  ReportedAccount,
  SequenceNotReached,
  TooManyAccounts,
} from '../../ledgering';
import { addedAges, agesOf, nothingAged, openOf, type Aged } from '../domain/aging';
import type { Invalid, TooManyItems } from '../domain/refusals';
import { balanceOf } from '../domain/section';
import { createLastDay } from './last-day';

export interface AgingQuestion {
  readonly asOf: Day | undefined;
  readonly layer: Layer;
  readonly accountSetCode: string | undefined;
  readonly accountType: AccountType | undefined;
  readonly codePrefix: string | undefined;
  /** The key of an attribute, to get one row for each of its values; undefined: one row for each account. */
  readonly agingBy: string | undefined;
  /** The days between an item's effective date and the day on which it is due. */
  readonly terms: number;
  readonly knownAtSequence: bigint | undefined;
}

export interface AgingRow {
  readonly account: ReportedAccount;
  readonly value: string | null;
  readonly aged: Aged;
}

export interface AgingContent {
  readonly asOf: Day;
  readonly place: LogPlace;
  /** The rows are sorted by code of the account, then by value. Rows without an open amount are left out. */
  readonly rows: readonly AgingRow[];
  /** The sum of all rows for each type of account, in the order of the types. */
  readonly totals: ReadonlyMap<AccountType, Aged>;
}

export interface Agings {
  /** Reads the open amounts at the end of the day. They add up to the balance of each account; otherwise the method throws. */
  report(
    caller: Principal,
    question: AgingQuestion,
  ): Promise<Outcome<SequenceNotReached | AccountSetMissing | TooManyAccounts | TooManyItems | Invalid, AgingContent>>;
}

export const AGINGS = token<Agings>('Agings');

/**
 * The maximum number of sums (one for each item and day) that a report reads, because the process keeps them in memory until the report is
 * sent.
 */
export interface AgingLimits {
  readonly items: number;
}

export const agingLimits: AgingLimits = { items: 200_000 };
export const AGING_LIMITS = token<AgingLimits>('AgingLimits');

export interface AgingDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'place' | 'itemDays'>;
  readonly limits: AgingLimits;
  readonly clock: Clock;
}

const accountsAtATime = 200;

export const createAgings = ({ ledgering, limits, clock }: AgingDependencies): Agings => {
  const lastDay = createLastDay(ledgering, clock);
  return {
    report: async (caller, { asOf: asked, knownAtSequence, ...question }) => {
      const { layer, accountSetCode, accountType, codePrefix = '', agingBy, terms } = question;
      const last = await lastDay(caller, asked, knownAtSequence);
      if (refused(last)) return last;
      const asOf = last.right;
      const read = await ledgering.totals(caller, {
        ...{ layer, to: asOf, knownAtSequence, accountSetCode },
        types: accountType ? [accountType] : layer === 'settled' ? typesOfSettled : undefined,
      });
      if (refused(read)) return read;
      const { place } = read.right;
      const accounts = read.right.accounts.filter(
        ({ account: { code }, within: { debits, credits } }) =>
          code.startsWith(codePrefix) && (debits !== 0n || credits !== 0n),
      );
      const pause = inSlices(clock);
      const rows: AgingRow[] = [];
      let left = limits.items;
      for (let at = 0; at < accounts.length; at += accountsAtATime) {
        const some = accounts.slice(at, at + accountsAtATime);
        const days = await ledgering.itemDays(caller, {
          ...{ accountIds: some.map(({ account }) => account.id), layer, to: asOf },
          ...{ knownAtSequence: place.sequence, attribute: agingBy, limit: left + 1 },
        });
        left -= days.length;
        if (left < 0) return refuse({ kind: 'TooManyItems', max: limits.items });
        const ofAccount = new Map<string, ItemDay[]>();
        for (const one of days) {
          const known = ofAccount.get(one.accountId);
          if (known) known.push(one);
          else ofAccount.set(one.accountId, [one]);
        }
        for (const totals of some) {
          rows.push(...rowsOf(totals, ofAccount.get(totals.account.id) ?? [], terms, asOf));
          const turn = pause();
          if (turn) await turn;
        }
      }
      const totals = new Map<AccountType, Aged>();
      for (const { account, aged } of rows)
        totals.set(account.type, addedAges(totals.get(account.type) ?? nothingAged, aged));
      return ok({ asOf, place, rows: rows.filter(({ aged }) => hasAny(aged)), totals });
    },
  };
};

/** On the settled layer only receivables (assets) and payables (liabilities) are aged: a balance of revenue has no age. */
const typesOfSettled = ['asset', 'liability'] as const;

const hasAny = (aged: Aged): boolean => Object.values(aged).some((units) => units !== 0n);

/**
 * Returns the rows of one account. Throws if the open parts do not add up to the account's balance, because a wrong report is worse than
 * none.
 */
const rowsOf = (
  { account, within }: AccountTotals,
  days: readonly ItemDay[],
  terms: number,
  asOf: Day,
): readonly AgingRow[] => {
  const ages = agesOf(account.type, days, terms, asOf);
  const open = [...ages.values()].reduce((sum, aged) => sum + openOf(aged), 0n);
  if (open !== balanceOf(account.type, within))
    throw new Error(`the entries of account ${account.id} do not add up to its balance: run \`ledger verify\``);
  return [...ages].map(([value, aged]) => ({ account, value, aged }));
};
