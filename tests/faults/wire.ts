/**
 * The part of PostgreSQL's protocol that splits a connection into requests. A request is everything that a client sends until it waits, and
 * its answer is everything that the server sends until it is ready again.
 */

/** One of the statements that a client sends together. */
export interface Statement {
  /** The name of the prepared statement, or the first words of the text. */
  readonly name: string;
  /** The messages of the statement, without the sync message. */
  readonly messages: readonly Buffer[];
}

/** Everything that a client sends before it waits for an answer. */
export interface ClientRequest {
  readonly bytes: Buffer;
  readonly statements: readonly Statement[];
  /** The statement as sent: the text of a plain query, otherwise all messages with their parameters. */
  readonly text: string;
}

const headerBytes = 5;
const plainQuery = 'Q';
const parse = 'P';
const bind = 'B';
const execute = 'E';
const sync = 'S';
const terminate = 'X';
const password = 'p';
const maxNameLength = 60;

/** Splits a client's bytes into requests. `begin` receives the messages before the first request: start-up and authentication. */
export const createRequestReader = (begin: (bytes: Buffer) => void, request: (request: ClientRequest) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  let parts: Buffer[] = [];
  let messages: Buffer[] = [];
  let statements: Statement[] = [];
  let name = '';
  return (bytes: Buffer): void => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= headerBytes) {
      // Only the start-up message has no type before its length.
      const length = hasBegun ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (!hasBegun) {
        hasBegun = true;
        begin(message);
        continue;
      }
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === password) {
        begin(message);
        continue;
      }
      parts.push(message);
      if (type !== sync) messages.push(message);
      if (type === bind) name = textAt(message, message.indexOf(0, headerBytes) + 1) || name;
      if (type === parse) name = textAt(message, headerBytes) || textAt(message, headerBytes + 1);
      if (type === plainQuery) name = textAt(message, headerBytes);
      if (type === execute || type === plainQuery) {
        statements.push({ name: name.trim().slice(0, maxNameLength), messages });
        messages = [];
      }
      if (![plainQuery, sync, terminate].includes(type)) continue;
      const whole = Buffer.concat(parts);
      request({ bytes: whole, statements, text: type === plainQuery ? name : whole.toString('latin1') });
      parts = [];
      messages = [];
      statements = [];
      name = '';
    }
  };
};

const textAt = (message: Buffer, start: number): string => {
  const end = message.indexOf(0, start);
  return message.toString('utf8', start, end < 0 ? message.length : end);
};

export interface AnswerReader {
  read(bytes: Buffer): void;
  /** The received bytes that do not form a complete answer yet. */
  rest(): Buffer;
}

/**
 * Collects the bytes of the server up to the point where the server waits for the client: for its next request, or for its next message of
 * the authentication.
 */
export const createAnswerReader = (answer: (bytes: Buffer) => void): AnswerReader => {
  let held: Buffer = Buffer.alloc(0);
  let position = 0;
  return {
    rest: () => held,
    read: (bytes) => {
      held = Buffer.concat([held, bytes]);
      while (held.length >= position + headerBytes) {
        const end = position + 1 + held.readInt32BE(position + 1);
        if (held.length < end) return;
        const waits = held[position] === readyForQuery || asksForPassword(held.subarray(position, end));
        position = end;
        if (!waits) continue;
        answer(held.subarray(0, end));
        held = held.subarray(end);
        position = 0;
      }
    },
  };
};

const readyForQuery = 'Z'.charCodeAt(0);
const authentication = 'R'.charCodeAt(0);
/** The codes of the two SCRAM messages that the client must answer. */
const passwordSteps = [10, 11];

const asksForPassword = (message: Buffer): boolean =>
  message[0] === authentication && passwordSteps.includes(message.readInt32BE(headerBytes));

/**
 * Returns the request up to the statement at `index`. In place of this statement it has one that raises an error with this SQLSTATE, so
 * that the server really aborts the transaction. The original statement is still prepared, because the client assumes that it is.
 */
export const raisingAt = ({ statements }: ClientRequest, index: number, sqlState: string): Buffer => {
  const isMessage =
    (type: string) =>
    (message: Buffer): boolean =>
      message[0] === type.charCodeAt(0);
  const refused = statements[index];
  const text = `do $$ begin raise exception 'injected' using errcode = '${sqlState}'; end $$`;
  if (!refused || refused.messages.some(isMessage(plainQuery))) return messageOf(plainQuery, `${text}\0`);
  return Buffer.concat([
    ...statements.slice(0, index).flatMap(({ messages }) => messages),
    ...refused.messages.filter(isMessage(parse)),
    messageOf(parse, `\0${text}\0\0\0`),
    messageOf(bind, '\0\0\0\0\0\0\0\0'),
    messageOf(execute, '\0\0\0\0\0'),
    messageOf(sync, ''),
  ]);
};

const messageOf = (type: string, body: string): Buffer => {
  const message = Buffer.alloc(headerBytes + Buffer.byteLength(body));
  message.write(type, 0);
  message.writeInt32BE(message.length - 1, 1);
  message.write(body, headerBytes);
  return message;
};
