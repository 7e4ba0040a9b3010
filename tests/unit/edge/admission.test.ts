import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { createAdmission, type AdmissionLimits } from '../../../src/app/admission';

const limits: AdmissionLimits = {
  maxActive: 2,
  maxWaiting: 3,
  maxPatient: 1,
  refusedAfterMs: 20,
  maxRefusing: 1,
  retryAfterSeconds: 7,
};

interface Visit {
  readonly number: number;
  readonly answer: { status?: number; body?: { code: string } };
  readonly headers: Readonly<Record<string, string>>;
  readonly done: Promise<void>;
  /** As a client that does not wait for its answer. */
  readonly hangUp: () => void;
}

const open = (different: Partial<AdmissionLimits> = {}) => {
  const { admit, counts } = createAdmission({ ...limits, ...different });
  const running: { readonly number: number; readonly finish: (error?: Error) => void }[] = [];
  const started: number[] = [];
  let number = 0;
  const visit = (headers: object = {}, destroyed = false): Visit => {
    const own = ++number;
    const sent: Record<string, string> = {};
    const res = new EventEmitter();
    const context = { req: { headers, destroyed }, res, set: (name: string, value: string) => (sent[name] = value) };
    const done = admit(context as unknown as Context, () => {
      started.push(own);
      return new Promise<void>((resolve, reject) => {
        running.push({ number: own, finish: (error) => (error ? reject(error) : resolve()) });
      });
    });
    return { number: own, answer: context as Visit['answer'], headers: sent, done, hangUp: () => res.emit('close') };
  };
  const finish = async (error?: Error): Promise<void> => {
    running.shift()?.finish(error);
    await new Promise(setImmediate);
  };
  return { visit, finish, started, counts };
};

describe('admission', () => {
  test('lets so many in at a time, and the others in the order they came', async () => {
    const { visit, finish, started, counts } = open();
    const visits = Array.from({ length: 5 }, () => visit());
    expect(started).toEqual([1, 2]);
    expect(counts()).toEqual({ active: 2, waiting: 3, refused: 0 });
    for (let left = 0; left < 5; left++) await finish();
    await Promise.all(visits.map(({ done }) => done));
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(counts()).toEqual({ active: 0, waiting: 0, refused: 0 });
  });

  test('refuses whoever finds the queue full, late, with a time to come back', async () => {
    const { visit, started, counts } = open();
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    const before = performance.now();
    const { answer, headers, done } = visit();
    await done;
    expect(performance.now() - before).toBeGreaterThanOrEqual(limits.refusedAfterMs - 1);
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(headers).toEqual({ 'Retry-After': '7' });
    expect(started).toEqual([1, 2]);
    expect(counts().refused).toBe(1);
  });

  test('refuses at once, and ends the connection, where too many refusals are held back', async () => {
    const { visit } = open();
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    const held = visit();
    const { answer, headers, done } = visit();
    await done;
    expect(held.answer.status).toBeUndefined();
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(headers).toEqual({ Connection: 'close', 'Retry-After': '7' });
    await held.done;
    const next = visit();
    await next.done;
    expect(next.headers).toEqual({ 'Retry-After': '7' });
  });

  test('holds no refusal back for whoever hung up', async () => {
    const { visit } = open({ refusedAfterMs: 3_600_000 });
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    const gone = visit();
    gone.hangUp();
    await gone.done;
    const held = visit();
    expect(held.headers).toEqual({});
    held.hangUp();
    await held.done;
  });

  test('gives a place back when its request breaks', async () => {
    const { visit, finish, started } = open();
    const [first] = [visit(), visit(), visit()];
    const broken = expect(first?.done).rejects.toThrow('broken');
    await finish(new Error('broken'));
    await broken;
    expect(started).toEqual([1, 2, 3]);
  });

  test('does nothing for whoever hung up while waiting', async () => {
    const { visit, finish, started } = open();
    const [, , gone] = [visit(), visit(), visit({}, true)];
    await finish();
    await gone?.done;
    expect(started).toEqual([1, 2]);
  });

  test('keeps those who asked to wait out of the way of those who did not, and bounds them too', async () => {
    const { visit, started } = open();
    void visit({ prefer: 'wait=10' });
    void visit();
    void visit();
    expect(started).toEqual([1, 2, 3]);
    const { answer, done } = visit({ prefer: 'wait=10' });
    await done;
    expect(answer.status).toBe(503);
  });
});
