/**
 * The map of an import as JSON, and its changes by a person: the role of each column, and the accounts (docs/use/import.md, "From a
 * bank's CSV"). Members that have no field on the page are kept unchanged.
 */
export type Json = Readonly<Record<string, unknown>>;
/** A column by its name, or by its number from 1 if two columns have the same name. */
export type Column = string | number;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the member `name` of the map if it is an object; otherwise an empty object. */
export const partOf = (map: Json, name: string): Json => (isJson(map[name]) ? map[name] : {});

/** Sets members; a member that is set to undefined is removed. */
export const withMembers = (map: Json, changes: Json): Json =>
  Object.fromEntries(Object.entries({ ...map, ...changes }).filter(([, value]) => value !== undefined));

export const withCsv = (map: Json, changes: Json): Json => ({ ...map, csv: withMembers(partOf(map, 'csv'), changes) });

/** The roles that a column may have, in the order in which they are offered. */
export const roles = [
  ['', 'Not used'],
  ['date', 'Day'],
  ['description', 'Text'],
  ['amount', 'Amount'],
  ['debit', 'Paid in (debit)'],
  ['credit', 'Paid out (credit)'],
  ['sign', 'Direction'],
  ['balance', 'Balance'],
  ['reference', 'Reference'],
  ['currency', 'Currency'],
] as const;
export type RoleOfColumn = (typeof roles)[number][0];

/** The reference to the column at this index in the map. */
export const columnAt = (columns: readonly string[], at: number, hasHeader: boolean): Column => {
  const name = columns[at] ?? '';
  return hasHeader && columns.indexOf(name) === columns.lastIndexOf(name) && name !== '' ? name : at + 1;
};

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
/** Unwraps the column of `{"column": …}`. */
const columnOf = (value: unknown): unknown => (isJson(value) ? value['column'] : value);
const isOf = (value: unknown, at: number, columns: readonly string[]): boolean =>
  typeof value === 'number' ? value === at + 1 : value !== undefined && value === columns[at];

export const roleOf = (map: Json, columns: readonly string[], at: number): RoleOfColumn => {
  const csv = partOf(map, 'csv');
  if (listOf(csv['description']).some((value) => isOf(value, at, columns))) return 'description';
  const [role = ''] = roles.find(([name]) => name !== '' && isOf(columnOf(csv[name]), at, columns)) ?? [];
  return role;
};

/** Words that banks write for debits. */
const takingAway = /^(d|dr|dbit|debit|s|soll|af|out|-|withdrawal|sent|expense|c[aà]rgo|belast.*)$/i;

/** Gives a column its role, and takes the role from the column that had it; only the text may be in several columns. */
export const withRole = (
  map: Json,
  columns: readonly string[],
  at: number,
  role: RoleOfColumn,
  cells: readonly string[] = [],
): Json => {
  const csv = partOf(map, 'csv');
  const column = columnAt(columns, at, csv['header'] !== false);
  const before = roleOf(map, columns, at);
  const texts = listOf(csv['description']).filter((value) => !isOf(value, at, columns));
  const left: Json = before === '' ? {} : before === 'description' ? { description: texts } : { [before]: undefined };
  const words = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))];
  const taken = words.filter((word) => takingAway.test(word));
  const given: Readonly<Record<RoleOfColumn, Json>> = {
    '': {},
    date: { date: { ...partOf(csv, 'date'), column } },
    description: {
      description: [...texts, column].sort((one, other) => placeOf(one, columns) - placeOf(other, columns)),
    },
    amount: { amount: column, debit: undefined, credit: undefined, signed: undefined },
    debit: { debit: column, ...nothingOfAmount },
    credit: { credit: column, ...nothingOfAmount },
    sign: { sign: { column, negative: taken.length > 0 ? taken : words.slice(0, 1) } },
    balance: { balance: isJson(csv['balance']) ? { ...csv['balance'], column } : column },
    reference: { reference: column },
    currency: { currency: column },
  };
  return withCsv(map, { ...left, ...given[role] });
};

const nothingOfAmount = { amount: undefined, negate: undefined, sign: undefined };
const placeOf = (value: unknown, columns: readonly string[]): number =>
  typeof value === 'number' ? value - 1 : columns.indexOf(String(value));

/** Returns the required roles that no column has yet; empty if the map can be tried. */
export const missingIn = (map: Json): readonly string[] => {
  const { csv } = map;
  if (!isJson(csv)) return [];
  const has = (name: string): boolean => columnOf(csv[name]) !== undefined;
  return [
    ...(has('date') ? [] : ['the day']),
    ...(listOf(csv['description']).length > 0 ? [] : ['a text']),
    ...(has('amount') || has('debit') || has('credit') ? [] : ['the amount, or what was paid in and out']),
  ];
};

/** An account name of the file, with the account code or the type that the map gives it. */
export interface NamedAccount {
  readonly name: string;
  readonly code: string;
  readonly type: string;
}

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;

/** The account names of the map and of the rows, each once, without patterns. */
export const accountsIn = (map: Json, used: readonly string[]): readonly NamedAccount[] => {
  const said = partOf(map, 'accounts');
  const names = new Set([...Object.keys(said).filter((name) => !name.endsWith('*')), ...used]);
  return [...names].map((name) => {
    const of = partOf(said, name);
    return { name, code: String(of['code'] ?? ''), type: String(of['type'] ?? '') };
  });
};

/** Sets the account of a name: an existing one by its code, or a new one of a type. */
export const withAccount = (map: Json, { name, code, type }: NamedAccount): Json => {
  const accounts = partOf(map, 'accounts');
  const account = withMembers(partOf(accounts, name), { code: code || undefined, type: type || undefined });
  return { ...map, accounts: { ...accounts, [name]: account } };
};

/** The map as the text of a file, without empty accounts. */
export const textOf = (map: Json): string => {
  const accounts = Object.entries(partOf(map, 'accounts')).filter(
    ([, of]) => !isJson(of) || Object.keys(of).length > 0,
  );
  const told = accounts.length > 0 ? { accounts: Object.fromEntries(accounts) } : { accounts: undefined };
  return JSON.stringify(withMembers(map, told), null, 2);
};

/** Reads a map from a text; undefined if it is not a JSON object. */
export const mapIn = (text: string): Json | undefined => {
  try {
    const read: unknown = JSON.parse(text);
    return isJson(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * A first map for a file in which no days and amounts were detected. It has the delimiter that is most frequent in the
 * beginning of the file, and uses the first three columns until the person changes that.
 */
export const blankMap = (beginning: string): Json => {
  const times = (mark: string): number => beginning.split(mark).length - 1;
  const [delimiter] = delimiters.toSorted((one, other) => times(other) - times(one));
  const columns = { date: { column: 1 }, description: [2], amount: 3 };
  return {
    csv: { delimiter, ...columns, account: 'BANK', contra_account: 'UNSORTED' },
    accounts: { BANK: { type: 'asset' }, UNSORTED: { type: 'asset' } },
  };
};

/** Whether the import compares balances: those of the rows, or that of the whole statement. */
export const isBalanceChecked = (map: Json, format: string): boolean =>
  format === 'camt053' || format === 'mt940' || (format === 'csv' && partOf(map, 'csv')['balance'] !== undefined);
