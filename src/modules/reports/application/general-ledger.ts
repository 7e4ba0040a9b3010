/**
 * The general ledger: each account with its opening balance, its entries and its closing balance, as a file that is sent while it is read.
 * All of it is read as of one sequence of the log: first the sums of all accounts at once, then the entries, one page of an account at a
 * time. Memory holds the sums and one page. If the entries do not add up to the sums, the file breaks off.
 */
import type { AccountType, Layer } from '../../../kernel/accounting';
import type { Clock } from '../../../kernel/clock';
import { csvMediaType } from '../../../kernel/csv';
import type { OpenPlaces } from '../../../kernel/running/open-places';
import type { Position } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/running/slices';
import { dayBefore, type Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type {
  AccountEntryRow,
  AccountSetMissing,
  AccountTotals,
  KnownTotals,
  Ledgering,
  SequenceNotReached,
  TooManyAccounts,
  Turnover,
} from '../../ledgering';
import {
  generalLedgerFormats,
  type GeneralLedgerFormatName,
  type GeneralLedgerRow,
  type GeneralLedgerStanding,
} from '../domain/general-ledger';
import type { TooManyExports } from '../domain/journal/refusals';
import { beginsTooLate, type Invalid } from '../domain/refusals';
import { balanceOf } from '../domain/section';
import type { ExportLimits, JournalFile } from './export-journal';
import { createLastDay } from './last-day';
import { createPieceCutter, persistently } from './pieces';

export interface GeneralLedgerQuestion {
  readonly format: GeneralLedgerFormatName;
  readonly from: Day;
  /** The last day. Undefined: today, or the day of the event at `knownAtSequence`. */
  readonly to: Day | undefined;
  readonly layer: Layer;
  /** Restricts the file to the accounts of this set, of this type and with this prefix of their code. Undefined: no restriction. */
  readonly accountSetCode: string | undefined;
  readonly accountType: AccountType | undefined;
  readonly codePrefix: string | undefined;
  /** Leaves out accounts without an opening balance and without entries. */
  readonly hidesZero: boolean;
  readonly knownAtSequence: bigint | undefined;
}

export interface GeneralLedgers {
  /** Opens the file, which counts against the limit on open exports until `gone` is aborted. */
  open(
    caller: Principal,
    question: GeneralLedgerQuestion,
    gone: AbortSignal,
  ): Promise<Outcome<TooManyExports | Invalid | SequenceNotReached | AccountSetMissing | TooManyAccounts, JournalFile>>;
}

export const GENERAL_LEDGERS = token<GeneralLedgers>('GeneralLedgers');

export interface GeneralLedgerDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'statement' | 'place'>;
  readonly places: OpenPlaces;
  readonly limits: Pick<ExportLimits, 'retryMs'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** A description has at most 1,000 characters, so a page holds at most half a million characters of descriptions. */
const entriesAtATime = 500;

export const createGeneralLedgers = (dependencies: GeneralLedgerDependencies): GeneralLedgers => {
  const { ledgering, places, limits, clock, log } = dependencies;
  const lastDay = createLastDay(ledgering, clock);
  return {
    open: async (caller, question, gone) => {
      const noPlaceLeft = places.take(caller, gone);
      if (noPlaceLeft) return refuse({ kind: 'TooManyExports', ...noPlaceLeft });
      const { from, layer, accountSetCode, accountType, knownAtSequence } = question;
      const last = await lastDay(caller, question.to, knownAtSequence);
      if (refused(last)) return last;
      const to = last.right;
      if (from > to) return refuse(beginsTooLate(to));
      const before = dayBefore(from);
      const read = await ledgering.totals(caller, {
        ...{ layer, from, to, accountSetCode, knownAtSequence },
        types: accountType && [accountType],
        beside: before && [{ to: before }],
      });
      if (refused(read)) return read;
      const { place } = read.right;
      const selected = {
        ...{ account_set_code: accountSetCode, account_type: accountType, code_prefix: question.codePrefix },
      };
      const reading = { caller, from, to, layer, place, accounts: selected, hidesZero: question.hidesZero };
      const again = persistently(clock, limits.retryMs, gone);
      const page: PageReader = (account, position) => again(() => pageOf(dependencies, reading, account, position));
      const text = async function* (): AsyncGenerator<string> {
        try {
          yield* textOf(rowsOf(reading, shownOf(read.right.accounts, question), page), question, caller, clock);
        } catch (error) {
          const { ledgerId } = caller;
          if (!gone.aborted) log.warn({ ledgerId, error }, 'a general ledger could not be exported to its end');
          throw error;
        }
      };
      const { mediaType } = generalLedgerFormats[question.format];
      const name = `general-ledger-${from}-${to}-at-${place.sequence}.${mediaType === csvMediaType ? 'csv' : 'jsonl'}`;
      return ok({ name, mediaType, sequence: place.sequence, text: text() });
    },
  };
};

interface Reading extends Omit<GeneralLedgerStanding, 'row' | 'place'> {
  readonly caller: Principal;
  readonly place: KnownTotals['place'];
}

interface EntriesPage {
  readonly entries: readonly AccountEntryRow[];
  readonly next: Position | undefined;
}
type PageReader = (account: AccountTotals['account'], from: Position | undefined) => Promise<EntriesPage>;

/** Reads a page of the account's entries. The account exists, because its sums were read as of the same sequence. */
const pageOf = async (
  { ledgering, clock }: Pick<GeneralLedgerDependencies, 'ledgering' | 'clock'>,
  { caller, from, to, layer, place }: Reading,
  account: AccountTotals['account'],
  position: Position | undefined,
): Promise<EntriesPage> => {
  const statement = await ledgering.statement(
    caller,
    account.id,
    {
      ...{ layer, from, to, knownAtSequence: place.sequence },
      ...{ now: clock.now(caller.ledgerId), timeZone: caller.timeZone },
    },
    { limit: entriesAtATime, direction: 'forward', ...(position && { from: position }) },
  );
  if (refused(statement)) throw new Error(`the entries of account ${account.id} are refused: ${statement.left.kind}`);
  return { entries: statement.right.page.items, next: statement.right.page.next };
};

const nothing: Turnover = { debits: 0n, credits: 0n };
const hasEntries = ({ debits, credits }: Turnover): boolean => debits !== 0n || credits !== 0n;

const shownOf = (
  accounts: readonly AccountTotals[],
  { codePrefix = '', hidesZero }: GeneralLedgerQuestion,
): readonly AccountTotals[] =>
  accounts.filter(({ account: { code }, within, beside: [before = nothing] }) => {
    if (!code.startsWith(codePrefix)) return false;
    return !hidesZero || hasEntries(within) || before.debits !== before.credits;
  });

async function* rowsOf(
  { from, to, layer, place, accounts: selected, hidesZero }: Reading,
  accounts: readonly AccountTotals[],
  page: PageReader,
): AsyncGenerator<GeneralLedgerRow> {
  let total = nothing;
  for (const {
    account,
    within,
    beside: [before = nothing],
  } of accounts) {
    const balance = (sums: Turnover): bigint => balanceOf(account.type, sums);
    yield { row: 'opening', account, date: from, balance: balance(before) };
    let running = before;
    let next: Position | undefined;
    if (hasEntries(within))
      do {
        const read = await page(account, next);
        for (const { type, amount, effectiveDate, transactionId, reference, description } of read.entries) {
          running = plus(running, type === 'debit' ? { debits: amount, credits: 0n } : { debits: 0n, credits: amount });
          const entry = { date: effectiveDate, transactionId, reference, description, type, amount };
          yield { row: 'entry', account, ...entry, balance: balance(running) };
        }
        next = read.next;
      } while (next);
    const closing = plus(before, within);
    if (running.debits !== closing.debits || running.credits !== closing.credits)
      throw new Error(`the entries of account ${account.id} do not add up to its balance: run \`ledger verify\``);
    yield { row: 'closing', account, date: to, ...within, balance: balance(closing) };
    total = plus(total, within);
  }
  yield { row: 'total', date: to, ...total };
  yield { row: 'known_at', from, to, layer, accounts: selected, hidesZero, place };
}

const plus = (one: Turnover, other: Turnover): Turnover => ({
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
});

async function* textOf(
  rows: AsyncIterable<GeneralLedgerRow>,
  { format }: Pick<GeneralLedgerQuestion, 'format'>,
  { denomination }: Pick<Principal, 'denomination'>,
  clock: Clock,
): AsyncGenerator<string> {
  const pause = inSlices(clock);
  const { beginning, write } = generalLedgerFormats[format];
  const { cut, rest } = createPieceCutter(beginning);
  for await (const row of rows) {
    yield* cut(write(row, denomination));
    const turn = pause();
    if (turn) await turn;
  }
  yield rest();
}
