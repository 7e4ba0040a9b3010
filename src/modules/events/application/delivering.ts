/**
 * Delivers to one endpoint, as long as it has something to do and this process has the lease of it. Each answer is written before the
 * next event of a place is sent, so that a process which is killed repeats no more than what was on its way.
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
  /** Names this process among those that deliver. */
  readonly owner: string;
  /** Takes a place among all requests that are on their way, and gives it back. */
  readonly enter: () => Promise<() => void>;
  /** For the events that it keeps. */
  readonly room: SharedRoom;
  readonly log: Pick<Log, 'error'>;
  readonly observations: Pick<Observations, 'webhookAttempted'>;
  /** Is told of the endpoint whenever attempts to it were answered and recorded. */
  readonly background: Pick<Background, 'done'>;
}

/** An event as it is sent; nothing else is kept of it. */
interface Outgoing extends Deliverable {
  readonly occurredAt: number;
  /** Names the event, in whatever log it stands. */
  readonly eventId: string;
}

const pageOfEvents = 50;
/** From a write that failed because the database was away to the next. */
const againMs = 250;
/** Deliveries of events further back than this are deleted. */
const keptDeliveries = 10_000n;

/** Until there is nothing to do, or `isStopping`. */
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
  // A request that waited for its place until the lease was nearly over, or lost, is not sent, because another process would send
  // it at the same time.
  const mayBegin = (): boolean => !isOver() && clock.now().getTime() < mayBeginUntil;
  const reading = readingOf(dependencies, ledgerId, endpoint, window);
  const sending = sendingTo({ ...dependencies, mayBegin, secretsAt: secretsAt ?? (() => []) }, endpoint, window);

  /**
   * Retries while the database is away, because an answer that is never written is an event that is delivered twice. The write
   * counts as long as no other process has the lease, even if this lease is over.
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

  /** Whether it may go on. Where writing fails, what was to be written is written the next time. */
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

  /** If there is room for more requests, it reads what else there is to send by now, and does not wait for those on their way. */
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
      // Somebody changed the endpoint: requests on their way are recorded, and delivery starts again.
      if (!(await write({ until: new Date(at + leaseMs) }))) break;
      mayBeginUntil = at + leaseMs / 2;
    }
  } finally {
    mayBeginUntil = -Infinity;
    // The endpoint keeps its lease while any request is on its way, because another process would send the same event at the same
    // time.
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
  /** Why nothing is sent any more, as a client reads it: without a full stop. */
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

/** Reads what the window has room for. */
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
      // If there was nothing more to read, it looks again as often as for other endpoints, or as soon as nothing is left to do.
      while (!isAtHead || isIdle() || untilNextLook.leftMs() === 0) {
        const after = window.wants();
        if (after === undefined) return;
        const limit = window.roomFor(pageOfEvents);
        const maxBytes = window.roomLeft();
        const feed = await ledgering.events(ledgerId, { after, limit, maxBytes, types: wanted });
        if (!feed) return;
        isAtHead = window.take(feed.events.map(outgoingOf), feed.through, clock.now()) >= feed.head;
        untilNextLook = clock.deadline(times.lookMs);
        // After a page whose events are all delivered or waiting, a later page may have events to send.
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

/** Sequences that follow one another are read together: a range is asked for more often than a single event. */
const runsOf = (sequences: readonly bigint[]): readonly { readonly first: bigint; readonly count: number }[] => {
  const runs: { first: bigint; count: number }[] = [];
  for (const sequence of sequences) {
    const run = runs.at(-1);
    if (run && run.count < pageOfEvents && run.first + BigInt(run.count) === sequence) run.count += 1;
    else runs.push({ first: sequence, count: 1 });
  }
  return runs;
};

/** Sends what the window lets go, and gathers the answers as they come. */
const sendingTo = (
  dependencies: DeliveringDependencies & {
    readonly mayBegin: () => boolean;
    readonly secretsAt: (at: Date) => readonly string[];
  },
  endpoint: KeptEndpoint,
  window: Window<Outgoing>,
) => {
  const { sender, clock, enter, observations, epoch, mayBegin, secretsAt } = dependencies;
  /** Without an answer: it was not sent. */
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
    /** All that have come; none where none came within that time. */
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

/** The same for every attempt, so that a receiver knows what it has had. */
const messageId = (endpointId: EndpointId, { eventId }: Outgoing): string =>
  `msg_${endpointId.replaceAll('-', '')}_${eventId.replace('evt_', '')}`;

/** Only the beginning of an answer is kept, as much as a person reads. */
const keptAnswerLength = 500;

const resultOf = (answer: WebhookAnswer, at: Date): AttemptResult => {
  const { milliseconds } = answer;
  if (answer.kind !== 'answered')
    return { at, milliseconds, status: null, answer: null, fault: answer.reason.slice(0, keptAnswerLength) };
  // PostgreSQL keeps no text with a zero in it.
  const beginning = answer.body.slice(0, keptAnswerLength).replaceAll('\0', ' ');
  // By way of bytes it is a text of its own: a slice would keep all of the body in memory. Half a character becomes U+FFFD.
  const body = Buffer.from(beginning).toString();
  return { at, milliseconds, status: answer.status, answer: body, fault: null };
};
