/** Names are asked for a few at a time, in turns, and at most for so long. */
import { createResolve, resolveWithin, type Resolve } from '../../../src/modules/events/webhooks/resolving';

/** A system that answers when it is told to. */
const systemInHand = () => {
  const asked: string[] = [];
  const answers = new Map<string, (addresses: readonly string[]) => void>();
  const ask: Resolve = (name) => {
    asked.push(name);
    return new Promise((resolve) => answers.set(name, resolve));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ask,
    asked,
    answer: async (name: string, address: string): Promise<void> => {
      answers.get(name)?.([address]);
      await settle();
    },
  };
};

test('at most two names are looked up at once, and one of an owner', async () => {
  const { ask, asked, answer } = systemInHand();
  const resolve = createResolve(ask);
  const found = ['a.slow.test', 'b.slow.test', 'c.slow.test', 'one.test', 'two.test'].map(resolve);
  await answer('nothing', '');
  expect(asked).toEqual(['a.slow.test', 'one.test']);
  await answer('one.test', '1.1.1.1');
  expect(asked).toEqual(['a.slow.test', 'one.test', 'two.test']);
  await answer('two.test', '2.2.2.2');
  expect(asked).toEqual(['a.slow.test', 'one.test', 'two.test']);
  for (const name of ['a', 'b', 'c']) await answer(`${name}.slow.test`, '3.3.3.3');
  expect(await Promise.all(found)).toEqual([['3.3.3.3'], ['3.3.3.3'], ['3.3.3.3'], ['1.1.1.1'], ['2.2.2.2']]);
});

test('a name that is being looked up is not looked up again, and later it is', async () => {
  const { ask, asked, answer } = systemInHand();
  const resolve = createResolve(ask);
  const both = [resolve('a.test'), resolve('a.test')];
  await answer('nothing', '');
  await answer('a.test', '1.1.1.1');
  expect([await Promise.all(both), asked]).toEqual([[['1.1.1.1'], ['1.1.1.1']], ['a.test']]);
  void resolve('a.test');
  await answer('nothing', '');
  await answer('a.test', '2.2.2.2');
  expect(asked).toEqual(['a.test', 'a.test']);
});

test('a name that cannot be looked up gives its place back', async () => {
  const resolve = createResolve((name) => (name === 'good.test' ? Promise.resolve(['1.1.1.1']) : Promise.reject()));
  for (let count = 0; count < 5; count += 1) await expect(resolve(`bad${count}.test`)).rejects.toBeUndefined();
  expect(await resolve('good.test')).toEqual(['1.1.1.1']);
});

test('nobody waits for longer than it may take', async () => {
  const never: Resolve = () => new Promise(() => undefined);
  await expect(resolveWithin(never, 'a.test', 10)).rejects.toThrow('the name was not resolved in time');
});

test('the system knows the addresses of this machine', async () => {
  expect(await createResolve()('127.0.0.1')).toEqual(['127.0.0.1']);
});
