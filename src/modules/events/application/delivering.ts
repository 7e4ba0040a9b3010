/**
 * Delivers events to one endpoint while it has events to send and this process has its lease. The results of answered requests are stored
 * before more events are sent, so a killed process repeats at most the requests that were under way.
 */
import type { Background } from '../../../kernel/running/background';
import type { LedgerId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import { isTransient } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import type { Ledgering, ToldEvent } from '../../ledgering';
import type { Delivery, EndpointId } from '../domain/endpoint';
import type { SharedRoom } from '../domain/kept-texts';
import { signatureHeaders } from '../domain/signature';
import { openWindow, type AttemptResult, type Deliverable, type DeliveryVerdict, type Window } from '../domain/window';
import type { DeliveryRecord, DeliveryStore, DeliveryTimes, KeptEndpoint, WebhookAnswer, WebhookSender } from './ports';
import { openSecrets, unopenedSecret, type Seal } from './secrets';
import { epochHeader } from './log-epoch';
import { wantedTypes } from './wanted';

export interface DeliveringDependencies {
  readonly ledgering: Pick<Ledgering, 'events'>;
  readonly store: Pick<DeliveryStore, 'lease' | 'record' | 'tidyUp'>;
  readonly sender: Pick<WebhookSender, 'send' | 'close'>;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly times: DeliveryTimes;
  readonly epoch: () => Promise<string>;
  /** The id of this process, which holds the lease of the endpoint. */
  readonly owner: string;
  /** Waits for a place among the concurrent requests of all endpoints. The returned function releases the place. */
  readonly enter: () => Promise<() => void>;
  /** The memory budget for the events that the endpoint keeps in memory. */
  readonly room: SharedRoom;
  readonly log: Pick<Log, 'error'>;
  readonly observations: Pick<Observations, 'webhookAttempted'>;
  /** Is notified, with the endpoint's id, when results of attempts have been stored. */
  readonly background: Pick<Background, 'done'>;
}

/** The parts of an event that are needed to send it. */
interface Outgoing extends Deliverable {
  readonly occurredAt: number;
  /** The id of the event, the same in every copy of the log. */
  readonly eventId: string;
}

const pageOfEvents = 50;
/** The pause before a failed write is retried, if it failed because the database was unavailable. */
const againMs = 250;
/** The delivery records of this many sequences before the last delivered event are kept; older records are deleted. */
const keptDeliveries = 10_000n;

/** Delivers events. Returns when nothing is left to deliver, or after `isStopping` returns true. */
export const deliver = async (
  dependencies: DeliveringDependencies,
  ledgerId: LedgerId,
  id: EndpointId,
  isStopping: () => boolean,
): Promise<void> => {
  const { store, clock, owner, times, background, room, seal, log } = dependencies;
  const { leaseMs, lookMs } = times;
  const now = clock.now();
  const leased = await store.lease(ledgerId, id, owner, now, new Date(now.getTime() + leaseMs));
  if (!leased) return;
  const { endpoint, version } = leased;
  const window = openWindow<Outgoing>(endpoint, leased.deliveries, Math.random, times.retryDelaysMs, room);
  const secretsAt = openSecrets(endpoint, seal);
  if (!secretsAt) log.error({ ledgerId, endpointId: id }, cannotOpen);
  let end: Pick<DeliveryRecord, 'paused' | 'isGone'> = {
    paused: secretsAt ? null : { at: now, reason: unopenedSecret },
    isGone: false,
  };
  let writtenThrough = endpoint.deliveredThrough;
  let mayBeginUntil = now.getTime() + leaseMs / 2;
  let renewAt = now.getTime() + leaseMs / 3;
  const unwritten = new Map<bigint, Delivery>();
  const unforgotten = new Set<bigint>();
  const isOver = (): boolean => isStopping() || end.paused !== null || end.isGone;
  // A request may wait a long time for its place. If the lease is lost or nearly over by then, the request is not sent, because another
  // process would send it at the same time.
  const mayBegin = (): boolean => !isOver() && clock.now().getTime() < mayBeginUntil;
  const reading = readingOf(dependencies, ledgerId, endpoint, window);
  const sending = sendingTo({ ...dependencies, mayBegin, secretsAt: secretsAt ?? (() => []) }, endpoint, window);

  /**
   * Retries while the database is unavailable, because an event whose result is not stored would be delivered twice. The write succeeds as
   * long as no other process has the lease, even if this lease has ended.
   */
  const record = async (what: DeliveryRecord): Promise<bigint | undefined> => {
    const trying = clock.deadline(leaseMs);
    for (;;)
      try {
        return await store.record(ledgerId, id, owner, what);
      } catch (error) {
        if (!isTransient(error) || isStopping() || trying.leftMs() === 0) throw error;
        await clock.sleep(againMs);
      }
  };

  /** Writes the results so far, and returns whether delivery may continue. If a write fails, the next call repeats it. */
  const write = async (lease: DeliveryRecord['lease']): Promise<boolean> => {
    const { deliveries, unwanted, ...changes } = window.changes();
    for (const delivery of deliveries) unwritten.set(delivery.sequence, delivery);
    for (const sequence of unwanted) unforgotten.add(sequence);
    const own = { deliveries: [...unwritten.values()], unwanted: [...unforgotten] };
    const current = await record({ ...own, ...changes, ...end, version, lease });
    if (current === undefined) return false;
    if (unwritten.size > 0) background.done('deliveries', id);
    unwritten.clear();
    unforgotten.clear();
    if (changes.deliveredThrough / keptDeliveries > writtenThrough / keptDeliveries)
      await store.tidyUp(ledgerId, id, changes.deliveredThrough - keptDeliveries);
    writtenThrough = changes.deliveredThrough;
    return current === version;
  };

  /** While there is room for more requests, the loop reads new events without waiting for the answers to earlier requests. */
  const hasRoom = (): boolean => !isOver() && window.underWay() < endpoint.maxInFlight;

  try {
    for (;;) {
      if (!isOver()) {
        await reading.next();
        sending.start();
      }
      if (window.underWay() === 0) break;
      const judged = await sending.answers(hasRoom() ? Math.min(lookMs, leaseMs / 3) : leaseMs / 3);
      end = endAfter(judged, end, clock.now());
      const at = clock.now().getTime();
      if (judged.length === 0 && at < renewAt) continue;
      renewAt = at + leaseMs / 3;
      // The write returns false if somebody changed the endpoint: the results of requests under way are then stored, and delivery starts
      // again.
      if (!(await write({ until: new Date(at + leaseMs) }))) break;
      mayBeginUntil = at + leaseMs / 2;
    }
  } finally {
    mayBeginUntil = -Infinity;
    // The endpoint keeps its lease while any request is under way, because another process would send the same event at the same time.
    while (window.underWay() > 0) end = endAfter(await sending.answers(leaseMs), end, clock.now());
    const next = { dueAt: window.dueAt() ?? clock.now(), waitsAfter: window.waitsAfter() };
    window.close();
    await write(next);
  }
};

const cannotOpen =
  'an endpoint is paused: LEDGER_KEY_PEPPER is not the pepper under which its secret was sealed. Set that one as LEDGER_KEY_PEPPER_PREVIOUS, restart, and activate the endpoint';

interface Judged {
  readonly verdict: DeliveryVerdict;
  /** The reason why delivery ended, without a full stop. Clients read it. */
  readonly delivery: string;
}

const endAfter = (
  verdicts: readonly Judged[],
  before: Pick<DeliveryRecord, 'paused' | 'isGone'>,
  at: Date,
): Pick<DeliveryRecord, 'paused' | 'isGone'> => {
  const given = verdicts.find(({ verdict }) => verdict === 'paused');
  const gone = verdicts.some(({ verdict }) => verdict === 'gone');
  return {
    paused: before.paused ?? (given ? { at, reason: given.delivery } : null),
    isGone: before.isGone || gone,
  };
};

/** Reads as many events as the window has room for. */
const readingOf = (
  { ledgering, clock, times }: DeliveringDependencies,
  ledgerId: LedgerId,
  { types }: KeptEndpoint,
  window: Window<Outgoing>,
) => {
  const wanted = wantedTypes(types);
  let isAtHead = false;
  let untilNextLook = clock.deadline(0);
  const isIdle = (): boolean => window.underWay() === 0 && !window.hasUnsent();
  return {
    next: async (): Promise<void> => {
      for (const { first, count } of runsOf(window.wantsAgain(clock.now()))) {
        const feed = await ledgering.events(ledgerId, { after: first - 1n, limit: count });
        for (const event of feed?.events ?? []) window.takeAgain(outgoingOf(event));
      }
      // At the end of the log, the loop looks for new events only at the endpoints' usual interval, or as soon as the window is empty.
      while (!isAtHead || isIdle() || untilNextLook.leftMs() === 0) {
        const after = window.wants();
        if (after === undefined) return;
        const limit = window.roomFor(pageOfEvents);
        const maxBytes = window.roomLeft();
        const feed = await ledgering.events(ledgerId, { after, limit, maxBytes, types: wanted });
        if (!feed) return;
        isAtHead = window.take(feed.events.map(outgoingOf), feed.through, clock.now()) >= feed.head;
        untilNextLook = clock.deadline(times.lookMs);
        // If all events of a page are delivered or waiting, a later page may have events to send.
        if (isAtHead || window.hasEvents()) return;
      }
    },
  };
};

const outgoingOf = (event: ToldEvent): Outgoing => ({
  sequence: event.sequence,
  type: event.type,
  occurredAt: Date.parse(event.occurred_at),
  eventId: event.id,
  text: JSON.stringify(event),
});

/** Groups consecutive sequences, so that one query reads several events. */
const runsOf = (sequences: readonly bigint[]): readonly { readonly first: bigint; readonly count: number }[] => {
  const runs: { first: bigint; count: number }[] = [];
  for (const sequence of sequences) {
    const run = runs.at(-1);
    if (run && run.count < pageOfEvents && run.first + BigInt(run.count) === sequence) run.count += 1;
    else runs.push({ first: sequence, count: 1 });
  }
  return runs;
};

/** Sends the events that the window releases, and collects the answers as they arrive. */
const sendingTo = (
  dependencies: DeliveringDependencies & {
    readonly mayBegin: () => boolean;
    readonly secretsAt: (at: Date) => readonly string[];
  },
  endpoint: KeptEndpoint,
  window: Window<Outgoing>,
) => {
  const { sender, clock, enter, observations, epoch, mayBegin, secretsAt } = dependencies;
  /** The events whose requests have ended. `answer` is undefined if the request was not sent. */
  const arrived: { readonly event: Outgoing; readonly answer: WebhookAnswer | undefined }[] = [];
  let wake = (): void => undefined;

  const send = async (event: Outgoing): Promise<void> => {
    const leave = await enter();
    try {
      if (!mayBegin()) return void arrived.push({ event, answer: undefined });
      const at = clock.now();
      const signature = signatureHeaders({ id: messageId(endpoint.id, event), at, body: event.text }, secretsAt(at));
      const headers = { ...fixedHeaders, [epochHeader]: await epoch(), ...signature };
      arrived.push({ event, answer: await sender.send({ url: endpoint.url, headers, body: event.text }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      arrived.push({ event, answer: { kind: 'failed', reason, milliseconds: 0 } });
    } finally {
      leave();
      wake();
    }
  };

  return {
    start: (): void => {
      for (const event of window.start(clock.now())) void send(event);
    },
    /** Returns all results so far. If there are none, waits up to `withinMs` for the first one, and may return an empty list. */
    answers: async (withinMs: number): Promise<readonly Judged[]> => {
      if (arrived.length === 0) {
        const coming = new AbortController();
        wake = () => coming.abort();
        await clock.sleep(withinMs, coming.signal);
      }
      const judged: Judged[] = [];
      for (const { event, answer } of arrived.splice(0)) {
        if (!answer) {
          window.giveBack(event.sequence);
          continue;
        }
        const result = resultOf(answer, clock.now());
        const verdict = window.answered(event.sequence, result);
        observations.webhookAttempted(verdict, (result.at.getTime() - event.occurredAt) / 1000);
        const why = result.fault ?? `status ${result.status}`;
        judged.push({ verdict, delivery: `event ${event.sequence} was not taken: ${why}` });
      }
      return judged;
    },
  };
};

const fixedHeaders = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'ledger-webhooks/1' };

/** The id is the same for every attempt, so that a receiver recognises an event that it already has. */
const messageId = (endpointId: EndpointId, { eventId }: Outgoing): string =>
  `msg_${endpointId.replaceAll('-', '')}_${eventId.replace('evt_', '')}`;

/** The maximum number of characters of an answer that are stored: enough for a person to see the reply of the receiver. */
const keptAnswerLength = 500;

const resultOf = (answer: WebhookAnswer, at: Date): AttemptResult => {
  const { milliseconds } = answer;
  if (answer.kind !== 'answered')
    return { at, milliseconds, status: null, answer: null, fault: answer.reason.slice(0, keptAnswerLength) };
  // Zero characters are replaced, because PostgreSQL cannot store them.
  const beginning = answer.body.slice(0, keptAnswerLength).replaceAll('\0', ' ');
  // The text is copied through bytes, because a slice would keep the whole body in memory. Half of a surrogate pair becomes U+FFFD.
  const body = Buffer.from(beginning).toString();
  return { at, milliseconds, status: answer.status, answer: body, fault: null };
};
