/** The tables of contexts and rooms in docs/architecture.md, written from the boundary rules in .dependency-cruiser.cjs. */
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';

export interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly pathNot?: string | readonly string[] };
}

type Row = readonly string[];

const repository = resolve(__dirname, '../..');

/** The rules that list every import which the code of a folder (room) may have. Other rules forbid certain imports only. */
const roomsIn = (rules: readonly Rule[]): readonly Rule[] =>
  rules.filter(({ from, to }) => from.path !== undefined && to.path === undefined && Array.isArray(to.pathNot));

/** A pattern as the path that it matches, with the wildcards of a shell: `^src/kernel/[^/]+\.ts$` is `src/kernel/*.ts`. */
const pathIn = (pattern: string): string =>
  pattern
    .replace(/\(\?![^)]*\)/g, '')
    .replace(/\(?\[\^\/\]\+\)?|\[a-z-\]\*/g, '*')
    .replace(/\(([^()|]+)\)\?/g, '{$1,}')
    .replace(/[\\^]|\$(?!1)/g, '')
    .replaceAll('(', '{')
    .replaceAll(')', '}')
    .replaceAll('|', ',');

const inCode = (text: string): string => `\`${text}\``;

/** The path to which a rule applies, without the path within it that has a rule of its own. */
const roomIn = (pattern: string): string => {
  const except = /\(\?!([^)]*)\)/.exec(pattern)?.[1];
  return inCode(pathIn(pattern)) + (except === undefined ? '' : ` except ${inCode(pathIn(except))}`);
};

const isMissingFolder = (path: string): boolean => /^[a-z/-]+\/$/.test(path) && !existsSync(join(repository, path));

const alternatives = (list: string): readonly string[] =>
  list
    .replaceAll('\\', '')
    .split('|')
    .filter((name) => name !== '');

/** The paths of a room's own context. In a rule for all contexts, `$1` stands for the context of the room. */
const ownContext = (room: string): readonly string[] => [
  'src/modules/$1/',
  ...(/^src\/modules\/[a-z]+\//.exec(pathIn(room)) ?? []),
];

/** The imports that one pattern of a list allows, as the table names them; empty if the pattern matches nothing. */
const importsIn = (room: string, pattern: string): readonly string[] => {
  if (pattern === 'node_modules/') return ['every package'];
  const modules = /^\^\(node:\)\?\((.*)\)\$$/.exec(pattern)?.[1];
  if (modules?.startsWith('[')) return ['all of Node'];
  if (modules !== undefined)
    return alternatives(modules)
      .filter((name) => builtinModules.includes(name))
      .map((name) => inCode(`node:${name}`));
  const packages = /^node_modules\/\((.*)\)\/$/.exec(pattern)?.[1];
  if (packages !== undefined) return alternatives(packages).filter((name) => !builtinModules.includes(name));
  const path = pathIn(pattern);
  if (isMissingFolder(path)) return [];
  const own = ownContext(room).find((context) => path.startsWith(context));
  if (own === path) return ['its context'];
  if (own !== undefined) return [`its ${inCode(path.slice(own.length))}`];
  return [path.endsWith('/') && pathIn(room).startsWith(path) ? 'itself' : inCode(path)];
};

const roomRows = (rules: readonly Rule[]): readonly Row[] =>
  roomsIn(rules).map(({ comment, from: { path: room = '' }, to }) => {
    const imports = ((to.pathNot ?? []) as readonly string[]).flatMap((pattern) => importsIn(room, pattern));
    return [roomIn(room), comment, [...new Set(imports)].join(', ')];
  });

const ladderRule = /^([a-z]+)-ladder$/;

const contextRows = (rules: readonly Rule[]): readonly Row[] =>
  rules.flatMap(({ name, comment, to }) => {
    const context = ladderRule.exec(name)?.[1];
    if (context === undefined) return [];
    const [, known = ''] = /\(([^)]*)\)/.exec(String(to.pathNot)) ?? [];
    const others = alternatives(known).filter((other) => other !== context);
    return [[context, comment, others.join(', ') || 'nobody']];
  });

/** A table in Markdown whose columns are aligned. */
const tableOf = (head: Row, rows: readonly Row[]): readonly string[] => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: Row, fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [lineOf(head, ' '), lineOf(Array(head.length).fill(''), '-'), ...rows.map((row) => lineOf(row, ' '))];
};

/** The page with the table that begins with this heading replaced. Throws if the page has none. */
const withTable = (page: string, heading: Row, rows: readonly Row[]): string => {
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.split('|')[1]?.trim() === heading[0]);
  if (first === -1) throw new Error(`the page has no table that begins with ${heading[0]}`);
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return [...lines.slice(0, first), ...tableOf(heading, rows), ...lines.slice(end)].join('\n');
};

/** The page with both tables written anew from the rules. */
export const withRooms = (page: string, rules: readonly Rule[]): string =>
  withTable(
    withTable(page, ['context', 'owns', 'may know'], contextRows(rules)),
    ['room', 'what it is', 'may import'],
    roomRows(rules),
  );
