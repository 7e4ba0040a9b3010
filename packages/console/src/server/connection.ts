/**
 * Reads from a browser's request whether the connection is encrypted, which session its cookie contains, and whether the request comes from
 * a page of this console.
 */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../../../src/kernel/http/sender';
import type { Visitor } from '../../../../src/kernel/http/visitor';

type Connection = Visitor['connection'];

/**
 * The prefix `__Host-` makes browsers accept the cookie only over TLS, from this host, and for all its paths. Over plain HTTP to loopback,
 * browsers differ in whether they accept a cookie with this prefix. No attacker can read that connection, so there the cookie has a
 * different name and works without TLS.
 */
const overTls = '__Host-ledger-session';

/**
 * Browsers send the cookies of a host to all its ports. So on loopback the cookie's name contains the port. Otherwise two installations on
 * one machine would overwrite each other's cookies.
 */
const cookieNameOf = (connection: Connection, { headers }: Head): string =>
  connection === 'loopback' ? `ledger-session-${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}` : overTls;

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1)$/;
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

type Head = Pick<IncomingMessage, 'headers'>;
/** The kind of the connection, and the name of the session cookie on it. */
type Cookie = Pick<Visitor, 'connection' | 'cookieName'>;

/**
 * A connection counts as loopback only if the browser's `Host` header is a loopback name too: a proxy on this machine, which this service
 * may not know of, also connects from a loopback address.
 */
const connectionOf = ({ address, isEncrypted }: Sender, { headers }: Head): Connection => {
  if (isEncrypted) return 'secure';
  return loopbackAddress.test(address) && loopbackHost.test(headers.host ?? '') ? 'loopback' : 'open';
};

export const cookieFor = (sender: Sender, request: Head): Cookie => {
  const connection = connectionOf(sender, request);
  return { connection, cookieName: cookieNameOf(connection, request) };
};

/** Returns the token in the session cookie; undefined if there is no cookie, or if the connection is neither encrypted nor loopback. */
export const sessionTokenIn = (request: Head, sender: Sender): string | undefined => {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const connection = connectionOf(sender, request);
  if (connection === 'open') return undefined;
  const name = `${cookieNameOf(connection, request)}=`;
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  return found?.slice(name.length);
};

const attributesOf = (connection: Connection): string =>
  `Path=/; HttpOnly; SameSite=Strict${connection === 'loopback' ? '' : '; Secure'}`;

/**
 * Returns the `Set-Cookie` header for a new session. The cookie has no expiry: the browser deletes it on exit, and the service ends the
 * session after its time limit.
 */
export const cookieOf = ({ connection, cookieName }: Cookie, token: string): string =>
  `${cookieName}=${token}; ${attributesOf(connection)}`;

/** Returns the `Set-Cookie` header that deletes the session cookie. */
export const noCookie = ({ connection, cookieName }: Cookie): string =>
  `${cookieName}=; Max-Age=0; ${attributesOf(connection)}`;

/**
 * Returns whether the request comes from a page of the same scheme, host and port. Browsers send `Origin` with every request except GET. If
 * `Origin` is missing, `Sec-Fetch-Site` decides. No page can set either header itself.
 */
export const isSameOrigin = ({ headers }: Head, { isEncrypted }: Pick<Sender, 'isEncrypted'>): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const own = `${isEncrypted ? 'https' : 'http'}://${host}`;
  return (
    host !== undefined && URL.canParse(own) && URL.canParse(origin) && new URL(origin).origin === new URL(own).origin
  );
};
