/**
 * The map of an import. It describes everything that a file of another program does not state itself. It is JSON, and is checked completely
 * before the file is read (docs/use/import.md). For CSV it describes each column. For every format it may set the account for each account
 * name, and the currency for each symbol.
 */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { accountTypes, entryTypes, type AccountType } from '../../../src/kernel/accounting';
import {
  Codec,
  decodeCollecting,
  failure,
  fieldErrors,
  isObject,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  type Decoded,
} from '../../../src/kernel/http/codecs';
import { ok, refuse, type Outcome } from '../../../src/kernel/refusal';
import { csvMap } from './csv-map';
import { notation } from './map-parts';
import { statementMap } from './statement-map';

const recordOf = <A>(of: Codec<A>): Codec<ReadonlyMap<string, A>> =>
  new Codec<ReadonlyMap<string, A>>({ type: 'object', additionalProperties: of.schema }, (input) => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const members = new Map<string, A>();
    const errors: t.Errors = [];
    for (const [name, member] of Object.entries(input)) {
      const decoded = of.decode(member);
      if (E.isRight(decoded)) members.set(name, decoded.right);
      else
        errors.push(
          ...decoded.left.map((error) => ({ ...error, context: [{ key: name, type: t.unknown }, ...error.context] })),
        );
    }
    return errors.length > 0 ? t.failures(errors) : t.success(members);
  });

const mappedAccount = object({
  code: optional(
    text({
      pattern: /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,36}$/,
      max: 36,
      shape: '1 to 36 of the characters A-Z a-z 0-9 . _ : -, but not "." or ".."',
    }),
  ),
  name: optional(text({ min: 1, max: 255 })),
  type: optional(oneOf(accountTypes)),
  category: optional(oneOf(['system', 'customer'])),
  normal_balance: optional(oneOf(entryTypes)),
  parent: optional(text({ min: 1, max: 255 })),
});
export type MappedAccount = Decoded<typeof mappedAccount>;

/** The accounts by name. A name that ends with `*` is a pattern for several accounts, and may set only their type. */
const mappedAccounts = new Codec<ReadonlyMap<string, MappedAccount>>(recordOf(mappedAccount).schema, (input) => {
  const decoded = recordOf(mappedAccount).decode(input);
  if (E.isLeft(decoded)) return decoded;
  for (const [name, { type, ...more }] of decoded.right)
    if (name.endsWith('*') && (type === undefined || Object.values(more).some((each) => each !== undefined)))
      return failure(input, `may set only the type of ${name}, because it stands for many accounts`);
  return decoded;
});

const importMap = object({
  csv: optional(csvMap),
  statement: optional(statementMap),
  notation: optional(notation),
  accounts: withDefault(mappedAccounts, new Map()),
  commodities: withDefault(recordOf(text({ min: 1, max: 12 })), new Map()),
});
export type ImportMap = Decoded<typeof importMap>;

/**
 * Returns the type for an account from the longest pattern that matches its name, such as `Expenses:*`, or `*` for all names. Returns
 * undefined if no pattern matches.
 */
export const usualTypeOf = ({ accounts }: Pick<ImportMap, 'accounts'>, name: string): AccountType | undefined => {
  const fits = (pattern: string): boolean => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1));
  const [pattern] = [...accounts.keys()].filter(fits).sort((one, other) => other.length - one.length);
  return pattern === undefined ? undefined : accounts.get(pattern)?.type;
};

export const emptyMap: ImportMap = {
  csv: undefined,
  statement: undefined,
  notation: undefined,
  accounts: new Map(),
  commodities: new Map(),
};

/** Reads a map. If it is invalid, the refusal has a line for each invalid field. */
export const readMap = (source: string): Outcome<readonly string[], ImportMap> => {
  let input: unknown;
  try {
    input = JSON.parse(source);
  } catch (error) {
    return refuse([`It is not JSON: ${(error as Error).message}.`]);
  }
  const { outcome } = decodeCollecting(importMap, input, true);
  if (E.isRight(outcome)) return ok(outcome.right);
  const wrong = Object.entries(fieldErrors(outcome.left));
  return refuse(wrong.map(([field, complaints]) => `${field === 'body' ? 'It' : field} ${complaints.join(', ')}.`));
};
