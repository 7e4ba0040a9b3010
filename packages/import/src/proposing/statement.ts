/** Proposes the map for a bank statement: its accounts, whether its references are unique, and the date format of QIF. */
import { todayOf } from '../../../../src/kernel/principal';
import type { Day } from '../../../../src/kernel/time';
import { refused } from '../../../../src/kernel/refusal';
import type { ImportFormat } from '../formats';
import { readMap } from '../map';
import { rowsOf, type Reading } from '../reading';
import { decimalIn } from './numbers';
import { datesIn } from './dates';
import { finding, type Finding } from './finding';
import type { Beginning } from './sample';
import type { Proposal } from './table';

const currencies: Partial<Readonly<Record<ImportFormat, RegExp>>> = {
  camt053: /Ccy="([A-Z]{3})"/,
  mt940: /^:6[02][FM]:[CD]\d{6}([A-Z]{3})/m,
  gnucash: /<cmdty:id>([A-Z]{3})</,
  ofx: /<CURDEF>\s*([A-Z]{3})/,
};

/** Returns the currency of the first amount that names one; undefined if no amount does. */
export const currencyIn = ({ bytes }: Beginning, format: ImportFormat): string | undefined =>
  currencies[format]?.exec(bytes.toString('latin1'))?.[1];

/** The maximum number of references that are checked for repetition. For a longer statement it stays unknown whether references are unique. */
const maxReferences = 100_000;
/** The proposed name of the bank account if the file does not name the account. */
const unnamed = 'BANK';

export const proposeStatement = async (reading: Reading, beginning: Beginning): Promise<Proposal> => {
  const qif = reading.format === 'qif' ? qifOf(beginning, todayOf(reading.caller, reading.clock)) : undefined;
  const accounts = new Set<string>();
  const references = new Set<string>();
  let rows = 0;
  let isUnnamed = false;
  const trial = readMap(
    JSON.stringify({
      statement: {
        ...{ contra_account: 'UNSORTED', account: { column: 'account', otherwise: unnamed }, reference: 'reference' },
        ...qif?.member,
      },
    }),
  );
  if (refused(trial)) throw new Error(trial.left.join(' '));
  for await (const row of rowsOf({ ...reading, map: trial.right }, 'reading')) {
    if (row.kind !== 'transaction') continue;
    rows += 1;
    const [{ account } = { account: unnamed }] = row.entries;
    accounts.add(account);
    isUnnamed ||= account === unnamed;
    if (row.reference !== null && rows <= maxReferences) references.add(row.reference);
  }
  const isUnique = rows > 0 && references.size === rows;
  const statement = {
    ...(isUnnamed ? { account: unnamed } : {}),
    ...(isUnique ? { reference: 'reference' } : {}),
    ...qif?.member,
    contra_account: 'UNSORTED',
  };
  const types = [...accounts, 'UNSORTED'].map((name) => [name, { type: 'asset' }] as const);
  return {
    map: { statement, accounts: Object.fromEntries(types) },
    currency: currencyIn(beginning, reading.format),
    note: 'The accounts of the file are assumed to be assets, and UNSORTED stands for the other account of each row: replace them by your codes and types.',
    findings: [
      ...(qif?.found ?? []),
      ...(isUnique
        ? [finding('reference', 'certain' as const, 'The reference of the bank differs in every row.')]
        : []),
    ],
  };
};

const qifOf = ({ bytes }: Beginning, today: Day): { readonly member: object; readonly found: readonly Finding[] } => {
  const lines = bytes.toString('latin1').split(/\r\n|\n|\r/);
  const of = (letter: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(letter) ? [line.slice(1).trim()] : []));
  const days = of('D').map((day) => day.replaceAll(/\s/g, '').replace(/^(\d+)(\D)(\d+)'/, '$1$2$3$2'));
  const dates = datesIn(
    days.filter((day) => /^\d/.test(day)),
    today,
  );
  const decimal = decimalIn([{ index: 0, name: 'T', cells: of('T').filter((text) => /\d/.test(text)) }], ',');
  return {
    member: { qif: { date_format: dates?.format ?? 'MM/DD/YYYY', decimal: decimal.decimal } },
    found: [dates?.found ?? finding('date', 'guessed', 'No date format matches all dates in the file.'), decimal.found],
  };
};
