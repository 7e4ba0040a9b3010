/**
 * Maps the account names of a file to accounts of the ledger, and plans which accounts to open. It runs only when all names are known, so
 * that the result does not depend on their order in the file.
 */
import { createHash } from 'node:crypto';
import { accountTypes, type AccountType } from '../../../src/kernel/accounting';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import { usualTypeOf, type ImportMap } from './map';
import { typeOfRoot } from './own-names';
import { because, quoted, type AccountRow, type Reason } from './rows';

/** An existing account of the ledger. */
export interface KnownAccount {
  readonly id: string;
  readonly code: string;
  readonly type: AccountType;
}

/** An account that the import opens with `createAccount`. */
export interface WantedAccount {
  readonly name: string;
  readonly code: string;
  readonly row: AccountRow | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** The code of the parent account; null for an account without a parent. */
  readonly parentCode: string | null;
}

export interface ChartPlan {
  /** Returns the code of the account that the name stands for, or the reason why there is none. */
  codeOf(name: string): Outcome<Reason, string>;
  /**
   * Returns the account's name in the form that becomes part of the identity of a transaction. The form is the same for all formats in
   * which this ledger exports.
   */
  identityOf(name: string): string;
  /** The accounts to open. A parent comes before its children. */
  readonly wanted: readonly WantedAccount[];
  /** Maps a code in the file to the code in the ledger, where the two differ. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The codes of the new accounts that only group other accounts. Entries on them are rejected. */
  readonly groups: ReadonlySet<string>;
  /** The codes of the accounts that are inactive in the file. They are deactivated at the end of the import. */
  readonly inactive: ReadonlySet<string>;
}

export interface NamesInFile {
  readonly declared: ReadonlyMap<string, AccountRow>;
  /** Maps each name in an entry to the first line that uses it. */
  readonly used: ReadonlyMap<string, number>;
  /** Whether the file declares all accounts that its entries name. If so, any other name must be an account of the ledger. */
  readonly declaresAll: boolean;
}

const codePattern = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,36}$/;
const maxCodeLength = 36;
/** The prefix of clearing accounts. Only conversions and transfers may post to them. */
const clearingPrefix = 'STR-';
const importedClearingPrefix = 'CLEARING-';

/**
 * Returns the code for an imported account. A clearing account of another ledger becomes an ordinary account here. If its code is too long,
 * the end of the code is kept, because the end is unique.
 */
const asOpened = (code: string): string =>
  code.startsWith(clearingPrefix)
    ? `${importedClearingPrefix}${code.slice(clearingPrefix.length).slice(-(maxCodeLength - importedClearingPrefix.length))}`
    : code;

/** Maps each name to the code that it would have. These codes are then searched for in the ledger. */
export const wishedCodes = (
  names: Pick<NamesInFile, 'declared' | 'used'>,
  map: ImportMap,
): ReadonlyMap<string, string> => {
  const all = [...new Set([...names.declared.keys(), ...names.used.keys()])];
  const said = (name: string): string | undefined => map.accounts.get(name)?.code ?? names.declared.get(name)?.code;
  const lastOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
  const times = new Map<string, number>();
  for (const name of all) {
    const code = said(name) ?? lastOf(name);
    times.set(code, (times.get(code) ?? 0) + 1);
  }
  return new Map(
    all.map((name) => {
      const code = said(name);
      if (code !== undefined) return [name, asOpened(code)];
      const last = lastOf(name);
      return [name, codePattern.test(last) && times.get(last) === 1 ? asOpened(last) : codeOfPath(name)];
    }),
  );
};

/** Returns the codes to search for in the ledger: these codes, and the codes of parents, which the file need not contain. */
export const codesToRead = (
  { declared }: Pick<NamesInFile, 'declared'>,
  map: ImportMap,
  codes: ReadonlyMap<string, string>,
): readonly string[] => {
  const parents = [...map.accounts.values(), ...declared.values()].flatMap(({ parent }) =>
    parent === undefined || codes.has(parent) ? [] : [asOpened(parent)],
  );
  return [...new Set([...codes.values(), ...parents])];
};

/**
 * Returns the whole path of a name as a code. If the path is too long or contains characters that a code may not have, a hash at the end
 * makes the code unique.
 */
const codeOfPath = (name: string): string => {
  if (codePattern.test(name) && !name.startsWith(clearingPrefix)) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const fitting = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._:-]+/g, '-');
  return `${fitting.slice(-(maxCodeLength - 1 - hash.length))}-${hash}`;
};

/**
 * Returns a function that finds another name with the same code. In an export each code has only one name, so two names with one code are
 * rejected.
 */
const namesakes = (
  { declared, declaresAll }: NamesInFile,
  map: ImportMap,
  codes: ReadonlyMap<string, string>,
): ((name: string) => string | undefined) => {
  const byCode = new Map<string, string[]>();
  for (const name of declaresAll ? declared.keys() : []) {
    if (map.accounts.get(name)?.code !== undefined) continue;
    const code = codes.get(name) ?? name;
    const others = byCode.get(code);
    if (others) others.push(name);
    else byCode.set(code, [name]);
  }
  return (name) => byCode.get(codes.get(name) ?? name)?.find((other) => other !== name);
};

