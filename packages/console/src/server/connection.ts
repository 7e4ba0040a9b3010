/**
 * Reads a browser's connection: whether it is encrypted, which session its cookie holds, and whether the request comes from a
 * page of this console.
 */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../../../src/kernel/http/sender';
import type { Visitor } from '../../../../src/kernel/http/visitor';

type Connection = Visitor['connection'];

/**
 * `__Host-`: a browser accepts such a cookie only from this very host, over TLS, and for all of its paths. Over plain http to
 * loopback browsers differ in the cookies that they accept, and no attacker can read the connection, so there the cookie has
 * another name and works without TLS.
 */
const overTls = '__Host-ledger-session';

/**
 * Browsers send a cookie to every port of a host. On loopback the name has the port, so that two installations on one machine do not
 * sign each other's people out.
 */
const cookieNameOf = (connection: Connection, { headers }: Head): string =>
  connection === 'loopback' ? `ledger-session-${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}` : overTls;

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1)$/;
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

type Head = Pick<IncomingMessage, 'headers'>;
/** The kind of connection, and the name of its session's cookie. */
type Cookie = Pick<Visitor, 'connection' | 'cookieName'>;

/**
 * A proxy often runs on this very machine without being configured here. So a connection counts as local only if the browser,
 * too, calls the service by a loopback name.
 */
const connectionOf = ({ address, isEncrypted }: Sender, { headers }: Head): Connection => {
  if (isEncrypted) return 'secure';
  return loopbackAddress.test(address) && loopbackHost.test(headers.host ?? '') ? 'loopback' : 'open';
};

export const cookieFor = (sender: Sender, request: Head): Cookie => {
  const connection = connectionOf(sender, request);
  return { connection, cookieName: cookieNameOf(connection, request) };
};

/** The token in the session's cookie; undefined where there is none, and over a connection that no session may use. */
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

/** `Set-Cookie` of a session that begins. Without an end of its own: it goes with the browser, and with us after its time. */
export const cookieOf = ({ connection, cookieName }: Cookie, token: string): string =>
  `${cookieName}=${token}; ${attributesOf(connection)}`;

/** `Set-Cookie` of a session that is over. */
export const noCookie = ({ connection, cookieName }: Cookie): string =>
  `${cookieName}=; Max-Age=0; ${attributesOf(connection)}`;

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
