/** The statements with which an owner restores a guard to the form that the migrations give it, for each kind of difference. */
import type { Guard, GuardKind } from './guard-list';

/** Returns the remedy for a guard that is missing (no `found`), unwanted (no `expected`), or different in the given `facts`. */
export const cureOf = (expected: Guard | undefined, found: Guard | undefined, facts: readonly string[]): string => {
  const guard = (expected ?? found) as Guard;
  return cures[guard.kind]({ expected, found, facts, object: guard.object, ...partsOf(guard) });
};

interface Difference {
  readonly expected: Guard | undefined;
  readonly found: Guard | undefined;
  readonly facts: readonly string[];
  readonly object: string;
  readonly table: string;
  readonly name: string;
}

const partsOf = ({ object }: Guard): { readonly table: string; readonly name: string } => {
  const dot = object.indexOf('.');
  return { table: object.slice(0, Math.max(dot, 0)), name: object.slice(dot + 1) };
};

/** The maximum number of characters of a printed statement; for a longer one, the message refers to its file. */
const maxShown = 400;

const run = (...statements: readonly string[]): string => `cure, as the owner of the tables: ${statements.join('; ')};`;
const runAsSuperuser = (...statements: readonly string[]): string => `cure, as a superuser: ${statements.join('; ')};`;

/**
 * Returns the remedy that creates the guard, after the statements that must run first. The remedy is the guard's own statement, or a
 * reference to the file that contains that statement.
 */
const made = ({ expected, object }: Difference, ...before: readonly string[]): string => {
  const definition = expected?.definition ?? '';
  return definition.length <= maxShown && !definition.includes('\n')
    ? run(...before, definition)
    : `cure, as the owner of the tables: ${before.map((one) => `${one}; `).join('')}then the "definition" of ${object} in migrations/guards.json`;
};

const theOwner = '<the owner of schema_migrations>';

const restore =
  'cure: no statement restores what was lost: restore a backup (ledger restore) or ask for the cause first';

