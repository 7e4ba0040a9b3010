/**
 * Reads a browser's connection: whether it is encrypted, which session its cookie holds, and whether the request comes from a
 * page of this console.
 */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../../../src/kernel/http/sender';
import type { Visitor } from '../../../../src/kernel/http/visitor';

type Connection = Visitor['connection'];

/**
 * A browser accepts a cookie with the prefix `__Host-` only from the host itself, over TLS, and for all its paths. Over plain
 * HTTP to loopback, browsers differ in the cookies that they accept, and no attacker can read the connection, so the cookie has
 * another name there and works without TLS.
 */
const overTls = '__Host-ledger-session';

/**
 * Browsers send a cookie to every port of a host. On loopback the cookie's name includes the port, so that two installations on
 * one machine do not overwrite each other's sessions.
 */
const cookieNameOf = (connection: Connection, { headers }: Head): string =>
  connection === 'loopback' ? `ledger-session-${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}` : overTls;

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1)$/;
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

type Head = Pick<IncomingMessage, 'headers'>;
/** The kind of connection, and the name of its session's cookie. */
type Cookie = Pick<Visitor, 'connection' | 'cookieName'>;

/**
 * A proxy often runs on the same machine without being configured here. So a connection counts as loopback only if the
 * browser's `Host` header is a loopback name as well.
 */
const connectionOf = ({ address, isEncrypted }: Sender, { headers }: Head): Connection => {
  if (isEncrypted) return 'secure';
  return loopbackAddress.test(address) && loopbackHost.test(headers.host ?? '') ? 'loopback' : 'open';
};

export const cookieFor = (sender: Sender, request: Head): Cookie => {
  const connection = connectionOf(sender, request);
  return { connection, cookieName: cookieNameOf(connection, request) };
};

/** The token in the session's cookie; undefined if there is none, or if the connection is not secure. */
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

/** `Set-Cookie` for a new session. It has no expiry: the browser deletes it when it closes, and the service ends the session in time. */
export const cookieOf = ({ connection, cookieName }: Cookie, token: string): string =>
  `${cookieName}=${token}; ${attributesOf(connection)}`;

/** `Set-Cookie` that deletes the cookie of an ended session. */
export const noCookie = ({ connection, cookieName }: Cookie): string =>
  `${cookieName}=; Max-Age=0; ${attributesOf(connection)}`;

/**
 * Whether the request comes from a page of this origin: the same scheme, host and port. Browsers send `Origin` with every
 * request that is not GET. Without it, `Sec-Fetch-Site` decides; no page can set either header.
 */
export const isSameOrigin = ({ headers }: Head, { isEncrypted }: Pick<Sender, 'isEncrypted'>): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const own = `${isEncrypted ? 'https' : 'http'}://${host}`;
  return (
    host !== undefined && URL.canParse(own) && URL.canParse(origin) && new URL(origin).origin === new URL(own).origin
  );
};
