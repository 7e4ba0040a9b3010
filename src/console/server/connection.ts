/**
 * What a browser's connection says of itself: whether anybody reads along, which session its cookie holds, and whether a page of
 * ours asks.
 */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../kernel/http/sender';
import type { Visitor } from '../../kernel/http/visitor';

type Connection = Visitor['connection'];

/**
 * `__Host-`: a browser takes such a cookie from this very host alone, over TLS, and for all of its paths. Over plain http to
 * loopback browsers differ in what they take, and nobody reads along, so there it has another name and may do without TLS.
 */
const cookieNames: Readonly<Record<Connection, string>> = {
  secure: '__Host-ledger-session',
  loopback: 'ledger-session',
  // Never read, and never given a token.
  open: '__Host-ledger-session',
};

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1)$/;
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

type Head = Pick<IncomingMessage, 'headers'>;

/**
 * A proxy often stands on this very machine, and nobody may have said so: so a connection is that of somebody who sits here only where
 * the browser, too, calls the service by a name of loopback.
 */
export const connectionOf = ({ address, isEncrypted }: Sender, { headers }: Head): Connection => {
  if (isEncrypted) return 'secure';
  return loopbackAddress.test(address) && loopbackHost.test(headers.host ?? '') ? 'loopback' : 'open';
};

/** The token in the session's cookie; undefined where there is none, and over a connection that no session may use. */
export const sessionTokenIn = (request: Head, sender: Sender): string | undefined => {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const connection = connectionOf(sender, request);
  if (connection === 'open') return undefined;
  const name = `${cookieNames[connection]}=`;
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  return found?.slice(name.length);
};

const attributesOf = (connection: Connection): string =>
  `Path=/; HttpOnly; SameSite=Strict${connection === 'loopback' ? '' : '; Secure'}`;

/** `Set-Cookie` of a session that begins. Without an end of its own: it goes with the browser, and with us after its time. */
export const cookieOf = (connection: Connection, token: string): string =>
  `${cookieNames[connection]}=${token}; ${attributesOf(connection)}`;

/** `Set-Cookie` of a session that is over. */
export const noCookie = (connection: Connection): string =>
  `${cookieNames[connection]}=; Max-Age=0; ${attributesOf(connection)}`;

/**
 * Whether a page of the very origin that is asked asks: scheme, host and port. Every browser sends `Origin` with what is not GET; where it is absent,
 * `Sec-Fetch-Site` says the same, and no page can write either.
 */
export const isSameOrigin = ({ headers }: Head, { isEncrypted }: Pick<Sender, 'isEncrypted'>): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const own = `${isEncrypted ? 'https' : 'http'}://${host}`;
  return (
    host !== undefined && URL.canParse(own) && URL.canParse(origin) && new URL(origin).origin === new URL(own).origin
  );
};
