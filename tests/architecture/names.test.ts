/**
 * An exported name has one meaning, so it is declared in at most two rooms. A room is a context, a folder next to the contexts, or a
 * workspace. Names that are still declared in more rooms are listed with the number of rooms. This number may only fall, and a name leaves
 * the list when two rooms are left.
 */
import { readSourceFile, sourceFiles } from '../support/source-files';

const mostRooms = 2;

const roomOf = (file: string): string => {
  const [top = '', first = '', second = ''] = file.split('/');
  return top === 'src' && first === 'modules' ? second : first;
};

const declared = /^export (?:abstract )?(?:async )?(?:type|interface|const|class|function) (\w+)/gm;

const roomsByName = (files: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(files))
    for (const [, name = ''] of text.matchAll(declared))
      found.set(name, (found.get(name) ?? new Set<string>()).add(roomOf(file)));
  return new Map([...found].map(([name, rooms]) => [name, [...rooms].sort()]));
};

const crowdedIn = (files: Readonly<Record<string, string>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...roomsByName(files)]
      .filter(([, rooms]) => rooms.length > mostRooms)
      .map(([name, rooms]) => [name, rooms.length]),
  );

const ceilings: Readonly<Record<string, number>> = {
  Account: 3,
  Answer: 3,
  Answered: 3,
  Asking: 3,
  Attempt: 3,
  Column: 3,
  Failure: 3,
  Finding: 3,
  Invalid: 3,
  Item: 3,
  JsonObject: 3,
  Limits: 3,
  Line: 3,
  NewKey: 3,
  Operator: 3,
  Pace: 3,
  Place: 3,
  Query: 3,
  Scope: 3,
  Section: 3,
  Session: 3,
  Statement: 3,
  Sums: 3,
  Table: 3,
  Tally: 3,
  Totals: 3,
  bodyOf: 3,
  inOrder: 3,
  isZero: 3,
  totalsOf: 3,
};

test('no exported name is declared in more than two rooms, except the listed names', () => {
  const files = Object.fromEntries(sourceFiles(/\.tsx?$/).map((name) => [name, readSourceFile(name)]));
  const crowded = crowdedIn(files);
  const rooms = roomsByName(files);
  expect(rooms.size).toBeGreaterThan(1_500);
  const beyond = Object.entries(crowded).flatMap(([name, count]) =>
    count > (ceilings[name] ?? 0) ? [`${name}: ${rooms.get(name)?.join(', ')}`] : [],
  );
  expect(beyond).toEqual([]);
});

test('the check finds a name in a third room, and counts several files of one room once', () => {
  const text = 'export interface Told {}\n';
  const two = { 'src/app/a.ts': text, 'src/modules/events/b.ts': text, 'src/modules/events/http/c.ts': text };
  expect(crowdedIn(two)).toEqual({});
  expect(crowdedIn({ ...two, 'src/kernel/d.ts': 'export const Told = 1;\n' })).toEqual({ Told: 3 });
  expect(crowdedIn({ ...two, 'packages/mcp/src/d.ts': 'export const Told = 1;\n' })).toEqual({ Told: 3 });
});
