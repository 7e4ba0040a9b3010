import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { createAdmission, inContext, type AdmissionLimits } from '../../../src/app/fair-shares/admission';
import { nextTurn as settled } from '../../../src/kernel/running/event-loop';
import { HungUp, Overloaded, OverShare } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

const limits: AdmissionLimits = {
  working: { places: 4, placesEach: 2, placesEachGroup: 3, maxWaitMs: 3_600_000, maxWaitingEach: 3 },
  awaitingOutcome: { places: 1, placesEach: 1, maxWaitMs: 3_600_000, maxWaitingEach: 0 },
  refusalsPerSecond: 50,
  promptMs: 0,
  maxHeldBackMs: 40,
  maxHeldBack: 1,
  retryAfterSeconds: 7,
};
const betweenRefusalsMs = 1_000 / limits.refusalsPerSecond;

interface Visit {
  readonly answer: { status?: number; body?: { code: string } };
  readonly headers: Readonly<Record<string, string>>;
  readonly done: Promise<void>;
  /** Disconnects, like a client that does not wait for its answer. */
  readonly hangUp: () => void;
}

interface Visitor {
  readonly key?: string;
  readonly tenant?: string;
  readonly headers?: object;
  readonly destroyed?: boolean;
}

const open = (different: Partial<AdmissionLimits> = {}) => {
  const clock = new HandClock();
  const admission = createAdmission({ ...limits, ...different }, clock);
  const running: { readonly number: number; readonly finish: (error?: Error) => void }[] = [];
  const started: number[] = [];
  let number = 0;
  const visit = ({ key = 'one', tenant = 'A', headers = {}, destroyed = false }: Visitor = {}): Visit => {
    const own = ++number;
    const sent: Record<string, string> = {};
    const res = Object.assign(new EventEmitter(), { destroyed });
    const context = {
      ...{ req: { headers }, res, state: { caller: { callerId: key, tenantId: tenant } } },
      set: (given: object) => Object.assign(sent, given),
    };
    const work = (): Promise<void> => {
      started.push(own);
      return new Promise<void>((resolve, reject) => {
        running.push({ number: own, finish: (error) => (error ? reject(error) : resolve()) });
      });
    };
    // Handles the two refusals of admission as the server does.
    const done = admission.admit(context as unknown as Context, work).catch((fault: unknown) => {
      if (fault instanceof OverShare || fault instanceof Overloaded)
        return admission.refuse(inContext(context as unknown as Context), fault);
      throw fault;
    });
    return { answer: context as unknown as Visit['answer'], headers: sent, done, hangUp: () => res.emit('close') };
  };
  const finish = async (error?: Error): Promise<void> => {
    running.shift()?.finish(error);
    await settled();
  };
  return { ...admission, clock, visit, finish, started };
};

