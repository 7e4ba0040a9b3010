/**
 * Collects the rows of a table of entries into transactions. Consecutive rows belong to one transaction if they have the same group, or no
 * group. Once debits and credits are equal, a row that names the group again begins a new transaction. Rows with totals are compared with
 * the entries before them.
 */
import type { Minor } from '../../../../src/kernel/money';
import { refused, type Outcome } from '../../../../src/kernel/refusal';
import type { Day } from '../../../../src/kernel/time';
import { recordBreak } from '../csv-records';
import { noDescription } from '../hledger-transactions';
import { entryOf, plainFields } from '../row-reader';
import { balanced, type Emit, type EntryRow, type Reason } from '../rows';

/** The cells of a row that describe the transaction. */
export interface EntryHead {
  /** The date of the row; undefined if it has none. */
  readonly date: Day | undefined;
  readonly description: string;
  readonly reference: string | null;
}

export interface CollectedRow {
  readonly line: number;
  readonly raw: string;
  /** The value that all rows of a transaction share, such as its number. Empty if the row does not repeat it. */
  readonly group: string;
  readonly head: Outcome<Reason, EntryHead>;
  readonly entry: Outcome<Reason, EntryRow>;
  /** The amounts in the debit and credit columns; undefined if the table has a single column of amounts. */
  readonly columns?: ColumnSums | undefined;
}

/** The sums of debits and credits. */
export interface ColumnSums {
  readonly debit: Minor;
  readonly credit: Minor;
}

export interface Collecting {
  take(row: CollectedRow): void;
  /** Rejects a row that cannot be read, together with the transaction that is being collected. */
  broken(line: number, raw: string, reason: Reason): void;
  /**
   * Handles a row with totals, which ends a transaction. `totals` is undefined if the row cannot be read. `isNamed` is true if the row has
   * a label. A row that has a label, or that follows no transaction, may contain the totals of the whole file.
   */
  total(line: number, totals: ColumnSums | undefined, isNamed: boolean): void;
  end(): void;
}

/** The maximum number of rows of one transaction. A transaction has at most a hundred entries, so longer ones are rejected anyway. */
const maxRows = 1_000;

interface Open {
  readonly line: number;
  readonly group: string;
  readonly raws: string[];
  readonly entries: EntryRow[];
  head: EntryHead;
  wrong: Reason | undefined;
  balance: bigint;
  debit: bigint;
  credit: bigint;
}

export const createCollecting = (emit: Emit): Collecting => {
  let open: Open | undefined;
  const sinceTotal = { debit: 0n, credit: 0n };
  const all = { debit: 0n, credit: 0n };
  let isAllRead = true;

  const reject = (line: number, raw: string, { code, message }: Reason): void => {
    isAllRead = false;
    emit({ kind: 'rejected', line, raw, code, message });
  };
  const end = (): void => {
    const whole = open;
    open = undefined;
    if (whole === undefined) return;
    const { line, entries: written, head, wrong } = whole;
    const raw = whole.raws.join(recordBreak);
    if (wrong) return reject(line, raw, wrong);
    if (head.date === undefined) return reject(line, raw, dayMissing);
    const entries = balanced(written);
    if (refused(entries)) return reject(line, raw, entries.left);
    emit({
      ...{ kind: 'transaction', line, raw, ...plainFields({ journal: undefined }), date: head.date },
      ...{ description: head.description || noDescription, reference: head.reference, entries: entries.right },
    });
  };
  const isNext = ({ group, entry }: CollectedRow, { balance, entries, group: before }: Open): boolean =>
    group !== '' &&
    (group !== before ||
      (balance === 0n && entries.length > 1 && !refused(entry) && entry.right.amount !== (0n as Minor)));

  return {
    take: (row) => {
      const { line, raw, group, head, entry, columns } = row;
      if (open && isNext(row, open)) end();
      open ??= {
        ...{ line, group, raws: [], entries: [], balance: 0n, debit: 0n, credit: 0n },
        head: refused(head) ? { date: undefined, description: '', reference: null } : head.right,
        wrong: group === '' ? groupMissing : undefined,
      };
      if (open.raws.length === maxRows) {
        open.wrong = tooLarge;
        return end();
      }
      open.raws.push(raw);
      const [wrong] = [head, entry].flatMap((part: Outcome<Reason, unknown>) => (refused(part) ? part.left : []));
      const { date } = refused(head) ? { date: undefined } : head.right;
      if (date !== undefined && open.head.date !== undefined && date !== open.head.date) open.wrong ??= daysDiffer;
      if (wrong) open.wrong ??= { ...wrong, message: `Line ${line}: ${wrong.message}` };
      if (refused(entry)) return;
      open.entries.push(entry.right);
      open.balance += entry.right.amount;
      for (const sums of columns ? [open, sinceTotal, all] : []) {
        sums.debit += columns?.debit ?? 0n;
        sums.credit += columns?.credit ?? 0n;
      }
    },
    broken: (line, raw, reason) => {
      if (open === undefined) return reject(line, raw, reason);
      open.raws.push(raw);
      open.wrong ??= { ...reason, message: `Line ${line}: ${reason.message}` };
    },
    total: (line, totals, isNamed) => {
      const isOfFile = isNamed || open === undefined;
      const known = [all, sinceTotal, ...(open ? [open] : [])];
      const fits =
        totals === undefined || known.some(({ debit, credit }) => totals.debit === debit && totals.credit === credit);
      if (!fits && open && !isOfFile) open.wrong ??= totalsDiffer;
      end();
      Object.assign(sinceTotal, { debit: 0n, credit: 0n });
      if (!fits && isOfFile && isAllRead) emit({ kind: 'stop', line, ...fileTotalsDiffer });
    },
    end,
  };
};

/** Returns the entry of a row. */
export const entryRow = (account: string, amount: Minor, memo: string): EntryRow =>
  entryOf(account, amount, memo === '' ? null : memo);

const groupMissing: Reason = {
  code: 'GROUP_MISSING',
  message: 'The row does not name its transaction, and no row before it does.',
};
const dayMissing: Reason = { code: 'DATE_INVALID', message: 'No row of the transaction has a date.' };
const daysDiffer: Reason = {
  code: 'DAYS_DIFFER',
  message: 'The rows of the transaction have different dates. A transaction has one date.',
};
const tooLarge: Reason = { code: 'TOO_LARGE', message: `The transaction has more than ${maxRows} rows.` };
const totalsDiffer: Reason = {
  code: 'TOTALS_DIFFER',
  message:
    'The rows of the transaction do not add up to the totals below them: a row is missing, or an amount was changed. Export the journal again.',
};
const fileTotalsDiffer: Reason = {
  code: 'TOTALS_DIFFER',
  message:
    'The rows of the file do not add up to the totals at its end: rows are missing, or amounts were changed. Export the journal again.',
};
