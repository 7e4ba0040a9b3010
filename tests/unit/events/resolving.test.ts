/** At most one lookup of each name runs at a time, without delaying other names, and with a time limit. */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { createResolve, resolveWithin, type Resolve } from '../../../src/modules/events/webhooks/resolving';
import { HandClock } from '../../support/hand-clock';

/** A resolver that answers when the test tells it to. */
const systemInHand = () => {
  const asked: string[] = [];
  const answers = new Map<string, (addresses: readonly string[]) => void>();
  const ask: Resolve = (name) => {
    asked.push(name);
    return new Promise((resolve) => answers.set(name, resolve));
  };
  return {
    ask,
    asked,
    answer: async (name: string, address: string): Promise<void> => {
      answers.get(name)?.([address]);
      await nextTurn();
    },
  };
};

test('a lookup without an answer does not delay other names', async () => {
  const { ask, asked, answer } = systemInHand();
  const resolve = createResolve(ask);
  const names = Array.from({ length: 100 }, (_, number) => `a${number}.slow.test`);
  const found = [...names, 'one.test'].map(resolve);
  expect(asked).toHaveLength(101);
  await answer('one.test', '1.1.1.1');
  expect(await found.at(-1)).toEqual(['1.1.1.1']);
});

test('a name has one lookup at a time, and a new one later', async () => {
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

test('a failed lookup is repeated when the name is asked for again', async () => {
  const asked: string[] = [];
  const resolve = createResolve((name) => {
    asked.push(name);
    return asked.length > 1 ? Promise.resolve(['1.1.1.1']) : Promise.reject(new Error('away'));
  });
  await expect(resolve('a.test')).rejects.toThrow('away');
  expect(await resolve('a.test')).toEqual(['1.1.1.1']);
});

test('a lookup fails when its time is over', async () => {
  const never: Resolve = () => new Promise(() => undefined);
  const clock = new HandClock();
  const found = expect(resolveWithin(never, 'a.test', 10, clock)).rejects.toThrow('the name was not resolved in time');
  clock.advance(10);
  await found;
});
