/** The guards, as the migrations declare them: their text is the list of what must be in place, and needs no copy. */
import { migrationFiles } from '../../../../kernel/postgres/migrate';

export interface DeclaredTrigger {
  readonly name: string;
  readonly table: string;
  readonly function: string;
  readonly body: string;
}

/** What guards ask of the tables: a function is made of it. */
export interface DeclaredQuestion {
  readonly name: string;
  readonly takes: string;
  readonly answers: string;
  readonly question: string;
}

export interface DeclaredReference {
  readonly source: string;
  readonly columns: string;
  readonly target: string;
}

export interface DeclaredGuards {
  readonly triggers: readonly DeclaredTrigger[];
  readonly questions: readonly DeclaredQuestion[];
  /** Tables of the ledger plane: the first column is `ledger_id`. */
  readonly plane: readonly string[];
  /** The foreign keys of the plane that name more than the ledger. */
  readonly references: readonly DeclaredReference[];
}

export const declaredGuards = (): DeclaredGuards => {
  const text = migrationFiles()
    .map((file) => file.text)
    .join('\n');
  const bodies = new Map(all(functionPattern, text).map(({ name = '', body = '' }) => [name, body]));
  const tables = all(tablePattern, text).filter(({ columns = '' }) => firstColumnIsLedger.test(columns));
  return {
    triggers: lastOf(triggerPattern, droppedTrigger, text).map(({ name = '', table = '', runs = '' }) => ({
      name,
      table,
      function: runs,
      body: bodies.get(runs) ?? '',
    })),
    questions: lastOf(questionPattern, droppedFunction, text).map(
      ({ name = '', takes = '', answers = '', question = '' }) => ({ name, takes, answers, question }),
    ),
    plane: tables.map(({ name = '' }) => name),
    references: [
      ...tables.flatMap(({ name: source = '', columns: body = '' }) =>
        all(referencePattern, body).map(({ columns = '', target = '' }) => ({ source, columns, target })),
      ),
      ...all(addedReferencePattern, text).map(({ source = '', columns = '', target = '' }) => ({
        ...{ source, columns, target },
      })),
    ],
  };
};

const tablePattern = /^create table (?<name>\w+) \((?<columns>.*?)^\)/gms;
const firstColumnIsLedger = /^(\s*--[^\n]*\n)*\s*ledger_id\s/;
const referencePattern = /foreign key \((?<columns>[\w, ]+)\) references (?<target>\w+)/g;
const addedReferencePattern =
  /^alter table (?<source>\w+) add foreign key \((?<columns>[\w, ]+)\) references (?<target>\w+)/gm;
const triggerPattern =
  /^create trigger (?<name>\w+)\s[^;]*?\son (?<table>\w+)\s[^;]*?execute function (?<runs>\w+)\(\)/gms;
const functionPattern =
  /^create (?:or replace )?function (?<name>\w+)\([^)]*\) returns trigger [^$]*\$\$(?<body>.*?)\$\$/gms;
const questionPattern =
  /^call create_question\('(?<name>\w+)', '(?<takes>[^']+)', '(?<answers>[^']+)', \$\$(?<question>.*?)\$\$\);/gms;

const droppedTrigger = /^drop trigger (?<name>\w+) on \w+;/gm;
const droppedFunction = /^drop function (?<name>\w+);/gm;

/** The last declaration of each name, unless it was dropped after it. */
const lastOf = (declared: RegExp, dropped: RegExp, text: string): readonly Readonly<Record<string, string>>[] => {
  const last = new Map<string, { readonly at: number; readonly groups: Readonly<Record<string, string>> }>();
  for (const { index, groups = {} } of text.matchAll(declared)) last.set(groups['name'] ?? '', { at: index, groups });
  for (const { index, groups } of text.matchAll(dropped)) {
    const name = groups?.['name'] ?? '';
    if ((last.get(name)?.at ?? index) < index) last.delete(name);
  }
  return [...last.values()].map(({ groups }) => groups);
};

const all = (pattern: RegExp, text: string): readonly Readonly<Record<string, string>>[] =>
  [...text.matchAll(pattern)].map(({ groups }) => groups ?? {});
