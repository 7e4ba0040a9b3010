/**
 * Streams the journal of a ledger as a file, as fast as the client reads it. Each page of the journal is read ahead in a short transaction
 * of its own, so that a slow reader holds neither a connection nor a place among the requests in progress.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { OpenLimits, OpenPlaces } from '../../../kernel/running/open-places';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/running/slices';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type { Journal, JournalQuestion, Ledger, Ledgering, TooManyAccounts } from '../../ledgering';
import { journalFormats, type JournalFormatName } from '../domain/journal/formats';
import type { TooManyExports } from '../domain/journal/refusals';
import type { WrittenJournal } from '../domain/journal/told';
import { beginsTooLate, type Invalid } from '../domain/refusals';
import { createPieceCutter, persistently } from './pieces';

/** Re-exported for the HTTP layer, which may not import from other contexts directly. */
export { maxJournalAccounts, type TooManyAccounts } from '../../ledgering';

export interface JournalFile {
  /** A file name such as `USD-MAIN-journal.hledger`. */
  readonly name: string;
  readonly mediaType: string;
  /** The sequence of the log as of which the journal is exported. */
  readonly sequence: bigint;
  /** The text in pieces of at most 32 Ki characters. The iteration throws if the journal cannot be read to its end. */
  readonly text: AsyncIterable<string>;
}

export interface ExportQuestion extends JournalQuestion {
  readonly format: JournalFormatName;
}

export interface JournalExports {
  /** Opens an export, which counts against the limit on open exports until `gone` is aborted. */
  open(
    caller: Pick<Principal, 'callerId' | 'tenantId' | 'ledgerId'>,
    question: ExportQuestion,
    gone: AbortSignal,
  ): Promise<Outcome<Invalid | TooManyExports | TooManyAccounts, JournalFile>>;
}

/** The limits on open exports. Each export keeps one page of its journal in memory, and the accounts that its entries name. */
export interface ExportLimits extends OpenLimits {
  /** The milliseconds for which a failed read of a page is retried before the export is cut off. */
  readonly retryMs: number;
}

export const exportLimits: ExportLimits = { perKey: 2, perTenant: 4, inAll: 12, retryMs: 10_000 };

export const EXPORT_LIMITS = token<ExportLimits>('ExportLimits');
/** Exports of journals and of general ledgers share one limit on open exports. */
export const EXPORT_PLACES = token<OpenPlaces>('ExportPlaces');
export const JOURNAL_EXPORTS = token<JournalExports>('JournalExports');

export interface ExportDependencies {
  readonly ledgering: Pick<Ledgering, 'journal' | 'ledger'>;
  readonly limits: Pick<ExportLimits, 'retryMs'>;
  readonly places: OpenPlaces;
  readonly clock: ProcessTime;
  readonly log: Pick<Log, 'warn'>;
}

const accountsAtATime = 200;

export const createJournalExports = ({
  ledgering,
  limits,
  places,
  clock,
  log,
}: ExportDependencies): JournalExports => ({
  open: async (caller, { format, ...question }, gone) => {
    const { from, to } = question;
    if (from !== undefined && to !== undefined && from > to) return refuse(beginsTooLate(to));
    const noPlaceLeft = places.take(caller, gone);
    if (noPlaceLeft) return refuse({ kind: 'TooManyExports', ...noPlaceLeft });
    const { ledgerId } = caller;
    const [ledger, found] = await Promise.all([ledgering.ledger(ledgerId), ledgering.journal(ledgerId, question)]);
    if (!ledger || !found) throw new Error(`there is no ledger ${ledgerId}`);
    if (refused(found)) return found;
    const journal = found.right;
    const told = withRetries(journal, persistently(clock, limits.retryMs, gone));
    const noted = async function* (): AsyncGenerator<string> {
      try {
        yield* textOf(told, written(ledger, journal, format, question), clock);
      } catch (error) {
        if (!gone.aborted) log.warn({ ledgerId, format, error }, 'a journal could not be exported to its end');
        throw error;
      }
    };
    return ok({
      name: `${ledger.code}-journal.${format}`,
      mediaType: journalFormats[format].mediaType,
      sequence: journal.place.sequence,
      text: noted(),
    });
  },
});

const written = (
  { code, name, denomination }: Ledger,
  { place, accounts }: Journal,
  format: JournalFormatName,
  { from, to }: JournalQuestion,
): WrittenJournal => {
  const chart = new Map(accounts.map((account) => [account.id as string, account]));
  return journalFormats[format].write({ code, name, denomination, place, from, to }, chart);
};

/**
 * Writes the journal in pieces of equal length, cutting within accounts and transactions too. Yields the event loop after some milliseconds
 * of work.
 */
async function* textOf(journal: Journal, format: WrittenJournal, clock: ProcessTime): AsyncGenerator<string> {
  const pause = inSlices(clock);
  const { cut, rest } = createPieceCutter(format.beginning);
  let transactions = 0;
  if (format.account)
    for (let from = 0; from < journal.accounts.length; from += accountsAtATime)
      for (const account of await journal.describe(journal.accounts.slice(from, from + accountsAtATime))) {
        yield* cut(format.account(account));
        const turn = pause();
        if (turn) await turn;
      }
  for (let reading = ahead(journal); ;) {
    const page = await reading;
    if (page.length === 0) break;
    reading = ahead(journal);
    for (const transaction of page)
      for (const text of format.transaction(transaction)) {
        yield* cut(text);
        const turn = pause();
        if (turn) await turn;
      }
    transactions += page.length;
  }
  yield rest() + format.end(transactions);
}

/** Reads the next page while the page before it is written. The caller handles a failed read when it awaits the result. */
const ahead = (journal: Journal): ReturnType<Journal['next']> => {
  const reading = journal.next();
  reading.catch(() => undefined);
  return reading;
};

/** Returns the journal with reads that are repeated by `again` if they fail. */
const withRetries = (journal: Journal, again: ReturnType<typeof persistently>): Journal => ({
  place: journal.place,
  accounts: journal.accounts,
  describe: (accounts) => again(() => journal.describe(accounts)),
  next: () => again(() => journal.next()),
});
