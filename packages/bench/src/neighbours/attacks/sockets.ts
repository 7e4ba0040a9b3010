/** Attacks with connections that break the rules: bodies that stop half-way, and responses that the client does not read. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { apiPath } from '../../../../../src/app/server';
import { postingTo, requestFor, statusOf, type Target } from '../../load/connection';
import { openChart } from '../../postgres/attacked-books';
import { nowMs, steadily } from '../pace';
import type { Ammunition, Attack } from './attack';
import { createWordyCode } from './batches';
import { postHeavy } from './heavy';

interface Line {
  readonly target: Target;
  readonly ammunition: Ammunition;
  /** Opens a connection. If `isRead`, the responses are read and their statuses counted; otherwise nothing is read. */
  readonly open: (isRead: boolean) => Socket;
}

/** An attack that calls, at the given rate, the function that `begin` returns, and closes all its connections at the end. */
const onSockets =
  (begin: (line: Line) => (number: number) => void): Attack['carryOut'] =>
  async (target, ammunition, { perSecond, seconds }) => {
    const sockets: Socket[] = [];
    const tally = new Map<number, number>();
    const count = (answer: Buffer): void => {
      const status = statusOf(answer.toString('latin1'));
      tally.set(status, (tally.get(status) ?? 0) + 1);
    };
    const open = (isRead: boolean): Socket => {
      const socket = connect(target.port, target.host).on('error', () => undefined);
      sockets.push(socket);
      return isRead ? socket.on('data', count) : socket.pause();
    };
    const turn = begin({ target, ammunition, open });
    const endMs = nowMs() + seconds * 1_000;
    const sent = await steadily(perSecond, endMs, (_, number) => turn(number));
    await delay(Math.max(0, endMs - nowMs()));
    const answered = [...tally.values()].reduce((sum, times) => sum + times, 0);
    for (const socket of sockets) socket.destroy();
    return tally.set(0, sent - answered);
  };

/** An attack with incomplete requests. Each occupies resources while the service waits for the rest of its body. */
const slowBodies: Attack = {
  name: 'slowly sent bodies',
  carryOut: onSockets(({ target, open }) => {
    const whole = postingTo(target, `${apiPath}/transactions`)(' '.repeat(1_000));
    const begun = `${whole.trimEnd()}\r\n\r\n{`;
    return () => void open(true).write(begun);
  }),
};

/**
 * An attack that requests the longest response and does not read it: alternately on a new connection, and on one connection with many
 * requests.
 */
const unreadAnswers: Attack = {
  name: 'unread answers',
  prepare: (books) => openChart(books, 0),
  carryOut: onSockets(({ target, open }) => {
    const request = requestFor(target, `${apiPath}/accounts?tree=true`);
    const pipelined = open(false);
    return (number) => void (number % 2 === 0 ? open(false) : pipelined).write(request);
  }),
};

/** An attack that requests a document of half a megabyte, which needs no API key, and does not read the responses. */
const unreadDocuments: Attack = {
  name: 'unread documents',
  carryOut: onSockets(({ target, open }) => {
    const request = requestFor(target, '/openapi.json');
    const pipelined = open(false);
    return (number) => void (number % 2 === 0 ? open(false) : pipelined).write(request);
  }),
};

/**
 * An attack with streams of large events. Each stream begins at a different sequence, so that the service cannot share buffers among them.
 */
const unreadStreams: Attack = {
  name: 'unread streams',
  prepare: postHeavy,
  carryOut: onSockets(({ target, open }) => (number) => {
    const request = requestFor(target, `${apiPath}/events?after_sequence=${number % 90}&types=transaction.posted`);
    open(false).write(request.replace('\r\n', '\r\nAccept: text/event-stream\r\n'));
  }),
};

/** The number of requests on one connection. Together their responses are larger than the kernel's send buffer. */
const perConnection = 50;

/** An attack with short requests whose responses contain as much text as a template may produce. They need no data from the database. */
const unreadWrites: Attack = {
  name: 'unread answers to writes',
  prepare: createWordyCode,
  carryOut: onSockets(({ target, ammunition, open }) => {
    const request = postingTo(target, `${apiPath}/trancodes/${ammunition['id']}/validate-params`)('{"params":{}}');
    let socket: Socket;
    return (number) => {
      if (number % perConnection === 0) socket = open(false);
      socket.write(request);
    };
  }),
};

export const sockets = [slowBodies, unreadAnswers, unreadDocuments, unreadStreams, unreadWrites];
