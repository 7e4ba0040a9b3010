/** Groups the clearing accounts of strings in a report under a heading, with a sum. */
import { sumOf } from '../../parts/amount';
import { changesOf, type Changed } from '../../parts/changes';

interface ReportedAccount {
  readonly account_id: string | null;
  readonly code: string | null;
  readonly name: string;
  readonly depth: number;
  readonly is_subtotal: boolean;
  readonly isHeading: boolean;
  readonly debits: string;
  readonly credits: string;
  readonly balance: string;
  readonly columns: readonly Changed[];
}

/** The prefix of the codes of clearing accounts. Other accounts cannot have it. */
const clearingPrefix = 'STR-';

const heading = 'Currency conversions';

/** Shortens the name of a clearing account to the name of its string, because the heading above it gives the rest. */
const nameOf = (name: string): string => name.replace(/^Clearing of the string /, 'String ');

/**
 * Moves the clearing accounts of a section to its end, between a heading and their sum. Their codes are not shown, because they only
 * contain an id.
 */
export const withConversions = <Row extends ReportedAccount>(
  rows: readonly Row[],
  labels: readonly string[],
): readonly Row[] => {
  const isClearing = ({ code, depth }: Row): boolean => depth === 0 && code !== null && code.startsWith(clearingPrefix);
  const clearing = rows.filter(isClearing);
  const [first] = clearing;
  if (first === undefined) return rows;
  const balance = sumOf(clearing.map((row) => row.balance));
  const balances = labels.map((_, index) => sumOf(clearing.map(({ columns }) => columns[index]?.balance ?? '0')));
  const group = { ...first, account_id: null, code: null, name: heading, depth: 0 };
  return [
    ...rows.filter((row) => !isClearing(row)),
    { ...group, isHeading: true },
    ...clearing.map((row) => ({ ...row, name: nameOf(row.name), code: null, depth: 1 })),
    {
      ...group,
      is_subtotal: true,
      isHeading: false,
      debits: sumOf(clearing.map(({ debits }) => debits)),
      credits: sumOf(clearing.map(({ credits }) => credits)),
      balance,
      columns: changesOf(balance, balances, labels).map((changed, index) => ({ ...first.columns[index], ...changed })),
    },
  ];
};
