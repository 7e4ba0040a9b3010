/** Values that are created when first used, and dropped when least recently used. */
import { evictingMap } from '../../../src/kernel/running/evicting-map';

const open = (maxSize: number) => {
  const log: string[] = [];
  const map = evictingMap<string, { readonly key: string }>(
    maxSize,
    (key) => (log.push(`+${key}`), { key }),
    ({ key }) => void log.push(`-${key}`),
  );
  const touch = (key: string) => map.use(key, async (value) => value.key);
  return { map, log, touch };
};

test('a value is created once, and the least recently used one is dropped', async () => {
  const { map, log, touch } = open(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await touch(key)).toBe(key);
  expect(log).toEqual(['+a', '+b', '+c', '-b', '+b', '-c']);
  expect(map.values().map(({ key }) => key)).toEqual(['a', 'b']);
});

test('a value in use is not dropped, even if there are too many', async () => {
  const { map, log, touch } = open(1);
  let finish = (): void => undefined;
  const using = map.use('a', () => new Promise<void>((resolve) => (finish = resolve)));
  await touch('b');
  await touch('c');
  expect(log).toEqual(['+a', '+b', '+c', '-b']);
  finish();
  await using;
  await touch('d');
  expect(log.slice(4)).toEqual(['+d', '-a', '-c']);
});

test('a failed use is over too', async () => {
  const { map, log, touch } = open(1);
  await expect(map.use('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await touch('b');
  expect(log).toEqual(['+a', '+b', '-a']);
});