describe('admission', () => {
  test('admits a fixed number of requests per key at a time, and the others in order of arrival', async () => {
    const { visit, finish, started, counts } = open();
    const visits = Array.from({ length: 5 }, () => visit());
    await settled();
    expect(started).toEqual([1, 2]);
    expect(counts()).toEqual({ active: 2, waiting: 3, refused: 0 });
    for (let left = 0; left < 5; left++) await finish();
    await Promise.all(visits.map(({ done }) => done));
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(counts()).toEqual({ active: 0, waiting: 0, refused: 0 });
  });

  test('keeps a place for another tenant when one tenant asks with many keys', async () => {
    const { visit, started } = open();
    for (const key of ['one', 'one', 'one', 'two', 'two', 'three']) void visit({ key });
    await settled();
    expect(started).toEqual([1, 2, 4]);
    void visit({ key: 'victim', tenant: 'B' });
    await settled();
    expect(started).toEqual([1, 2, 4, 7]);
  });

  test('gives keys turns: a key with many waiting requests does not delay a key with one', async () => {
    const { visit, finish, started } = open({ working: { ...limits.working, places: 1 } });
    for (const key of ['many', 'many', 'many', 'few']) void visit({ key, tenant: key });
    await settled();
    for (let left = 0; left < 3; left++) await finish();
    expect(started).toEqual([1, 2, 4, 3]);
  });

  test('answers 429 with Retry-After to a key that has too many requests under way', async () => {
    const { visit, started, maxUnderWay, counts } = open();
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    expect(maxUnderWay).toBe(5);
    const { answer, headers, done } = visit();
    await done;
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED', meta: { retry_after: 7 } } });
    expect(headers).toEqual({ 'Retry-After': '7' });
    expect(started).toEqual([1, 2]);
    expect(counts().refused).toBe(1);
  });

  test('answers 503 when all keys together have too many requests under way', async () => {
    const { visit } = open({ working: { ...limits.working, places: 1, maxWaitingEach: 0 } });
    void visit({ key: 'one', tenant: 'A' });
    const { answer, headers, done } = visit({ key: 'two', tenant: 'B' });
    await done;
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(headers).toEqual({ 'Retry-After': '7' });
  });

  test('refuses a request that has waited too long', async () => {
    const { clock, visit, finish, started } = open({ working: { ...limits.working, placesEach: 1, maxWaitMs: 5 } });
    void visit();
    const { answer, done } = visit();
    await clock.pass(5);
    await done;
    expect(answer.status).toBe(429);
    await finish();
    expect(started).toEqual([1]);
  });

  test('sends refusals at a fixed rate, and none later than the longest wait', async () => {
    const { clock, visit } = open({ maxHeldBack: 10 });
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    const refused = Array.from({ length: 6 }, () => visit());
    const left = (): number => refused.filter(({ answer }) => answer.status === 429).length;
    await settled();
    expect(left()).toBe(1);
    await clock.pass(betweenRefusalsMs - 1);
    expect(left()).toBe(1);
    await clock.pass(1);
    expect(left()).toBe(2);
    await clock.pass(limits.maxHeldBackMs - betweenRefusalsMs);
    expect(left()).toBe(6);
  });

  test('refuses at once as long as there are few refusals', async () => {
    const { clock, visit } = open({ promptMs: betweenRefusalsMs });
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    await settled();
    for (let pair = 0; pair < 3; pair++) {
      for (const { answer, headers, done } of [visit(), visit()]) {
        await done;
        expect([answer.status, headers]).toEqual([429, { 'Retry-After': '7' }]);
      }
      clock.advance(2 * betweenRefusalsMs);
    }
  });

  test('refuses at once when too many refusals are held back', async () => {
    const { visit } = open();
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    await visit().done;
    const held = visit();
    await settled();
    const { answer, headers, done } = visit();
    await done;
    expect(held.answer.status).toBeUndefined();
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect(headers).toEqual({ 'Retry-After': '7' });
    held.hangUp();
    await held.done;
  });

  test('frees the place of a held-back refusal when its client hangs up', async () => {
    const { visit } = open();
    for (let arrival = 0; arrival < 5; arrival++) void visit();
    await visit().done;
    const gone = visit();
    await settled();
    gone.hangUp();
    await gone.done;
    const held = visit();
    await settled();
    expect(held.headers).toEqual({});
    held.hangUp();
    await held.done;
  });

  test('frees the place of a request that throws', async () => {
    const { visit, finish, started } = open();
    const [first] = [visit(), visit(), visit()];
    await settled();
    const broken = expect(first?.done).rejects.toThrow('broken');
    await finish(new Error('broken'));
    await broken;
    expect(started).toEqual([1, 2, 3]);
  });

  test('does not start a waiting request whose client hung up', async () => {
    const { visit, finish, started } = open();
    const [, , gone] = [visit(), visit(), visit({ destroyed: true })];
    await settled();
    const told = expect(gone?.done).rejects.toThrow(HungUp);
    await finish();
    await told;
    expect(started).toEqual([1, 2]);
  });

  test('limits requests that prefer to wait separately from the others', async () => {
    const { visit, started } = open();
    const waits = { headers: { prefer: 'wait=10' } };
    void visit(waits);
    void visit();
    void visit();
    await settled();
    expect(started).toEqual([1, 2, 3]);
    const { answer, done } = visit(waits);
    await done;
    expect(answer.status).toBe(429);
  });

  test('treats a request whose preference is not to wait like any other request', async () => {
    const { visit, started } = open();
    for (let arrival = 0; arrival < 4; arrival++) void visit({ headers: { prefer: 'handling=strict' } });
    await settled();
    expect(started).toEqual([1, 2]);
  });
});
