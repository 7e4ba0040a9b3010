/** The delivery window of one endpoint: the next requests, the meaning of an answer, and the state to write. */
import { retryDelaysMs } from '../../../src/modules/events/domain/endpoint';
import { openWindow, type Deliverable, type Window } from '../../../src/modules/events/domain/window';
import { at, delivery, event, events, failing, open, queued, result, start, startAt, take } from './windows';

describe('one at a time', () => {
  test('is one after the other, in the order of the log', () => {
    const window = open();
    expect(window.wants()).toBe(0n);
    take(window, events(1, 3), 3n);
    for (const sequence of [1, 2, 3]) {
      expect(startAt(window)).toEqual([sequence]);
      expect(startAt(window)).toEqual([]);
      expect(window.underWay()).toBe(1);
      expect(window.answered(sequence, result(200))).toBe('taken');
    }
    expect(startAt(window)).toEqual([]);
    expect(window.changes().deliveredThrough).toBe(3n);
  });

  test('waits behind what failed, until that was taken', () => {
    const window = open();
    take(window, events(1, 2), 2n);
    startAt(window);
    expect(window.answered(1, result(500))).toBe('tried again');
    expect(startAt(window)).toEqual([]);
    expect(window.dueAt()).toEqual(at(5_000));
    expect(window.changes()).toMatchObject({ deliveredThrough: 0n });
    expect(window.waitsAfter()).toBeUndefined();
    expect(startAt(window, 4_999)).toEqual([]);
    expect(startAt(window, 5_000)).toEqual([1]);
    expect(window.answered(1, result(204, 5_001))).toBe('taken');
    expect(startAt(window, 5_002)).toEqual([2]);
  });
});

