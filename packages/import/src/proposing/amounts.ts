/**
 * Finds the columns with amounts, how signs are written, and the column with balances. If the amounts of some columns add up to a column of
 * balances, row by row, these columns are certain. Otherwise the names of the columns and the signs decide.
 */
import type { Day } from '../../../../src/kernel/time';
import { directionOfCard } from './cards';
import { isNamed, nameOf, type Column, type NumberColumn } from './columns';
import { feesBeside, isBesideAmounts, splitByFees } from './fees';
import { finding, type Finding } from './finding';
import { bringsIn, names, takesAway, words } from './words';

export interface FoundAmounts {
  /** The members of the proposed map, with column objects instead of column names. */
  readonly members: {
    readonly amount?: Column;
    readonly negate?: true;
    readonly debit?: Column;
    readonly credit?: Column;
    readonly signed?: true;
    readonly sign?: {
      readonly column: Column;
      readonly negative: readonly string[];
      readonly positive: readonly string[];
    };
    readonly balance?: { readonly column: Column; readonly negate: boolean };
  };
  readonly found: readonly Finding[];
}

interface Candidate {
  readonly members: FoundAmounts['members'];
  readonly amounts: readonly bigint[];
  readonly columns: readonly Column[];
}

/** Returns all combinations of numeric columns that could contain the amounts. */
const candidatesOf = (numbers: readonly NumberColumn[], others: readonly Column[]): readonly Candidate[] => {
  const direction = others.map(signIn).find((each) => each !== undefined);
  const rows = numbers[0]?.units.length ?? 0;
  const amountsOf = (of: (row: number) => bigint): readonly bigint[] =>
    Array.from({ length: rows }, (_, row) => of(row));
  const single = numbers
    .filter(({ units }) => !units.includes(null))
    .flatMap((column): readonly Candidate[] => {
      const plain = { members: { amount: column }, columns: [column], amounts: column.units as readonly bigint[] };
      const turned = {
        ...{ members: { amount: column, negate: true as const }, columns: [column] },
        amounts: plain.amounts.map((amount) => -amount),
      };
      const isSigned = plain.amounts.some((amount) => amount < 0n);
      if (!direction || isSigned) return [plain, turned];
      const { isNegative, ...sign } = direction;
      const amounts = amountsOf((row) => (isNegative[row] ? -1n : 1n) * (plain.amounts[row] ?? 0n));
      return [{ members: { amount: column, sign }, columns: [column, sign.column], amounts }, plain];
    });
  const pairs = numbers.flatMap((into) =>
    numbers.flatMap((out): readonly Candidate[] => {
      const of = ({ units }: NumberColumn, row: number): bigint => units[row] ?? 0n;
      const isPair =
        into !== out && amountsOf((row) => of(into, row) * of(out, row)).every((product) => product === 0n);
      const isTold = isPair && into.units.every((unit, row) => unit !== null || out.units[row] !== null);
      if (!isTold || into.units.some((unit) => (unit ?? 0n) < 0n)) return [];
      const isSigned = out.units.some((unit) => (unit ?? 0n) < 0n);
      const members = { debit: into, credit: out, ...(isSigned ? { signed: true as const } : {}) };
      const amounts = amountsOf((row) => of(into, row) + (isSigned ? of(out, row) : -of(out, row)));
      return [{ members, columns: [into, out], amounts }];
    }),
  );
  return [...single, ...pairs];
};

/** Returns the words in a column that show the direction of each row; undefined if the column has other words. */
const signIn = (column: Column) => {
  const plain = column.cells.map((cell) => cell.toLowerCase());
  const all = new Set(plain);
  if (![...all].every((word) => takesAway.has(word) || bringsIn.has(word)) || all.size > 4) return undefined;
  const of = (known: ReadonlySet<string>): readonly string[] => [
    ...new Set(column.cells.filter((cell) => known.has(cell.toLowerCase()))),
  ];
  const [negative, positive] = [of(takesAway), of(bringsIn)];
  return negative.length === 0 || positive.length === 0
    ? undefined
    : { column, negative, positive, isNegative: plain.map((word) => takesAway.has(word)) };
};