export const planChart = (
  names: NamesInFile,
  map: ImportMap,
  codes: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, KnownAccount>,
): ChartPlan => {
  const { declared, declaresAll } = names;
  const byPathBelowRoot = new Map([...codes.keys()].map((name) => [name.slice(name.indexOf(':') + 1), name]));
  const decisions = new Map<string, Outcome<Reason, string>>();
  const opened = new Map<string, string>();
  const wanted: WantedAccount[] = [];
  const renamed = new Map<string, string>();
  const namesakeOf = namesakes(names, map, codes);

  const typeOf = (name: string): AccountType | undefined => {
    for (let path = name; ; path = path.slice(0, path.lastIndexOf(':'))) {
      const type = map.accounts.get(path)?.type ?? declared.get(path)?.type;
      if (type !== undefined) return type;
      if (!path.includes(':')) return typeOfRoot(path) ?? usualTypeOf(map, name);
    }
  };
  /**
   * Returns the nearest ancestor that the file names. In beancount the root of a path gives the type. So if an account's type differs from
   * its parent's, the parent's path is below a different root.
   */
  const parentOf = (name: string): string | undefined => {
    const said = map.accounts.get(name)?.parent ?? declared.get(name)?.parent;
    if (said !== undefined) return said;
    for (let path = above(name); path !== undefined; path = above(path)) {
      if (codes.has(path)) return path;
      const other = path.includes(':') ? byPathBelowRoot.get(path.slice(path.indexOf(':') + 1)) : undefined;
      if (other !== undefined && other !== name) return other;
    }
    return undefined;
  };

  const decide = (name: string, below: readonly string[]): Outcome<Reason, string> => {
    const before = decisions.get(name);
    if (before) return before;
    const decision = decided(name, below);
    decisions.set(name, decision);
    return decision;
  };
  const decided = (name: string, below: readonly string[]): Outcome<Reason, string> => {
    const code = codes.get(name) ?? name;
    const row = declared.get(name);
    const mapped = map.accounts.get(name);
    const said = mapped?.code ?? row?.code;
    if (said !== undefined && said !== code) renamed.set(said, code);
    if (/\p{Cc}/u.test(name))
      return because(
        'ACCOUNT_NAME_INVALID',
        `${quoted(name)} has control characters, which the name of an account cannot have.`,
      );
    if (!codePattern.test(code))
      return because(
        'ACCOUNT_CODE_INVALID',
        `${quoted(code)} cannot be the code of an account: map ${quoted(name)} to another code.`,
      );
    const namesake = opened.get(code);
    const other = mapped?.code === undefined ? (namesakeOf(name) ?? namesake) : undefined;
    if (other !== undefined)
      return because(
        'ACCOUNT_CODE_TWICE',
        `${quoted(other)} and ${quoted(name)} both have the code ${code}: map one of them.`,
      );
    const type = typeOf(name);
    const existing = known.get(code);
    if (existing) {
      opened.set(code, name);
      if (type === undefined || type === existing.type) return ok(code);
      return refuse(typeDiffers(existing, type, name));
    }
    if (namesake !== undefined) return ok(code);
    if (declaresAll && !row && !mapped)
      return because(
        'ACCOUNT_NOT_DECLARED',
        `An export declares every account, but this file does not declare ${quoted(name)}: correct the name, or declare the account.`,
      );
    if (type === undefined)
      return because(
        'ACCOUNT_TYPE_UNKNOWN',
        `The type of ${name} is unknown: its name does not show it, no tag names it, and the ledger has no account with this code. Set the type in the map, one of ${accountTypes.join(', ')}: {"accounts": {${JSON.stringify(name)}: {"type": …}}}.`,
      );
    const parent = parentOf(name);
    if (parent !== undefined && [...below, name].includes(parent))
      return because(
        'ACCOUNT_BELOW_ITSELF',
        `${quoted(name)} is its own ancestor: correct its parent in the map or in the file.`,
      );
    const parentCode = parent === undefined || !codes.has(parent) ? parent : decide(parent, [...below, name]);
    if (typeof parentCode === 'string' && !known.has(asOpened(parentCode)))
      return because(
        'PARENT_ACCOUNT_NOT_FOUND',
        `The parent of ${code} is ${quoted(parentCode)}, which is neither in the file nor in the ledger: open it in the ledger, or name another parent in the map.`,
      );
    if (parentCode !== undefined && typeof parentCode !== 'string' && refused(parentCode)) return parentCode;
    const above =
      parentCode === undefined ? null : typeof parentCode === 'string' ? asOpened(parentCode) : parentCode.right;
    opened.set(code, name);
    wanted.push({
      ...{ name, code, row, parentCode: above },
      body: {
        code,
        name: mapped?.name ?? row?.name ?? name,
        type,
        category: mapped?.category ?? row?.category ?? 'system',
        normal_balance: mapped?.normal_balance ?? row?.normalBalance ?? null,
        parent_code: above,
        description: row?.description ?? null,
        metadata: row?.metadata ?? null,
        cash_flow: row?.cashFlow ?? null,
        is_group: row?.isGroup ?? false,
      },
    });
    return ok(code);
  };

  for (const name of codes.keys()) decide(name, []);
  return {
    codeOf: (name) => decide(name, []),
    identityOf: (name) => declared.get(name)?.code ?? name,
    wanted,
    renamed,
    groups: new Set(wanted.flatMap(({ code, row }) => (row?.isGroup === true ? [code] : []))),
    inactive: new Set(
      [...declared].flatMap(([name, { isInactive }]) => (isInactive === true ? [codes.get(name) ?? name] : [])),
    ),
  };
};

export const typeDiffers = (
  { code, type }: Pick<KnownAccount, 'code' | 'type'>,
  said: string,
  name: string,
): Reason => ({
  code: 'ACCOUNT_TYPE_DIFFERS',
  message: `${code} has the type ${type} in the ledger, but ${said} in the file: map ${name} to another code.`,
});

const above = (path: string): string | undefined => {
  const end = path.lastIndexOf(':');
  return end < 0 ? undefined : path.slice(0, end);
};
