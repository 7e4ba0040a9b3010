/** The delivery window of one endpoint: the next requests, the meaning of an answer, and the state to write. */
import { retryDelaysMs } from '../../../src/modules/events/domain/endpoint';
import { openWindow, type Deliverable, type Window } from '../../../src/modules/events/domain/window';
import { at, delivery, event, events, failing, open, queued, result, start, startAt, take } from './windows';

describe('a window of one event', () => {
  test('sends one event after the other, in the order of the log', () => {
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

  test('waits behind a failed event until it is delivered', () => {
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

describe('a window of several events', () => {
  test('sends as many events at a time as allowed', () => {
    const window = open(8);
    take(window, events(1, 20), 20n);
    expect(startAt(window)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    window.answered(5, result(200));
    expect(startAt(window)).toEqual([9]);
    expect(window.changes()).toMatchObject({ deliveredThrough: 0n });
    for (const sequence of [1, 2, 3, 4]) window.answered(sequence, result(200));
    expect(window.changes()).toMatchObject({ deliveredThrough: 5n });
  });

  test('sends the events behind a failed one, and is then due only for that one', () => {
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

  test('goes at most a thousand events beyond the first failed one', () => {
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

  test('reads at most a hundred events ahead of the sent ones', () => {
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

  test.each([200, 201, 202, 204, 299])('with %i is accepted', (status) => expect(verdictOf(status)).toBe('taken'));

  test.each([null, 100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 411, 429, 500, 503, 599])(
    'with %s is tried again',
    (status) => expect(verdictOf(status)).toBe('tried again'),
  );

  test('with 410 says that the endpoint is gone', () => expect(verdictOf(410)).toBe('gone'));

  test('is recorded with its status and text', () => {
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

  test('to an event that is not under way throws', () => {
    expect(() => open().answered(7, result(200))).toThrow('event 7 is not under way');
  });
});

describe('an event that keeps failing', () => {
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

  test('continues the attempts of another process', () => {
    const last = delivery(1n, { ...failing, attempts: retryDelaysMs.length });
    const window = open(1, [last]);
    take(window, [event(1)], 1n);
    expect(window.dueAt()).toEqual(at(5_000));
    expect(startAt(window, 5_000)).toEqual([1]);
    expect(window.answered(1, result(500, 5_000))).toBe('paused');
    expect(window.changes().deliveries).toMatchObject([{ id: last.id, attempts: 9 }]);
  });
});

describe('an event that was delivered before', () => {
  test('is not sent again when the window is opened again', () => {
    const window = open(8, [delivery(1n, failing), delivery(2n), delivery(3n)]);
    take(window, events(1, 4), 4n);
    expect(startAt(window)).toEqual([4]);
    window.answered(4, result(200));
    expect(startAt(window, 5_000)).toEqual([1]);
    window.answered(1, result(200, 5_000));
    expect(window.changes().deliveredThrough).toBe(4n);
  });

  test('is sent again on request, before the new events', () => {
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

  test('does not hold up new events if its redelivery fails', () => {
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

describe('a window with a full page of redeliveries', () => {
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
    ['all are delivered', 200],
    ['one of them fails', 500],
  ])('begins no new event when %s, so that the next page follows at once', (_, status) => {
    const window = sendAll((sequence) => (sequence === 7 ? status : 200));
    expect(window.changes()).toMatchObject({ hasQueued: true, deliveredThrough: 2_000n });
    expect([window.underWay(), window.dueAt()]).toEqual([0, undefined]);
  });

  test('waits and begins new events when all of them fail', () => {
    const window = sendAll((sequence) => (sequence <= 1_000 ? 500 : 200));
    expect(window.changes()).toMatchObject({ hasQueued: true, deliveredThrough: 2_001n });
    expect(window.dueAt()).toEqual(at(5_000));
  });
});

test('a failed event that is no longer wanted holds up nothing and is forgotten', () => {
  const window = open(1, [delivery(1n, failing), delivery(2n), delivery(4n, failing)]);
  take(window, [event(3)], 3n);
  expect(startAt(window)).toEqual([3]);
  window.answered(3, result(200));
  expect(window.changes()).toMatchObject({ unwanted: [1n], deliveredThrough: 3n });
  take(window, [event(4)], 4n);
  expect(startAt(window, 5_000)).toEqual([4]);
  expect(window.changes()).toMatchObject({ unwanted: [], deliveredThrough: 3n });
});

test('an event that was not wanted counts as delivered', () => {
  const window = open();
  take(window, [], 50n);
  expect(window.changes().deliveredThrough).toBe(50n);
  take(window, [event(60)], 70n);
  startAt(window);
  expect(window.changes().deliveredThrough).toBe(59n);
  window.answered(60, result(200));
  expect(window.changes().deliveredThrough).toBe(70n);
});

test('a window with unsent events is not due at a later time', () => {
  const window = open(2);
  take(window, events(1, 3), 3n);
  startAt(window);
  window.answered(1, result(500));
  window.answered(2, result(200));
  expect(window.hasUnsent()).toBe(true);
  expect(window.dueAt()).toBeUndefined();
});