describe('several at a time', () => {
  test('are as many as there may be', () => {
    const window = open(8);
    take(window, events(1, 20), 20n);
    expect(startAt(window)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    window.answered(5, result(200));
    expect(startAt(window)).toEqual([9]);
    expect(window.changes()).toMatchObject({ deliveredThrough: 0n });
    for (const sequence of [1, 2, 3, 4]) window.answered(sequence, result(200));
    expect(window.changes()).toMatchObject({ deliveredThrough: 5n });
  });

  test('overtake what failed, which is the only thing that is waited for', () => {
    const window = open(2);
    take(window, events(1, 3), 3n);
    startAt(window);
    window.answered(1, result(500));
    expect(startAt(window)).toEqual([3]);
    window.answered(2, result(200));
    window.answered(3, result(200));
    expect(window.dueAt()).toEqual(at(5_000));
    expect(window.changes()).toMatchObject({ deliveredThrough: 0n });
    expect(window.waitsAfter()).toBe(3n);
    expect(window.wants()).toBe(3n);
    expect(startAt(window, 5_000)).toEqual([1]);
    window.answered(1, result(200, 5_000));
    expect(window.changes()).toMatchObject({ deliveredThrough: 3n });
    expect(window.dueAt()).toBeUndefined();
  });

  test('go no further than a thousand beyond the first that failed', () => {
    const window = open(32);
    for (let from = 1; window.wants() !== undefined; from += 100) {
      take(window, events(from, from + 99), BigInt(from + 99));
      for (let sent = startAt(window); sent.length > 0; sent = startAt(window))
        for (const sequence of sent) window.answered(sequence, result(sequence === 1 ? 500 : 200));
    }
    expect(window.changes()).toMatchObject({ deliveredThrough: 0n });
    expect(window.waitsAfter()).toBeUndefined();
    expect(startAt(window)).toEqual([]);
  });

  test('are read no further than a hundred ahead of what is sent', () => {
    const window = open(2);
    take(window, events(1, 100), 100n);
    expect(window.wants()).toBeUndefined();
    startAt(window);
    expect(window.wants()).toBe(100n);
  });
});

describe('an answer', () => {
  const verdictOf = (status: number | null): string => {
    const window = open();
    take(window, [event(1)], 1n);
    startAt(window);
    return window.answered(1, result(status));
  };

  test.each([200, 201, 202, 204, 299])('of %i is taken', (status) => expect(verdictOf(status)).toBe('taken'));

  test.each([null, 100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 411, 429, 500, 503, 599])(
    'of %s is tried again',
    (status) => expect(verdictOf(status)).toBe('tried again'),
  );

  test('of 410 says that the endpoint is gone', () => expect(verdictOf(410)).toBe('gone'));

  test('is written with what it said', () => {
    const window = open();
    take(window, [event(1)], 1n);
    startAt(window);
    window.answered(1, result(503));
    expect(window.changes().deliveries).toEqual([
      {
        ...{ id: expect.any(String), sequence: 1n, type: 'transaction.posted', state: 'failing', attempts: 1 },
        ...{
          status: 503,
          answer: 'body',
          fault: null,
          milliseconds: 3,
          lastAttemptAt: at(0),
          nextAttemptAt: at(5_000),
        },
      },
    ]);
    expect(window.changes().deliveries).toEqual([]);
    startAt(window, 5_000);
    window.answered(1, result(null, 5_000));
    expect(window.changes().deliveries).toMatchObject([{ status: null, answer: null, fault: 'late', attempts: 2 }]);
  });

  test('to what is not under way is a fault of ours', () => {
    expect(() => open().answered(7, result(200))).toThrow('event 7 is not under way');
  });
});

describe('what fails again and again', () => {
  test('is tried after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h, 12 h and 24 h; then the endpoint is paused', () => {
    const window = open();
    take(window, [event(1)], 1n);
    let now = 0;
    const waited: number[] = [];
    for (;;) {
      expect(startAt(window, now)).toEqual([1]);
      if (window.answered(1, result(500, now)) === 'paused') break;
      const due = (window.dueAt() as Date).getTime() - start;
      waited.push(due - now);
      expect(startAt(window, due - 1)).toEqual([]);
      now = due;
    }
    const [s, min, h] = [1_000, 60_000, 3_600_000];
    expect(waited).toEqual([5 * s, 30 * s, 2 * min, 10 * min, h, 6 * h, 12 * h, 24 * h]);
    expect(window.changes().deliveries).toMatchObject([{ state: 'failing', attempts: 9 }]);
  });

  test('waits up to a fifth longer, never shorter', () => {
    for (const random of [0, 0.25, 0.999]) {
      const window = openWindow<Deliverable>({ deliveredThrough: 0n, maxInFlight: 1 }, [], () => random);
      take(window, [event(1)], 1n);
      startAt(window);
      window.answered(1, result(500));
      expect(window.dueAt()).toEqual(at(Math.floor(5_000 * (1 + 0.2 * random))));
    }
  });

  test('goes on where another process left off', () => {
    const last = delivery(1n, { ...failing, attempts: retryDelaysMs.length });
    const window = open(1, [last]);
    take(window, [event(1)], 1n);
    expect(window.dueAt()).toEqual(at(5_000));
    expect(startAt(window, 5_000)).toEqual([1]);
    expect(window.answered(1, result(500, 5_000))).toBe('paused');
    expect(window.changes().deliveries).toMatchObject([{ id: last.id, attempts: 9 }]);
  });
});

describe('what was delivered before', () => {
  test('is not sent again by who opens the window anew', () => {
    const window = open(8, [delivery(1n, failing), delivery(2n), delivery(3n)]);
    take(window, events(1, 4), 4n);
    expect(startAt(window)).toEqual([4]);
    window.answered(4, result(200));
    expect(startAt(window, 5_000)).toEqual([1]);
    window.answered(1, result(200, 5_000));
    expect(window.changes().deliveredThrough).toBe(4n);
  });

  test('is sent again where that was asked for, beside the others', () => {
    const window = open(1, [delivery(2n, queued), delivery(5n, queued)], 9n);
    expect(window.wantsAgain(at(0))).toEqual([2n, 5n]);
    window.takeAgain(event(2));
    expect(window.wantsAgain(at(0))).toEqual([5n]);
    window.takeAgain(event(5));
    take(window, [event(10)], 10n);
    expect(startAt(window)).toEqual([2]);
    expect(window.changes().hasQueued).toBe(true);
    window.answered(2, result(200));
    expect(startAt(window)).toEqual([5]);
    window.answered(5, result(200));
    expect(startAt(window)).toEqual([10]);
    window.answered(10, result(200));
    expect(window.changes()).toMatchObject({ hasQueued: false, deliveredThrough: 10n });
  });

  test('and fails now holds up nothing that is new', () => {
    const window = open(1, [delivery(2n, queued)], 9n);
    window.takeAgain(event(2));
    take(window, [event(10)], 10n);
    expect(startAt(window)).toEqual([2]);
    window.answered(2, result(500));
    expect(startAt(window)).toEqual([10]);
    window.answered(10, result(200));
    expect(window.changes()).toMatchObject({ hasQueued: true, deliveredThrough: 10n });
    expect(window.dueAt()).toEqual(at(5_000));
  });
});

describe('where more is to be sent again than is handed over', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => delivery(BigInt(index + 1), queued));
  /** Sends all deliveries of `many` again, together with one new event. */
  const sendAll = (statusOf: (sequence: number) => number): Window<Deliverable> => {
    const window = open(1, many, 2_000n);
    for (const { sequence } of many) window.takeAgain(event(Number(sequence)));
    take(window, [event(2_001)], 2_001n);
    for (let [next] = startAt(window); next !== undefined; [next] = startAt(window))
      window.answered(next, result(statusOf(next)));
    return window;
  };

  test.each([
    ['it is taken', 200],
    ['one of it fails', 500],
  ])('nothing new is begun once %s: who opens the window anew has the others at once', (_, status) => {
    const window = sendAll((sequence) => (sequence === 7 ? status : 200));
    expect(window.changes()).toMatchObject({ hasQueued: true, deliveredThrough: 2_000n });
    expect([window.underWay(), window.dueAt()]).toEqual([0, undefined]);
  });

  test('it waits where none of it is taken', () => {
    const window = sendAll((sequence) => (sequence <= 1_000 ? 500 : 200));
    expect(window.changes()).toMatchObject({ hasQueued: true, deliveredThrough: 2_001n });
    expect(window.dueAt()).toEqual(at(5_000));
  });
});

