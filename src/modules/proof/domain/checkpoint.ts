/**
 * Checkpoints (C2SP tlog-checkpoint): the text of a signed note states the number of a log's events and the root of the tree
 * over them. One extension line states the time of signing.
 */
import { hashBytes } from './merkle';
import type { LogId, ProvenLog } from './proven-log';

export interface Checkpoint {
  /** The name of the signing key, followed by the id of the ledger, or by `tenants/` and the id of the tenant. */
  readonly origin: string;
  /** The number of events in the tree, which is the sequence of the last event. */
  readonly size: number;
  readonly root: Buffer;
  /** The time of signing by the service's clock. The signature covers it, but does not prove that the clock was right. */
  readonly at: Date;
}

/** The size and time of a checkpoint, and its text with the signature. */
export interface SignedCheckpoint {
  readonly size: number;
  readonly at: Date;
  readonly note: string;
}

export const originOf = (keyName: string, { of, id }: ProvenLog): string =>
  of === 'ledger' ? `${keyName}/${id}` : `${keyName}/tenants/${id}`;

export const checkpointText = ({ origin, size, root, at }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\nat ${at.toISOString()}\n`;

/** Reads a checkpoint's origin, size, root and log. Undefined if the text is not a checkpoint, or if its origin does not name a log. */
export const readCheckpoint = (
  text: string,
): (Pick<Checkpoint, 'origin' | 'size' | 'root'> & { readonly log: ProvenLog }) | undefined => {
  const [origin = '', count = '', written = ''] = text.split('\n');
  const [, tenants, id] = /^.+?\/(tenants\/)?([0-9a-f-]{36})$/.exec(origin) ?? [];
  const size = Number(count);
  const root = Buffer.from(written, 'base64');
  if (!/^(0|[1-9]\d*)$/.test(count) || !Number.isSafeInteger(size) || id === undefined) return undefined;
  if (root.length !== hashBytes || root.toString('base64') !== written) return undefined;
  return { origin, size, root, log: { of: tenants === undefined ? 'ledger' : 'tenant', id: id as LogId } };
};