/**
 * Reads the rows in the order of the days, and checks that each balance and the amounts after it give the next balance. Returns the number
 * of rows that are proven so, or 0 if one of them is not.
 */
const provenRows = (amounts: readonly bigint[], balances: readonly (bigint | null)[], days: readonly Day[]): number => {
  const rows = balances.flatMap((balance, row) => (balance === null ? [] : [{ row, balance }]));
  const between = (from: number, to: number): bigint => amounts.slice(from, to).reduce((sum, each) => sum + each, 0n);
  const steps = rows
    .slice(1)
    .map(({ row, balance }, index) => ({ last: rows[index] as (typeof rows)[number], row, balance }));
  const [first = '', latest = ''] = [days[0], days.at(-1)];
  const ascends =
    first <= latest &&
    steps.every(({ last, row, balance }) => balance - last.balance === between(last.row + 1, row + 1));
  const descends =
    first >= latest && steps.every(({ last, row, balance }) => last.balance - balance === between(last.row, row));
  const isFull = rows.length * 10 >= balances.length * 9;
  return isFull && (ascends || descends) ? steps.filter((step) => step.balance !== step.last.balance).length : 0;
};

export const amountsIn = (
  numbers: readonly NumberColumn[],
  others: readonly Column[],
  days: readonly Day[],
): FoundAmounts | undefined => {
  const candidates = candidatesOf(numbers, others);
  const isCard = [...numbers, ...others].some(({ name }) => /\bcard\b|kreditkarte|karten/i.test(name));
  const proven = candidates
    .flatMap((candidate) =>
      numbers
        .filter((column) => !candidate.columns.some(({ index }) => index === column.index))
        .map((balance) => ({ candidate, balance, rows: provenRows(candidate.amounts, balance.units, days) })),
    )
    .filter(({ rows, balance }) => rows > (isBalance(balance) ? 0 : 1))
    // If a second column has an amount only in the oldest row, the first column is proven with and without it. Both are then chosen.
    .sort(
      (one, other) =>
        isBalance(other.balance) - isBalance(one.balance) ||
        other.candidate.columns.length - one.candidate.columns.length ||
        scoreOf(other.candidate) - scoreOf(one.candidate),
    );
  const [best] = proven;
  if (best) {
    const { candidate, balance, rows } = best;
    const names = candidate.columns.map(nameOf).join(' and ');
    const { amounts } = candidate;
    const isOnly = proven.every((each) => each.candidate.amounts.every((amount, row) => amount === amounts[row]));
    const confidence = rows > 2 && isOnly ? 'certain' : 'likely';
    const message = `The amounts in ${names} add up to the balances in ${nameOf(balance)}, in each of ${rows} rows.`;
    const members = { ...candidate.members, balance: { column: balance, negate: false } };
    return { members, found: [finding('amount', confidence, message)] };
  }
  const { before, after } = splitByFees(numbers);
  const all = candidates
    // Without a column of balances, inverted signs cannot be detected, so they are not proposed.
    .filter(
      ({ columns, members }) =>
        !columns.some((each) => isBalance(each) || isNoAmount(each) || before.has(each.index)) && !members.negate,
    )
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  const ofAmounts = all.filter(({ columns }) => !columns.some(isBesideAmounts));
  // A file that has nothing else may be a list of fees or prices.
  const possible = ofAmounts.length > 0 ? ofAmounts : all;
  // The amounts after fees are those that reach the account.
  const [likeliest] = [...possible.filter(({ columns }) => columns.some(({ index }) => after.has(index))), ...possible];
  if (!likeliest) return undefined;
  const { members, columns, amounts } = likeliest;
  const balance = numbers.find((column) => isBalance(column) > 0);
  const unproven = balance
    ? [
        finding(
          'balance',
          'guessed' as const,
          `The column ${nameOf(balance)} does not match these amounts row by row, so it is not used.`,
        ),
      ]
    : [];
  const fees = feesBeside(numbers, new Set(columns.map(({ index }) => index)));
  const direction =
    members.amount !== undefined && !members.sign ? directionOfCard(amounts, others, isCard) : 'as written';
  if (direction === 'reversed')
    return {
      members: { ...members, negate: true },
      found: [
        finding(
          'amount',
          'guessed',
          `Card statements show purchases as positive amounts, so the signs of the amounts in ${columns.map(nameOf).join(' and ')} are reversed.`,
        ),
        ...unproven,
        ...fees,
      ],
    };
  const unclear =
    direction === 'unclear'
      ? [
          finding(
            'amount',
            'guessed' as const,
            'Rows that name a payment to a card contradict the signs of the other rows: check the signs below.',
          ),
        ]
      : [];
  const rivals = after.size > 0 ? [] : rivalsOf(likeliest, possible);
  return { members, found: [finding('amount', ...reasonOf(likeliest)), ...rivals, ...unclear, ...unproven, ...fees] };
};

