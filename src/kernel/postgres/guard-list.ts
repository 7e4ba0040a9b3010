/**
 * The guards of the database in the form that the migrations give them: every object of the schema that decides which
 * rows the database accepts. The list is generated (`make guards`) and committed beside the migrations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../running/package-root';

export interface Guard {
  readonly kind: GuardKind;
  /** The name of the guard: `table.name` if it belongs to a table. */
  readonly object: string;
  readonly facts: Readonly<Record<string, string>>;
  /** The SQL that creates the guard; null if PostgreSQL's catalogs print none, and for guards that were found in a database. */
  readonly definition: string | null;
}

export const guardKinds = [
  ...(['table', 'column', 'type', 'heir', 'constraint', 'index', 'trigger', 'internal trigger', 'rule'] as const),
  ...(['event trigger', 'function', 'operator', 'cast', 'shadow', 'policy', 'grant', 'role'] as const),
];

export type GuardKind = (typeof guardKinds)[number];

export const guardsFile = join(packageRoot, 'migrations', 'guards.json');

let known: readonly Guard[] | undefined;

/** Returns the guards that the migrations of this version create. */
export const expectedGuards = (): readonly Guard[] =>
  (known ??= JSON.parse(readFileSync(guardsFile, 'utf8')) as readonly Guard[]);

/** Returns the tables whose rows belong to a ledger: its id is their first column. */
export const ledgerPlane = (): readonly string[] =>
  expectedGuards().flatMap(({ kind, object }) => (kind === 'policy' ? planeOf(object) : []));

const planeOf = (policy: string): readonly string[] => {
  const [table = '', name = ''] = policy.split('.');
  return name === `${table}_in_scope` ? [table] : [];
};
