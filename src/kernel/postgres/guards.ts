/**
 * Compares the guards that a database has, according to its catalogs, with those that the migrations create, fact by
 * fact. The facts are the same on PostgreSQL 15 to 18 and after a restore; they contain no names of the owner or the
 * database.
 */
import { cureOf } from './guard-cures';
import { inOneSpelling } from './guard-expressions';
import { expectedGuards, guardKinds, type Guard, type GuardKind } from './guard-list';
import { applicationRole } from './session';
import { loadStatements, parameters, unprepared } from './sql-file';

export interface GuardDifference {
  readonly kind: GuardKind;
  /** The facts that differ; empty if the guard is missing or unwanted. */
  readonly facts: readonly string[];
  readonly where: string;
  /** One sentence that states what was expected, what was found, and the remedy. */
  readonly detail: string;
}

/**
 * Runs a statement, in a transaction if the session has one open. Settings for the reading end with the reading or with
 * that transaction.
 */
export type Ask = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

/**
 * Returns the guards of the database: those of the tables and functions in `of`, or of the whole schema if `of` is
 * empty. Must run inside a transaction.
 */
export const readGuards = async (ask: Ask, of: readonly Guard[]): Promise<readonly Guard[]> => {
  const [session] = (await ask(readPath, [])) as readonly { readonly path: string[]; readonly setting: string }[];
  await ask('set local search_path = public', []);
  const named = (kind: GuardKind): readonly string[] =>
    of.flatMap((guard) => (guard.kind === kind ? guard.object : []));
  const { statement, places } = sql.read_guards;
  const values: unknown[] = [];
  const bound = {
    role: applicationRole,
    path: session?.path ?? [],
    tables: named('table'),
    functions: [...new Set(named('function').map((signature) => signature.replace(/\(.*/, '')))],
    indexes: named('index'),
    called: calledIn(of),
  };
  for (const [name, value] of Object.entries(bound)) values[places[name] as number] = value;
  const rows = (await ask(statement.text, values)) as readonly Guard[];
  // The search path is restored; PostgreSQL accepts the setting in the form in which it prints it.
  await ask(`set local search_path = ${session?.setting || `''`}`, []);
  return rows.map((guard) => ({ ...guard, facts: spelt(guard.facts) })).sort(inOrder);
};

/** Returns the names that stand before a parenthesis in the texts of the guards. All functions that the guards call are among them. */
const calledIn = (of: readonly Guard[]): readonly string[] => {
  const texts = of.map(({ facts, definition }) => `${definition ?? ''} ${Object.values(facts).join(' ')}`);
  return [
    ...new Set(texts.flatMap((text) => Array.from(text.matchAll(/\b([a-z_]\w*) ?\(/g), ([, name = '']) => name))),
  ];
};

const spelt = (facts: Guard['facts']): Guard['facts'] =>
  Object.fromEntries(
    Object.entries(facts)
      .map(([name, value]) => [name, expressions.has(name) ? inOneSpelling(value) : value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const expressions = new Set(['condition', 'when', 'using', 'check', 'value']);

const inOrder = (one: Guard, other: Guard): number =>
  guardKinds.indexOf(one.kind) - guardKinds.indexOf(other.kind) || (one.object < other.object ? -1 : 1);

const readPath = `select current_schemas(true)::text[] as path, current_setting('search_path') as setting`;

const sql = loadStatements(__filename, {
  read_guards: unprepared(parameters('role', 'tables', 'functions', 'indexes', 'path', 'called').rows<Guard>()),
});

/** Returns the differences; empty if every guard is as the migrations create it. */
export const differencesOfGuards = async (ask: Ask): Promise<readonly GuardDifference[]> => {
  const expected = expectedGuards();
  return compareGuards(expected, await readGuards(ask, expected));
};

export const compareGuards = (expected: readonly Guard[], found: readonly Guard[]): readonly GuardDifference[] => {
  const there = new Map(found.map((guard) => [keyOf(guard), guard]));
  const wanted = new Map(expected.map((guard) => [keyOf(guard), guard]));
  return [
    ...expected.flatMap((guard) => {
      const other = there.get(keyOf(guard));
      if (other) return differenceOf(guard, other);
      return isToldByItsConstraint(guard, wanted) || isNoLoss(guard) ? [] : [missing(guard)];
    }),
    ...found.flatMap((guard) =>
      wanted.has(keyOf(guard)) || isToldByItsConstraint(guard, there) || isOfNoFunction(guard, wanted)
        ? []
        : [superfluous(guard)],
    ),
  ].sort((one, other) => guardKinds.indexOf(one.kind) - guardKinds.indexOf(other.kind));
};

const keyOf = ({ kind, object }: Pick<Guard, 'kind' | 'object'>): string => `${kind} ${object}`;

/** A unique index of a constraint is created and dropped with the constraint, so only the constraint is reported. */
const isToldByItsConstraint = ({ kind, object }: Guard, guards: ReadonlyMap<string, Guard>): boolean =>
  kind === 'index' && guards.has(keyOf({ kind: 'constraint', object }));

/** Returns whether a grant belongs to an unwanted function: only the function is reported, because dropping it also removes the grant. */
const isOfNoFunction = ({ kind, object }: Guard, wanted: ReadonlyMap<string, Guard>): boolean => {
  const [, signature] = (kind === 'grant' && /^function (.*\)) to /.exec(object)) || [];
  return signature !== undefined && !wanted.has(keyOf({ kind: 'function', object: signature }));
};

/** Returns whether a missing guard is only a default right of everyone: revoking such a right weakens nothing. */
const isNoLoss = ({ kind, object }: Guard): boolean => kind === 'grant' && object.endsWith(' to everyone');

const missing = (guard: Guard): GuardDifference => ({
  ...placeOf(guard),
  facts: [],
  detail: `is missing; ${cureOf(guard, undefined, [])}`,
});

const superfluous = (guard: Guard): GuardDifference => ({
  ...placeOf(guard),
  facts: [],
  detail: `is there (${told(guard.facts)}), but no migration creates it; ${cureOf(undefined, guard, [])}`,
});

const differenceOf = (guard: Guard, found: Guard): readonly GuardDifference[] => {
  const names = [...new Set([...Object.keys(guard.facts), ...Object.keys(found.facts)])];
  const facts = names.filter((name) => guard.facts[name] !== found.facts[name]);
  if (facts.length === 0) return [];
  const said = facts.map((name) =>
    name === 'body'
      ? 'its body differs from that in the migrations'
      : `${name}: ${short(found.facts[name])} instead of ${short(guard.facts[name])}`,
  );
  return [{ ...placeOf(guard), facts, detail: `${said.join('; ')}; ${cureOf(guard, found, facts)}` }];
};

const placeOf = ({ kind, object }: Guard): Pick<GuardDifference, 'kind' | 'where'> => ({
  kind,
  where: `${kind} ${object}`,
});

const told = (facts: Guard['facts']): string =>
  short(
    Object.entries(facts)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  );

const maxShown = 120;

const short = (text = 'nothing'): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
