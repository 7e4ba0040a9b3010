import { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Context } from 'koa';
import { createReceiving } from '../../../src/app/fair-shares/receiving';
import { createSending } from '../../../src/app/fair-shares/sending';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { sendStream } from '../../../src/kernel/http/streams';
import { OverShare, Unavailable } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

interface Arriving {
  readonly key?: string;
  readonly tenant?: string;
  readonly length?: number;
}

const arriving = ({ key = 'one', tenant = 'A', length }: Arriving) => {
  const sent: Record<string, string> = {};
  const req = Object.assign(new PassThrough(), {
    headers: {
      'content-type': 'application/json',
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
  });
  const state: { caller: object; received?: { bytes?: Buffer } } = { caller: { callerId: key, tenantId: tenant } };
  const res = new PassThrough();
  const context = { req, res, state, set: (name: string, value: string) => (sent[name] = value) };
  return { context: context as unknown as Context, req, res, state, sent };
};

const never = (): Promise<never> => new Promise(() => undefined);

describe('receiving bodies', () => {
  const limits = {
    bytes: { perKey: 100, perTenant: 150, inAll: 200 },
    bulkyFromBytes: 90,
    bulky: { places: 2, maxWaitMs: 60_000, maxWaitingEach: 1, pauseTimes: 2, maxPauseMs: 50 },
  };

  test('handles one bulky body per tenant at a time, with a pause after it; other bodies do not wait', async () => {
    const clock = new HandClock();
    const { receive } = createReceiving(
      { ...limits, maxBodySeconds: 60, bytes: { perKey: 1e6, perTenant: 1e6, inAll: 1e6 } },
      clock,
    );
    const begun: string[] = [];
    const send = (name: string, tenant: string, length: number, tookMs: number) => {
      const { context, req } = arriving({ key: name, tenant, length });
      req.end('x'.repeat(length));
      let ended: Promise<void> | undefined;
      const begins = new Promise<void>((resolve) => {
        ended = receive(context, async () => {
          begun.push(name);
          resolve();
          await clock.sleep(tookMs);
        });
      });
      return { begins, ended };
    };
    const first = send('bulky', 'A', 95, 20);
    await first.begins;
    const second = send('bulky too', 'A', 95, 1);
    await Promise.all([send('small', 'A', 10, 1).begins, send("another's", 'B', 95, 1).begins]);
    await clock.pass(20);
    await first.ended;
    // After the work on a large body, the pause is twice as long as the work.
    await clock.pass(39);
    expect(begun).toEqual(['bulky', expect.any(String), expect.any(String)]);
    await clock.pass(1);
    await second.begins;
  });

  test('skips a waiting bulky body whose client hung up', async () => {
    const { receive } = createReceiving({
      ...limits,
      maxBodySeconds: 60,
      bytes: { perKey: 1e6, perTenant: 1e6, inAll: 1e6 },
    });
    let done = 0;
    const [first, gone] = [arriving({ length: 95 }), arriving({ length: 95 })];
    const received = [first, gone].map(({ context, req }) => {
      req.end('x'.repeat(95));
      return receive(context, async () => void (done += 1));
    });
    gone.res.destroy();
    await Promise.all(received);
    expect(done).toBe(1);
  });

  test('calls the next step only when the whole body has arrived', async () => {
    const { receive } = createReceiving({ ...limits, maxBodySeconds: 60 });
    const { context, req, state } = arriving({ length: 4 });
    let isNext = false;
    const received = receive(context, async () => void (isNext = true));
    req.write('12');
    await nextTurn();
    expect(isNext).toBe(false);
    req.end('34');
    await received;
    expect(state.received?.bytes?.toString()).toBe('1234');
    expect(isNext).toBe(true);
  });

  test('answers 408 to a body that is too slow, and closes the connection', async () => {
    const clock = new HandClock();
    const { receive } = createReceiving({ ...limits, maxBodySeconds: 10 }, clock);
    const { context, req, sent } = arriving({ length: 4 });
    req.write('1');
    const received = receive(context, () => Promise.reject(new Error('nobody is to go on')));
    await clock.pass(9_999);
    expect(sent).toEqual({});
    clock.advance(1);
    await received;
    expect(context).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } });
    expect(sent).toEqual({ Connection: 'close' });
  });

  test('counts a body for its key, its tenant and the process until its request ends', async () => {
    const { receive } = createReceiving({ ...limits, maxBodySeconds: 60 });
    const slowly = (of: Arriving): Promise<void> => receive(arriving(of).context, never);
    void slowly({ length: 60 });
    await expect(slowly({ length: 60 })).rejects.toThrow(OverShare);
    void slowly({ key: 'two', length: 60 });
    await expect(slowly({ key: 'three', length: 60 })).rejects.toThrow(OverShare);
    const others = slowly({ key: 'four', tenant: 'B', length: 60 });
    void others;
    const last = slowly({ key: 'five', tenant: 'C', length: 60 });
    await expect(last).rejects.toThrow(Unavailable);
    await expect(last).rejects.not.toThrow(OverShare);
  });

  test('counts a body of unknown length as the longest allowed', async () => {
    const { receive } = createReceiving({ ...limits, maxBodySeconds: 60 });
    void receive(arriving({ length: 1 }).context, never);
    await expect(receive(arriving({}).context, never)).rejects.toThrow(OverShare);
  });

  test('frees the counted bytes, even if the request throws', async () => {
    const { receive } = createReceiving({ ...limits, maxBodySeconds: 60 });
    for (let attempt = 0; attempt < 5; attempt++) {
      const { context, req } = arriving({ length: 60 });
      req.end('x'.repeat(60));
      await expect(receive(context, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
  });
});

describe('unread answers', () => {
  const limits = {
    ...{ countedFromBytes: 10, unsentBytes: { perKey: 100, perTenant: 150, inAll: 200 } },
    ...{ promptMs: 1_000, maxHeldMs: 30_000 },
  };

  const answering = (bytes: number, method = 'GET') => {
    const res = Object.assign(new EventEmitter(), { getHeader: () => bytes });
    const context = { res, method, state: { caller: { callerId: 'one', tenantId: 'A' } } } as unknown as Context;
    return { context, sent: () => res.emit('close') };
  };
  const done = async (): Promise<void> => undefined;

  test('are refused to a caller that has too many of them, until it reads some', async () => {
    const { send } = createSending(limits);
    const first = answering(60);
    await send(first.context, done);
    await expect(send(answering(60).context, done)).rejects.toThrow(OverShare);
    first.sent();
    await send(answering(60).context, done);
  });

  test('are counted, but not refused, after a write', async () => {
    const { send } = createSending(limits);
    await send(answering(90).context, done);
    await send(answering(90, 'POST').context, done);
    await expect(send(answering(20).context, done)).rejects.toThrow(OverShare);
  });

  test('stop the writes of a caller until it reads some, but not its reads or those of others', async () => {
    const { send } = createSending(limits);
    const written = [1, 2, 3].map(() => answering(90, 'POST'));
    await Promise.all(written.map(({ context }) => send(context, done)));
    const work = jest.fn(done);
    await expect(send(answering(0, 'POST').context, work)).rejects.toThrow(OverShare);
    expect(work).not.toHaveBeenCalled();
    await send(answering(90).context, done);
    const other = answering(90);
    other.context['state'].caller = { callerId: 'two', tenantId: 'B' };
    await send(other.context, done);
    for (const { sent } of written) sent();
    await send(answering(0, 'POST').context, work);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('are not counted if they are small', async () => {
    const { send } = createSending(limits);
    for (let answer = 0; answer < 100; answer++) await send(answering(9).context, done);
  });

  describe('that are streamed', () => {
    const open = () => {
      const clock = new HandClock();
      const sending = createSending(limits, clock);
      const ended: string[] = [];
      const made: string[] = [];
      const stream = async (key: string, tenant: string, parts: readonly number[]) => {
        const res = Object.assign(new PassThrough({ highWaterMark: 1 }), { getHeader: () => undefined });
        const destroy = res.destroy.bind(res);
        res.destroy = (error?: Error) => (ended.push(key), destroy(error));
        const state = { caller: { callerId: key, tenantId: tenant }, mayBeTold: async () => true } as Context['state'];
        const context = { res, method: 'GET', state, set: () => undefined, flushHeaders: () => undefined };
        await sending.send(context as unknown as Context, async () => {
          const text = async function* (): AsyncGenerator<Buffer> {
            for (const bytes of parts) {
              made.push(key);
              yield Buffer.alloc(bytes);
            }
          };
          sendStream(context as unknown as Context, text());
        });
        const { body } = context as unknown as { body: Readable };
        // Koa does this for each body that is a stream.
        res.once('close', () => body.destroy());
        body.pipe(res);
        await clock.pass(0);
        return res;
      };
      return { clock, sending, ended, made, stream };
    };

    test('hold one part at a time, which counts after one second until it is read', async () => {
      const { clock, sending, made, stream } = open();
      const lazy = await stream('one', 'A', [60, 50, 40]);
      expect(made).toEqual(['one']);
      await clock.pass(999);
      expect(sending.unreadBytes()).toBe(0);
      await clock.pass(1);
      expect(sending.unreadBytes()).toBe(60);
      await expect(sending.send(answering(60).context, done)).rejects.toThrow(OverShare);
      lazy.read();
      await clock.pass(0);
      expect([made, sending.unreadBytes()]).toEqual([['one', 'one'], 0]);
      lazy.resume();
      await clock.pass(2_000);
      expect([made, sending.unreadBytes()]).toEqual([['one', 'one', 'one'], 0]);
    });

    test('end when too much is unread for a key, a tenant or the process', async () => {
      const { clock, sending, ended, stream } = open();
      await stream('one', 'A', [60]);
      await clock.pass(10);
      await stream('one', 'A', [60]);
      await clock.pass(10);
      await stream('two', 'A', [60]);
      await clock.pass(10);
      await stream('three', 'A', [60]);
      await clock.pass(10);
      await stream('four', 'B', [60]);
      await clock.pass(10);
      await stream('five', 'C', [60]);
      await clock.pass(1_000);
      expect(ended).toEqual(['one', 'three', 'five']);
      expect(sending.unreadBytes()).toBe(180);
    });

    test('end when a part is not read within half a minute, and are no longer counted', async () => {
      const { clock, sending, ended, stream } = open();
      await stream('one', 'A', [60, 60]);
      await clock.pass(29_999);
      expect([ended, sending.unreadBytes()]).toEqual([[], 60]);
      await clock.pass(1);
      expect([ended, sending.unreadBytes(), clock.pendingWakes]).toEqual([['one'], 0, 0]);
    });
  });
});
