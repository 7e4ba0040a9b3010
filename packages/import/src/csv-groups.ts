/** Joins table rows with the same value in the map's `group` column into one transaction. Each row becomes an entry of it. */
import { refused, type Outcome } from '../../../src/kernel/refusal';
import type { CsvMap } from './csv-map';
import { recordBreak } from './csv-records';
import { noDescription } from './hledger-transactions';
import { entryOf, plainFields, type RowParts } from './row-reader';
import { balanced, quoted, type Emit, type Reason } from './rows';

export interface Groups {
  /** Adds a row. A row with an empty `value` belongs to the current group. */
  take(line: number, raw: string, value: string, parts: Outcome<Reason, RowParts>): void;
  /** Ends the current group. Called for a row that cannot be read: it is unknown whether the row belongs to the group. */
  end(): void;
}

/** The maximum number of rows in a group. A transaction has at most a hundred entries. */
const maxGroupRows = 1_000;

interface Group {
  readonly line: number;
  readonly value: string;
  readonly raws: string[];
  readonly rows: RowParts[];
  wrong: Reason | undefined;
}

export const createGroups = (map: Pick<CsvMap, 'group' | 'journal'>, emit: Emit): Groups => {
  let group: Group | undefined;

  const transactionOf = ({ line, raws, rows, value }: Group): void => {
    const raw = raws.join(recordBreak);
    const reject = ({ code, message }: Reason): void => emit({ kind: 'rejected', line, raw, code, message });
    const days = new Set(rows.flatMap(({ date }) => date ?? []));
    const [date] = days;
    if (date === undefined) return reject(dayMissing);
    if (days.size > 1) return reject(daysDiffer);
    const description = rows.find((row) => row.description !== '')?.description ?? '';
    const entries = balanced(
      rows.map((row) =>
        entryOf(row.account, row.amount, ['', description].includes(row.description) ? null : row.description),
      ),
    );
    if (refused(entries)) {
      const { code, message } = entries.left;
      return reject({
        code,
        message: `The ${rows.length} rows of ${quoted(value)}: ${message} If the rows of this transaction are not together in the file, sort the file by the column ${map.group}.`,
      });
    }
    emit({
      ...{ kind: 'transaction', line, raw, ...plainFields(map), date, entries: entries.right },
      description: description || noDescription,
      reference: rows.find(({ reference }) => reference !== null)?.reference ?? null,
    });
  };

  const end = (): void => {
    const whole = group;
    group = undefined;
    if (whole === undefined) return;
    const { line, raws, wrong } = whole;
    if (wrong === undefined) return transactionOf(whole);
    emit({ kind: 'rejected', line, raw: raws.join(recordBreak), ...wrong });
  };

  return {
    take: (line, raw, value, parts) => {
      if (group === undefined || (value !== '' && value !== group.value)) {
        end();
        const wrong = value === '' ? valueMissing(map) : undefined;
        group = { line, value, raws: [], rows: [], wrong };
      }
      group.raws.push(raw);
      if (group.rows.length === maxGroupRows) {
        group.wrong ??= tooLarge;
        return end();
      }
      if (!refused(parts)) group.rows.push(parts.right);
      else group.wrong ??= { code: parts.left.code, message: `Line ${line}: ${parts.left.message}` };
    },
    end,
  };
};

const valueMissing = ({ group }: Pick<CsvMap, 'group'>): Reason => ({
  code: 'GROUP_MISSING',
  message: `The first row has an empty cell in the column ${group}.`,
});
const dayMissing: Reason = { code: 'DATE_INVALID', message: 'No row of the transaction has a date.' };
const daysDiffer: Reason = {
  code: 'DAYS_DIFFER',
  message: 'The rows of the transaction have different dates. A transaction has one date.',
};
const tooLarge: Reason = {
  code: 'TOO_LARGE',
  message: `The transaction has more than ${maxGroupRows} rows.`,
};
