/** The storage of the adapters in memory: limited, and rolled back with the transaction that wrote it. */
import { keep, KeptMap, Room } from '../../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import { ok, refuse, StoreFull, type Outcome } from '../../../src/kernel/refusal';

const scope = { ledgerIds: [] };
const text = (length: number): string => 'x'.repeat(length);

test('maps share their room, and a value beyond it is refused with the cause and the cure', () => {
  const room = new Room(1_000);
  const [one, other] = [new KeptMap<string, string>(room), new KeptMap<string, string>(room)];
  one.set('a', text(450));
  expect(() => other.set('b', text(550))).toThrow(
    new StoreFull(
      'This ledger keeps everything in memory, for tests, and its 1,000 bytes are full. Nothing was written. ' +
        'Restart it, or start it with a database.',
    ),
  );
  expect(other.size).toBe(0);
  one.delete('a');
  expect(other.set('b', text(550)).get('b')).toBe(text(550));
});

test('a value that replaces another needs room only for its additional length', () => {
  const kept = new KeptMap<string, string>(new Room(1_000));
  for (const length of [900, 100, 900, 910]) kept.set('a', text(length));
  expect(() => kept.set('a', text(1_000))).toThrow(StoreFull);
  expect(kept.get('a')).toBe(text(910));
});

test.each([
  ['texts', text(100), 100],
  ['bytes', Buffer.alloc(100), 100],
  ['members', Array.from({ length: 10 }, (_, index) => index), 80],
  ['members of members', { a: { b: { c: text(100) } } }, 100],
  ['maps as values', new Map([['a', text(100)]]), 100],
  ['dates and large integers', [new Date(0), 10n], 16],
])('a room counts %s', (_, value, bytes) => {
  expect(() => new KeptMap<string, unknown>(new Room(bytes)).set('', value)).toThrow(StoreFull);
  expect(new KeptMap<string, unknown>(new Room(bytes + 400)).set('', value).size).toBe(1);
});

test.each([
  ['refused', async () => refuse('no'), { left: 'no' }],
  ['broken', () => Promise.reject(new Error('broken')), 'broken'],
])('a %s transaction restores the former values, even if another took the room meanwhile', async (_, end, told) => {
  const room = new Room(1_000);
  const kept = new KeptMap<string, string>(room);
  kept.set('a', text(400));
  const unitOfWork = new MemoryUnitOfWork();
  const run = unitOfWork.run(scope, async (tx): Promise<Outcome<string, never>> => {
    keep(tx, kept, 'a', undefined);
    keep(tx, kept, 'b', text(100));
    new KeptMap<string, string>(room).set('of another', text(700));
    return end();
  });
  await (typeof told === 'string' ? expect(run).rejects.toThrow(told) : expect(run).resolves.toMatchObject(told));
  expect([...kept]).toEqual([['a', text(400)]]);
  expect(() => kept.set('c', '')).toThrow(StoreFull);
});

test('a transaction that commits keeps what it wrote', async () => {
  const kept = new KeptMap<string, string>();
  await new MemoryUnitOfWork().run(scope, async (tx) => ok(keep(tx, kept, 'a', 'b')));
  expect([...kept]).toEqual([['a', 'b']]);
});
