/** Clients that post without pause and record their requests and answers, while the service may be killed at any moment. */
import type { Answer, Client } from './client';
import { createTally } from './happenings';

/** One transaction of the traffic, identified by its idempotency key. */
export interface Item {
  readonly key: string;
  readonly body: { readonly entries: readonly Leg[] };
  /** The id in the answer; undefined until there is an answer. */
  acknowledged: string | undefined;
}

export interface Leg {
  readonly account_code: string;
  readonly type: 'debit' | 'credit';
  readonly amount: string;
}

/** A request of the traffic: a single transaction or a batch. */
export interface Order {
  readonly kind: 'single' | 'batch' | 'atomic batch';
  readonly waits: boolean;
  readonly items: readonly Item[];
}

export interface Acknowledgement {
  readonly id: string;
  readonly replayed: boolean;
}

const maxBatchItems = 12;

export interface Traffic {
  /** After a kill, lets the clients that lost their answer continue. */
  resume(): void;
  /** Stops the traffic, and resolves when every client has received its last answer. */
  end(): Promise<void>;
  /** Rejects as soon as a client receives an unexpected answer; otherwise settles only at the end. */
  readonly clients: Promise<unknown>;
  /** Resolves when the next answer to an order of this kind arrives. Resolves in the same turn of the event loop as the arrival. */
  nextAnswer(kind: Order['kind']): Promise<void>;
  /** Resolves after `count` more acknowledgements. */
  answered(count: number): Promise<void>;
  /** Resolves after `count` more requests, answered or not. */
  asked(count: number): Promise<void>;
  /** Resolves when the next client loses its answer. */
  nextLoss(): Promise<void>;
  readonly orders: readonly Order[];
  seen(): { readonly requests: number; readonly unanswered: number };
}

export const startTraffic = (
  clients: number,
  seed: number,
  accountCodes: readonly string[],
  api: () => Client,
): Traffic => {
  const orders: Order[] = [];
  const listeners: { readonly kind: Order['kind']; readonly tell: () => void }[] = [];
  const [asked, acknowledged, unanswered] = [createTally(), createTally(), createTally()];
  let hasEnded = false;
  let life = newLife();
  let requests = 0;

  const work = async (number: number): Promise<void> => {
    const random = randomFrom(seed + number);
    let unsettled: Order | undefined;
    for (let count = 0; !hasEnded; count++) {
      const order = unsettled ?? newOrder(`${number}.${count}`, accountCodes, random);
      if (!unsettled) orders.push(order);
      unsettled = undefined;
      requests += 1;
      const { isOver } = life;
      const acknowledgements = await send(api(), order);
      asked.add();
      if (acknowledgements) {
        if (listeners.some(({ kind }) => kind === order.kind)) for (const { tell } of listeners.splice(0)) tell();
        note(order, acknowledgements);
        acknowledged.add();
        continue;
      }
      unanswered.add();
      // The client repeats half of the unanswered orders at once; the rest is repeated at the end.
      if (random(2) === 0) unsettled = order;
      if (!hasEnded) await isOver;
    }
  };

  const atWork = Promise.all(Array.from({ length: clients }, (_, number) => work(number + 1)));
  atWork.catch(() => undefined);
  return {
    clients: atWork,
    orders,
    resume: () => {
      life.end();
      life = newLife();
    },
    end: async () => {
      hasEnded = true;
      life.end();
      await atWork;
    },
    nextAnswer: (kind) => new Promise((tell) => listeners.push({ kind, tell })),
    asked: asked.more,
    answered: acknowledged.more,
    nextLoss: () => unanswered.more(1),
    seen: () => ({ requests, unanswered: unanswered.count }),
  };
};

/** A period of the traffic: it begins when the service starts, and is over when the clients continue after the next kill. */
const newLife = (): { readonly isOver: Promise<void>; readonly end: () => void } => {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  return { isOver, end };
};

/** Lets the clients send `requests` more requests, half of them repetitions of unanswered ones. */
export const goOnAsking = async (traffic: Traffic, requests: number): Promise<void> => {
  for (let count = 0; count < requests; count++) {
    const asked = traffic.asked(1);
    traffic.resume();
    await asked;
  }
};

/** Records the ids of an answer. Throws if an earlier answer to the same keys had different ids. */
export const note = ({ items }: Order, acknowledgements: readonly Acknowledgement[]): void => {
  for (const [index, item] of items.entries()) {
    const id = acknowledgements[index]?.id;
    if (item.acknowledged !== undefined && item.acknowledged !== id)
      throw new Error(`${item.key} was acknowledged as ${item.acknowledged} and then as ${id}`);
    item.acknowledged = id;
  }
};

export type Random = (below: number) => number;

/** mulberry32: a small random generator with the same results on every platform. */
export const randomFrom = (start: number): Random => {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const newItem = (key: string, accountCodes: readonly string[], random: Random): Item => {
  const from = random(accountCodes.length);
  const to = (from + 1 + random(accountCodes.length - 1)) % accountCodes.length;
  const amount = `${random(1000)}.${10 + random(90)}`;
  return {
    key,
    body: {
      effective_date: `2026-0${1 + random(9)}-1${random(10)}`,
      description: `from ${accountCodes[from]} to ${accountCodes[to]}`,
      idempotency_key: key,
      entries: [
        { account_code: accountCodes[to] ?? '', type: 'debit', amount },
        { account_code: accountCodes[from] ?? '', type: 'credit', amount },
      ],
    } as Item['body'],
    acknowledged: undefined,
  };
};

const newOrder = (name: string, accountCodes: readonly string[], random: Random): Order => {
  const kind = (['single', 'single', 'batch', 'atomic batch'] as const)[random(4)] ?? 'single';
  const size = kind === 'single' ? 1 : 2 + random(maxBatchItems - 1);
  return {
    kind,
    waits: random(4) === 0,
    items: Array.from({ length: size }, (_, index) => newItem(`${name}.${index}`, accountCodes, random)),
  };
};

/** Sends the order until it gets an answer other than "key in use". Returns undefined if the service or its database died. */
export const send = async (
  api: Client,
  { kind, waits, items }: Order,
): Promise<readonly Acknowledgement[] | undefined> => {
  for (;;) {
    let answer: Answer;
    try {
      answer =
        kind === 'single'
          ? await api.post('/transactions', items[0]?.body, waits ? { Prefer: 'wait=1' } : {})
          : await api.post('/transactions/batch', {
              transactions: items.map(({ body }) => body),
              atomic: kind !== 'batch',
            });
    } catch {
      return undefined;
    }
    const { status, headers, body } = answer;
    if (status === 202 && kind === 'single')
      return [{ id: body.data.id, replayed: headers.get('Idempotency-Replayed') === 'true' }];
    if (status === 202 && body.data.rejected === 0) return body.data.results as Acknowledgement[];
    // The database is gone. The service will be killed as well, so the client counts the order as unanswered.
    if (status === 503) return undefined;
    // Work that a killed service had begun may hold its idempotency keys for a moment longer.
    if (!JSON.stringify(body).includes('idempotency_key_in_use')) throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
};
