/**
 * The building blocks of entity schemas, and the readers derived from them: a row that SQL has read becomes the same
 * object as one that the ORM has loaded. So the schema is the only place that maps members to columns.
 */
import {
  Type,
  UnderscoreNamingStrategy,
  type EntityManager,
  type EntitySchema,
  type FilterQuery,
} from '@mikro-orm/postgresql';
import type { LedgerId } from '../ids';
import type { Minor } from '../money';
import { instantOf } from './sql';

/** A record of the ledger plane as it is stored; `ledger_id` is the first column of its primary key. */
export type InLedger<A> = A & { readonly ledgerId: LedgerId };

/** The type numeric(38, 0) for minor units, which must never become floats. */
export class MinorUnits extends Type<Minor | null, string | null> {
  override convertToDatabaseValue(minor: Minor | string | null): string | null {
    return minor === null ? null : minor.toString();
  }

  override convertToJSValue(printed: string | null): Minor | null {
    return printed === null ? null : (BigInt(printed) as Minor);
  }
}

/**
 * JSON that clients write. The ORM and its query builder search objects for entities, operators and SQL of their own,
 * and turn undefined into null; so they receive client JSON only as text, from `toRow`.
 */
export class Json extends Type<object | null, string | null> {
  override convertToDatabaseValue(text: object | string | null): string | null {
    if (text !== null && typeof text !== 'string') throw new Error('JSON is handed to the ORM as text');
    return text;
  }

  /** The driver has already parsed the JSON. */
  override convertToJSValue(value: object | string | null): object | null {
    return value as object | null;
  }

  override ensureComparable(): boolean {
    return false;
  }
}

export const key = { type: 'uuid', primary: true } as const;
export const uuid = { type: 'uuid' } as const;
export const text = { type: 'text' } as const;
export const boolean = { type: 'boolean' } as const;
export const instant = { type: 'datetime' } as const;

/**
 * Returns an entity, or some of its members, in the form that the ORM writes: JSON as text, and only members that the
 * schema names, because the ORM would treat any other as a column.
 */
export const toRow = <E extends object, Members extends Partial<E>>(
  schema: EntitySchema<E>,
  members: Members,
): Members => {
  const given = members as Row;
  const row: Record<string, unknown> = {};
  for (const [name, { type }] of declared(schema))
    if (name in given) row[name] = type === Json && given[name] !== null ? JSON.stringify(given[name]) : given[name];
  return row as Members;
};

/**
 * Inserts the entity unless a row has the same values of `unique`; returns whether it did. Waits while another transaction inserts such a
 * row.
 */
export const insertUnlessThere = async <E extends object>(
  em: EntityManager,
  schema: EntitySchema<E>,
  entity: E,
  unique: readonly (keyof E & string)[],
): Promise<boolean> => {
  const insert = em.createQueryBuilder(schema).insert(toRow(schema, entity) as never);
  const { affectedRows } = await insert
    .onConflict([...unique] as never)
    .ignore()
    .execute('run');
  return affectedRows === 1;
};

/** Returns one record of a ledger by the given members; undefined if there is none. */
export const findInLedger = async <A extends object>(
  em: EntityManager,
  schema: EntitySchema<InLedger<A>>,
  where: Partial<InLedger<A>> & Pick<InLedger<A>, 'ledgerId'>,
): Promise<A | undefined> => {
  const found = await em.findOne(schema, where as FilterQuery<InLedger<A>>);
  if (!found) return undefined;
  const { ledgerId: _, ...thing } = found as InLedger<A>;
  return thing as unknown as A;
};

/** Changes a record unless another record of its ledger has the new code; returns whether it did. */
export const updateUnlessTaken = async <A extends { readonly id: string; readonly code: string }>(
  em: EntityManager,
  schema: EntitySchema<InLedger<A>>,
  ledgerId: LedgerId,
  { id, ...changes }: A,
): Promise<boolean> => {
  const holder = await findInLedger(em, schema, { ledgerId, code: changes.code } as Partial<InLedger<A>> & {
    ledgerId: LedgerId;
  });
  if (holder && holder.id !== id) return false;
  const where = { ledgerId, id } as FilterQuery<InLedger<A>>;
  return (await em.nativeUpdate(schema, where, toRow(schema, changes as never))) === 1;
};

/** Returns a function that converts rows of `select *` into the objects that the ORM would load, without the members in `LeftOut`. */
export const rowReader = <E extends object, LeftOut extends keyof E & string = never>(
  schema: EntitySchema<E>,
  ...leftOut: readonly LeftOut[]
): ((row: object) => Omit<E, LeftOut>) => {
  const members = membersOf(schema).filter(([name]) => !(leftOut as readonly string[]).includes(name));
  return (row) => readMembers(members, row as Row) as Omit<E, LeftOut>;
};

type Row = Readonly<Record<string, unknown>>;
type Member = readonly [name: string, read: (row: Row) => unknown];

const readMembers = (members: readonly Member[], row: Row): object => {
  const read: Record<string, unknown> = {};
  for (const [name, of] of members) read[name] = of(row);
  return read;
};

interface Declared {
  readonly type?: unknown;
  readonly fieldName?: string;
  readonly entity?: () => EntitySchema;
}

const declared = (schema: EntitySchema): readonly (readonly [name: string, property: Declared])[] =>
  Object.entries(schema.meta.properties as Readonly<Record<string, Declared>>);

const columnOf = new UnderscoreNamingStrategy();

const membersOf = (schema: EntitySchema): readonly Member[] =>
  declared(schema).map(([name, { type, entity, fieldName = columnOf.propertyToColumnName(name) }]) => {
    if (entity) {
      const members = membersOf(entity());
      return [name, (row) => readMembers(members, row)];
    }
    if (type === 'datetime')
      return [name, (row) => (row[fieldName] === null ? null : instantOf(row[fieldName] as string))];
    if (type === MinorUnits) {
      const minor = new MinorUnits();
      return [name, (row) => minor.convertToJSValue(row[fieldName] as string | null)];
    }
    return [name, (row) => row[fieldName]];
  });
