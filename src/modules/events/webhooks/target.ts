/**
 * Checks the target of a webhook by its URL, then by the addresses of its host name. Tenants write these URLs, and the service can reach
 * hosts that tenants may not: databases, and the metadata of a cloud. All addresses of a name must be allowed, and the connection uses one
 * of these addresses, so that it does not matter if the name resolves differently a moment later.
 */
import { isIP } from 'node:net';
import type { ProcessTime } from '../../../kernel/clock';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Addresses } from './addresses';
import { resolveWithin, type Resolve } from './resolving';

export interface Target {
  readonly url: URL;
  /** The checked address to connect to. */
  readonly address: string;
  /** The name that the certificate must be for; undefined if the URL names an address. */
  readonly name: string | undefined;
}

export interface NoTarget {
  /** `forbidden`: the URL is never allowed. `unresolved`: the host name cannot be resolved now. */
  readonly kind: 'forbidden' | 'unresolved';
  /** The reason as a whole sentence, which the client reads. */
  readonly reason: string;
}

export interface Judging {
  readonly addresses: Addresses;
  readonly resolve: Resolve;
  readonly resolveTimeoutMs: number;
  readonly clock: Pick<ProcessTime, 'deadline'>;
}

const maxUrlLength = 2_048;

/** The advice for the tenant: which URLs are allowed, without the networks that this installation allows. */
const allowed =
  'Webhooks may be sent to https:// URLs on the public internet, and to https:// and http:// URLs in the networks that the operator lists in LEDGER_WEBHOOK_ALLOW (such as LEDGER_WEBHOOK_ALLOW=10.1.0.0/16).';

const forbidden = (reason: string): Outcome<NoTarget, never> => refuse({ kind: 'forbidden', reason });
const unresolved = refuse<NoTarget>({
  kind: 'unresolved',
  reason: 'The host name cannot be resolved at the moment.',
});

/** Parses the URL, and checks everything that can be checked without the network. */
const parse = (text: string): Outcome<NoTarget, URL> => {
  if (text.length > maxUrlLength) return forbidden('The URL is longer than 2,048 characters.');
  // White space and \ are refused: the parser ignores white space and reads \ as /, so the URL would lead elsewhere than it seems.
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return forbidden('This is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return forbidden('The URL must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return forbidden('The URL must not contain a user name or a password.');
  if (url.port === '0') return forbidden('The port must be from 1 to 65535.');
  return ok(url);
};

/** Every name below `localhost` is this machine (RFC 6761), regardless of DNS. */
const isLocal = (name: string): boolean => /(^|\.)localhost$/.test(name);

export const judgeTarget = async (text: string, judging: Judging): Promise<Outcome<NoTarget, Target>> => {
  const parsed = parse(text);
  if ('left' in parsed) return parsed;
  const url = parsed.right;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return judgeAddresses(url, undefined, [host], judging.addresses);
  const name = host.replace(/\.$/, '');
  if (isLocal(name)) return judgeAddresses(url, name, ['127.0.0.1'], judging.addresses);
  const found = await resolveWithin(judging.resolve, host, judging.resolveTimeoutMs, judging.clock).catch(() => []);
  return judgeAddresses(url, name, found, judging.addresses);
};

const judgeAddresses = (
  url: URL,
  name: string | undefined,
  found: readonly string[],
  { isAllowed, isLegal }: Addresses,
): Outcome<NoTarget, Target> => {
  const [address] = found;
  if (address === undefined) return unresolved;
  if (!found.every(isLegal))
    return forbidden(`The URL leads to an address that webhooks may not be sent to. ${allowed}`);
  if (url.protocol === 'http:' && !found.every(isAllowed))
    return forbidden(`The URL must begin with https://. ${allowed}`);
  return ok({ url, address, name });
};
