/**
 * Reads days and amounts in journals of other programs. Their notation depends on the user's country. If the file does not show it, a map
 * must give it.
 */
import type { Minor } from '../../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../../src/kernel/refusal';
import type { Day } from '../../../../src/kernel/time';
import { readBankAmount } from '../csv-amounts';
import { dateReader } from '../date-formats';
import type { Notation } from '../map-parts';
import { dayReader } from '../row-reader';
import { because, minorOf, quoted, type Books, type Reason } from '../rows';

export const usualNotation: Notation = { date_format: undefined, pivot: undefined, decimal: '.' };

/** The formats that are tried without a map, because the order of year, month and day is unambiguous in them. */
const plainFormats = ['YYYY-MM-DD', 'YYYY/MM/DD', 'D MMM YYYY', 'D-MMM-YYYY', 'MMM D, YYYY', 'D.M.YYYY'] as const;
const plainReaders = plainFormats.map((format) => dateReader(format));

/** The code of the refusal for a day whose format is ambiguous. The import stops until a map gives the format. */
export const dateFormatMissing = 'DATE_FORMAT_MISSING';

export const createDayReader = (
  { date_format: format, pivot }: Notation,
  today: Day,
): ((text: string) => Outcome<Reason, Day | undefined>) => {
  if (format !== undefined) return dayReader({ column: 'date', format, pivot }, today);
  return (text) => {
    if (text === '') return ok(undefined);
    for (const read of plainReaders) {
      const day = read(text)?.day;
      if (day !== undefined) return ok(day);
    }
    return /^\d{1,2}([-/.' ])\s*\d{1,2}[-/.' ]\s*\d{2,4}$/.test(text)
      ? because(
          dateFormatMissing,
          `${quoted(text)} does not show the order of day, month and year. Set it in the map: "notation": {"date_format": "MM/DD/YYYY"}, or "DD/MM/YYYY" and the like.`,
        )
      : because('DATE_INVALID', `${quoted(text)} is not a day.`);
  };
};

const decimalCure = (other: Notation['decimal']): string =>
  `If ${quoted(other)} is the decimal mark of the file, set it in the map: "notation": {"decimal": "${other}"}.`;

/** Returns a function that reads amounts in the ledger's currency, or in the currency that the row names. */
export const createAmountReader =
  (
    books: Books,
    { decimal }: Pick<Notation, 'decimal'>,
    cure = decimalCure,
  ): ((text: string, currency: string) => Outcome<Reason, Minor>) =>
  (text, currency) => {
    const written = readBankAmount(text, decimal, cure);
    if (refused(written)) return written;
    const { commodity, digits } = written.right;
    return minorOf({ commodity: commodity || currency || books.denomination.currency, digits }, books);
  };
