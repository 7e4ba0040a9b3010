/** SQL files: the parameters that are parsed in them, and the check that a file and its declarations agree. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { fetchRows, loadStatements, statementsIn, parameters } from '../../../src/kernel/postgres/sql-file';
import type { Tx } from '../../../src/kernel/unit-of-work';

const read = (text: string) => {
  const [one] = statementsIn(`-- name: looked_at\n${text}`, 'some.sql');
  return { ...one, ...one?.statement };
};

describe('the parameters of a statement', () => {
  test('are numbered in their order, each name once, and the semicolon is removed', () => {
    expect(read('select :b, :a_1::uuid[], :b;')).toMatchObject({
      text: 'select $1, $2::uuid[], $1',
      parameters: ['b', 'a_1'],
      places: { b: 0, a_1: 1 },
    });
  });

  test.each([
    ['a cast', 'select now()::date'],
    ['an argument by its name', 'select make_interval(days := 1)'],
    ['a text', `select 'at :noon, it''s :late'`],
    ['a text with escapes', `select E'it\\'s :late'`],
    ['a quoted name', 'select 1 as ":late"'],
    ['a text between dollars', 'select $$ :late $$, $it$ :late $$ $it$'],
    ['a slice', 'select (array[1, 2])[1:2]'],
  ])('are not found in %s', (_, text) => {
    expect(read(`${text};`)).toMatchObject({ text, parameters: [] });
  });

  test('are not found in comments, which are removed', () => {
    expect(read('-- Why :so.\nselect 1 -- :one\n  /* :two\n */ + 2;')).toMatchObject({
      text: 'select 1 \n   + 2',
      parameters: [],
    });
  });
});

test('the indexes that a statement is meant to read are taken from its comment', () => {
  expect(read('-- Why.\n-- by: a_pkey, b_pkey\n-- by: c_idx\nselect 1;').indexes).toEqual([
    'a_pkey',
    'b_pkey',
    'c_idx',
  ]);
  expect(read('select 1;').indexes).toEqual([]);
});

describe('a file of statements is refused', () => {
  test.each([
    ['a statement before the first name', 'select 1;', 'some.sql begins before its first "-- name:"'],
    ['an invalid name', '-- name: a b\nselect 1;', 'some.sql names a statement "a b"'],
    ['a name twice', '-- name: a\nselect 1;\n-- name: a\nselect 2;', 'some.sql holds a twice'],
    ['a missing semicolon', '-- name: a\nselect 1\n', 'a in some.sql does not end with a semicolon'],
    ['a numbered parameter', '-- name: a\nselect $1;', 'a in some.sql takes $1: parameters have names'],
  ])('for %s', (_, text, message) => {
    expect(() => statementsIn(text, 'some.sql')).toThrow(message);
  });

  test('but not for a comment before the first name', () => {
    expect(statementsIn('-- What stands here.\n\n-- name: a\nselect 1;\n', 'some.sql')).toHaveLength(1);
  });
});

describe('a file and its declarations', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-sql-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const beside = <Declared extends Parameters<typeof loadStatements>[1]>(text: string, declared: Declared) => {
    fs.writeFileSync(path.join(folder, 'store.sql'), text);
    return loadStatements(path.join(folder, 'store.js'), declared);
  };

  test.each([
    ['an undeclared statement', {}, 'store.sql holds counted, which nothing declares'],
    [
      'a declaration without a statement',
      { counted: parameters('a'), gone: parameters() },
      'store.sql does not hold gone, which is declared',
    ],
    ['an undeclared parameter', { counted: parameters() }, 'counted in store.sql takes :a, which is not declared'],
    [
      'a declared parameter that the statement lacks',
      { counted: parameters('a', 'b') },
      'counted in store.sql does not take :b, which is declared',
    ],
  ])('are refused with %s', (_, declared, message) => {
    expect(() => beside('-- name: counted\nselect :a;', declared)).toThrow(message);
  });

  test('bind each value to its parameter, from any of the given objects', async () => {
    const asked: unknown[] = [];
    const tx = {
      pipeline: { ask: async ({ values }: { values: unknown }) => (asked.push(values), { rows: [] }) },
    } as unknown as Tx;
    const sql = beside('-- name: bound\nselect :c, :a, :b, :a;', {
      bound: parameters('a', 'b', 'c').rows<{ x: number }>(),
    });
    await fetchRows(tx, sql.bound, { a: 1, b: 2, c: 3 });
    await fetchRows(tx, sql.bound, { b: 2 }, { c: 3 }, { a: 1 });
    expect(asked).toEqual([
      [3, 1, 2],
      [3, 1, 2],
    ]);
    // @ts-expect-error One parameter is missing: a compile-time error, and otherwise an error at run time.
    expect(() => fetchRows(tx, sql.bound, { a: 1, b: 2 })).toThrow('bound takes 3 values and was given 2');
    // @ts-expect-error The statement has no parameter `d`.
    expect(() => fetchRows(tx, sql.bound, { b: 2, c: 3 }, { a: 1, d: 4 })).toThrow('was given 4');
  });
});