const cures: Readonly<Record<GuardKind, (difference: Difference) => string>> = {
  table: ({ expected, found, facts, object }) => {
    if (!found || !expected) return restore;
    return run(
      ...(facts.includes('row-level security')
        ? [
            `alter table ${object} ${expected.facts['row-level security'] === 'disabled' ? 'no force row level security, disable' : 'force row level security, enable'} row level security`,
          ]
        : []),
      ...(facts.includes('owner') ? [`alter table ${object} owner to ${theOwner}`] : []),
      ...(facts.includes('persistence') ? [`alter table ${object} set logged`] : []),
    );
  },
  column: ({ expected, found, facts, table, name }) => {
    if (!expected) return `cure, after a look at what it holds: alter table ${table} drop column ${name};`;
    if (!found || facts.includes('type') || facts.includes('collation')) return restore;
    const value = expected.facts['value'] ?? 'none';
    if (value.startsWith('generated') || found.facts['value']?.startsWith('generated')) return restore;
    return run(
      ...(facts.includes('null')
        ? [
            `alter table ${table} alter column ${name} ${expected.facts['null'] === 'allowed' ? 'drop' : 'set'} not null`,
          ]
        : []),
      ...(facts.includes('value')
        ? [`alter table ${table} alter column ${name} ${value === 'none' ? 'drop default' : `set ${value}`}`]
        : []),
    );
  },
  type: () => restore,
  heir: ({ object }) => {
    const [parent, child] = object.split(', ');
    return run(`alter table ${child} no inherit ${parent}`);
  },
  constraint: (difference) => {
    const { expected, found, facts, table, name } = difference;
    if (!expected) return run(`alter table ${table} drop constraint ${name}`);
    if (!found) return made(difference);
    if (facts.every((fact) => fact === 'triggers'))
      return runAsSuperuser(
        `alter table ${table} enable trigger all`,
        `alter table ${expected.facts['refers to']?.replace(/ \(.*/, '')} enable trigger all`,
      );
    if (facts.every((fact) => fact === 'rows') && found.facts['rows'] === 'new rows alone')
      return run(`alter table ${table} validate constraint ${name}`);
    return made(difference, `alter table ${table} drop constraint ${name}`);
  },
  index: (difference) => {
    const { expected, found, name } = difference;
    if (!expected) return run(`drop index ${name}`);
    return found ? made(difference, `drop index ${name}`) : made(difference);
  },
  trigger: (difference) => {
    const { expected, found, facts, table, name } = difference;
    if (!expected) return run(`drop trigger ${name} on ${table}`);
    if (!found) return made(difference);
    if (facts.every((fact) => fact === 'is')) return run(`alter table ${table} enable trigger ${name}`);
    return made(difference, `drop trigger ${name} on ${table}`);
  },
  'internal trigger': ({ table }) => runAsSuperuser(`alter table ${table} enable trigger all`),
  rule: ({ table, name }) => run(`drop rule ${name} on ${table}`),
  'event trigger': ({ object }) => runAsSuperuser(`drop event trigger ${object}`),
  function: (difference) => {
    const { expected, found, facts, object } = difference;
    if (found?.facts['is'] === 'changed since the migrations ran')
      return 'cure: no statement restores a built-in function of PostgreSQL; restore a backup on a new server (ledger restore)';
    if (!expected) return run(`drop routine ${object}`);
    if (found && facts.every((fact) => fact === 'owner')) return run(`alter routine ${object} owner to ${theOwner}`);
    return made(difference, ...(facts.includes('returns') ? [`drop routine ${object}`] : []));
  },
  operator: ({ object }) => run(`drop operator ${object}`),
  cast: ({ object }) => run(`drop cast (${object})`),
  shadow: ({ object }) => `cure: rename or drop ${object}, or take its schema out of the search_path of the service;`,
  policy: ({ expected, table, name }) => {
    if (!expected) return run(`drop policy ${name} on ${table}`);
    const { to = '', using = '', check = '', for: command = '' } = expected.facts;
    return run(
      `drop policy if exists ${name} on ${table}`,
      `create policy ${name} on ${table} for ${command} to ${to.replace('the owner', theOwner)} using (${using})${check === 'as using' ? '' : ` with check (${check})`}`,
    );
  },
  grant: ({ expected, found, object }) => {
    const [on = '', grantee = ''] = object.split(' to ');
    const [wanted, had] = [rightsOf(expected), rightsOf(found)];
    const [more, less] = [without(had, wanted), without(wanted, had)];
    const handedOn = more.filter((right) => right.endsWith(handing));
    const to = grantee === 'everyone' ? 'public' : grantee;
    const [, what, maker = '', inSchema = ''] = /^new (\w+) of (.*?)( in schema public)?$/.exec(on) ?? [];
    if (what !== undefined)
      return run(
        `alter default privileges for role ${maker.replace('the owner', theOwner)}${inSchema} revoke all on ${what} from ${to}`,
      );
    return run(
      ...(handedOn.length > 0 ? [`revoke grant option for ${rightsOn(handedOn, on)} from ${to} cascade`] : []),
      ...(more.length > handedOn.length ? [`revoke ${rightsOn(without(more, handedOn), on)} from ${to}`] : []),
      ...(less.length > 0 ? [`grant ${rightsOn(less, on)} to ${to}`] : []),
    );
  },
  role: ({ expected, found, facts, object }) => {
    if (!found || !expected) return 'cure: npx ledger roles prints the SQL that creates it';
    return runAsSuperuser(
      `alter role ${object} nosuperuser nobypassrls nocreaterole nocreatedb noreplication`,
      ...(facts.includes('is a member of') ? [`revoke ${found.facts['is a member of']} from ${object}`] : []),
      ...(facts.includes('may create schemas') ? [`revoke create on database <this one> from ${object}, public`] : []),
      ...(facts.includes('switches triggers off')
        ? [
            `alter role ${object} reset session_replication_role`,
            'alter database <this one> reset session_replication_role',
          ]
        : []),
      ...(facts.includes('begins with') ? begunWith(found).map((name) => resetOf(object, name)) : []),
      ...(facts.includes('owns the schema')
        ? [`alter schema public owner to ${theOwner}`, `grant usage on schema public to ${object}`]
        : []),
    );
  },
};

const begunWith = ({ facts }: Guard): readonly string[] =>
  (facts['begins with'] ?? '').split(', ').map((setting) => setting.replace(/=.*/, ''));

const resetOf = (role: string, name: string): string =>
  `alter role ${role} reset ${name}; alter database <this one> reset ${name}`;

const handing = ' with grant option';

/** Returns the rights of a grant; a right with the grant option counts as two. */
const rightsOf = (guard: Guard | undefined): readonly string[] =>
  (guard?.facts['rights']?.split(', ') ?? []).flatMap((right) =>
    right.endsWith(handing) ? [right, right.slice(0, -handing.length)] : [right],
  );

const without = (all: readonly string[], some: readonly string[]): readonly string[] =>
  all.filter((one) => !some.includes(one));

/** Turns `column entries.amount` into `update (amount) on entries`. */
const rightsOn = (rights: readonly string[], on: string): string => {
  const plain = rights.map((right) => (right.endsWith(handing) ? right.slice(0, -handing.length) : right));
  const column = /^column (\w+)\.(\w+)$/.exec(on);
  if (column) return `${plain.map((right) => `${right} (${column[2]})`).join(', ')} on ${column[1]}`;
  return `${plain.join(', ')} on ${on.replace(/^function /, 'routine ')}`;
};
