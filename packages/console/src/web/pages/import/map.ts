/**
 * The map of an import as JSON, and the changes that a person makes: the role of each column, and the accounts (docs/use/import.md, "From a
 * bank's CSV"). Other members of the map stay unchanged.
 */
export type Json = Readonly<Record<string, unknown>>;
/** A column, given by its name or, if two columns have the same name, by its number, counted from 1. */
export type Column = string | number;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the member `name` of the map if it is an object; otherwise an empty object. */
export const partOf = (map: Json, name: string): Json => (isJson(map[name]) ? map[name] : {});

/** Returns the map with these members. A member with the value undefined is removed. */
export const withMembers = (map: Json, changes: Json): Json =>
  Object.fromEntries(Object.entries({ ...map, ...changes }).filter(([, value]) => value !== undefined));

export const withCsv = (map: Json, changes: Json): Json => ({ ...map, csv: withMembers(partOf(map, 'csv'), changes) });

/** The roles that a column may have, in the order of the menu. */
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

/** Returns the name or number by which the map refers to the column at this index. */
export const columnAt = (columns: readonly string[], at: number, hasHeader: boolean): Column => {
  const name = columns[at] ?? '';
  return hasHeader && columns.indexOf(name) === columns.lastIndexOf(name) && name !== '' ? name : at + 1;
};

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
/** Returns the column itself, even if the map contains it as `{"column": …}`. */
const columnOf = (value: unknown): unknown => (isJson(value) ? value['column'] : value);
const isOf = (value: unknown, at: number, columns: readonly string[]): boolean =>
  typeof value === 'number' ? value === at + 1 : value !== undefined && value === columns[at];

export const roleOf = (map: Json, columns: readonly string[], at: number): RoleOfColumn => {
  const csv = partOf(map, 'csv');
  if (listOf(csv['description']).some((value) => isOf(value, at, columns))) return 'description';
  const [role = ''] = roles.find(([name]) => name !== '' && isOf(columnOf(csv[name]), at, columns)) ?? [];
  return role;
};

/** The words that banks use for an outgoing amount. */
const takingAway = /^(d|dr|dbit|debit|s|soll|af|out|-|withdrawal|sent|expense|c[aà]rgo|belast.*)$/i;

/**
 * Gives a column a role. Only the role `description` may belong to several columns; any other role is removed from the column that had it.
 */
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

/** Returns the names of required roles that no column has yet. If there are none, the map can be tried. */
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

/** An account name in the file. The map gives it the code of an existing account, or the type of a new one. */
export interface NamedAccount {
  readonly name: string;
  readonly code: string;
  readonly type: string;
}

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;

/** Returns the account names in the map and in the rows, each of them once. Patterns are left out. */
export const accountsIn = (map: Json, used: readonly string[]): readonly NamedAccount[] => {
  const said = partOf(map, 'accounts');
  const names = new Set([...Object.keys(said).filter((name) => !name.endsWith('*')), ...used]);
  return [...names].map((name) => {
    const of = partOf(said, name);
    return { name, code: String(of['code'] ?? ''), type: String(of['type'] ?? '') };
  });
};

/** Sets the account for a name: the code of an existing account, or the type of a new one. */
export const withAccount = (map: Json, { name, code, type }: NamedAccount): Json => {
  const accounts = partOf(map, 'accounts');
  const account = withMembers(partOf(accounts, name), { code: code || undefined, type: type || undefined });
  return { ...map, accounts: { ...accounts, [name]: account } };
};

/** Prints the map as JSON. Accounts without a code and a type are left out. */
export const textOf = (map: Json): string => {
  const accounts = Object.entries(partOf(map, 'accounts')).filter(
    ([, of]) => !isJson(of) || Object.keys(of).length > 0,
  );
  const told = accounts.length > 0 ? { accounts: Object.fromEntries(accounts) } : { accounts: undefined };
  return JSON.stringify(withMembers(map, told), null, 2);
};

/** Reads a map from JSON; undefined if the text is not a JSON object. */
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
 * Returns a first map for a file in which no days and amounts were found. It has the most frequent delimiter, and reads the first three
 * columns as the day, the text and the amount until the person changes the roles.
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