test('what failed, and is wanted no more, holds up nothing and is forgotten', () => {
  const window = open(1, [delivery(1n, failing), delivery(2n), delivery(4n, failing)]);
  take(window, [event(3)], 3n);
  expect(startAt(window)).toEqual([3]);
  window.answered(3, result(200));
  expect(window.changes()).toMatchObject({ unwanted: [1n], deliveredThrough: 3n });
  take(window, [event(4)], 4n);
  expect(startAt(window, 5_000)).toEqual([4]);
  expect(window.changes()).toMatchObject({ unwanted: [], deliveredThrough: 3n });
});

test('what was not wanted counts as delivered', () => {
  const window = open();
  take(window, [], 50n);
  expect(window.changes().deliveredThrough).toBe(50n);
  take(window, [event(60)], 70n);
  startAt(window);
  expect(window.changes().deliveredThrough).toBe(59n);
  window.answered(60, result(200));
  expect(window.changes().deliveredThrough).toBe(70n);
});

test('what was read and not sent is waited for by nobody', () => {
  const window = open(2);
  take(window, events(1, 3), 3n);
  startAt(window);
  window.answered(1, result(500));
  window.answered(2, result(200));
  expect(window.hasUnsent()).toBe(true);
  expect(window.dueAt()).toBeUndefined();
});