/** Names the other columns that could have the amounts, if they differ from the chosen one. */
const rivalsOf = ({ members, amounts }: Candidate, possible: readonly Candidate[]): readonly Finding[] => {
  if (members.amount === undefined) return [];
  const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
  const rivals = possible.flatMap((other) => {
    const { amount } = other.members;
    const isOther =
      amount !== undefined &&
      amount !== members.amount &&
      !names.foreignCurrency.test(amount.name) &&
      (isNamed(amount, words.amount) || (amount as NumberColumn).hasDecimals) &&
      other.amounts.some((each, row) => size(each) !== size(amounts[row] ?? 0n));
    return isOther ? [nameOf(amount)] : [];
  });
  return rivals.length === 0
    ? []
    : [
        finding(
          'amount',
          'guessed',
          `The amounts could also be those in ${[...new Set(rivals)].join(', ')}: check the amounts below.`,
        ),
      ];
};

const isNoAmount = (column: Column): boolean => isNamed(column, words.other) && !isNamed(column, words.amount);
const isBalance = (column: Column): number => Number(isNamed(column, words.balance));

const scoreOf = ({ members: { amount, debit, credit, sign }, amounts }: Candidate): number => {
  if (debit && credit) {
    const names = Number(isNamed(debit, words.into)) + Number(isNamed(credit, words.out));
    const wrong =
      Number(isNamed(debit, words.out) && !isNamed(debit, words.into)) +
      Number(isNamed(credit, words.into) && !isNamed(credit, words.out));
    return 4 * names - 8 * wrong;
  }
  const isNegative = amounts.some((each) => each < 0n);
  const { hasDecimals = false } = (amount ?? {}) as Partial<NumberColumn>;
  const isOfAmounts = amount !== undefined && isNamed(amount, words.amount);
  return 4 * Number(isOfAmounts) + 2 * Number(hasDecimals) + Number(isNegative) + Number(sign !== undefined);
};

const reasonOf = ({ members, columns, amounts }: Candidate): readonly [Finding['confidence'], string] => {
  const names = columns.map(nameOf).join(' and ');
  if (members.sign)
    return [
      'likely',
      `The column ${nameOf(members.sign.column)} gives the direction of the amounts in ${nameOf(columns[0] as Column)}.`,
    ];
  if (members.debit && members.credit) {
    const areNamed = isNamed(members.debit, words.into) && isNamed(members.credit, words.out);
    const message = `Each row has an amount in ${names}, and never in both`;
    return areNamed
      ? ['likely', `${message}; ${nameOf(members.debit)} is money in, by its name.`]
      : ['guessed', `${message}. It is not clear which of the two is money in: check the rows below.`];
  }
  return amounts.some((amount) => amount < 0n)
    ? ['likely', `The amounts in ${names} have signs; positive amounts are money in.`]
    : ['guessed', `No amount in ${names} is negative, and nothing else shows the direction of a row.`];
};
