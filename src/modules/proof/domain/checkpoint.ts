/**
 * Checkpoints (C2SP tlog-checkpoint): the text of a signed note that says how many events a log had, and the root of the
 * tree over them. One extension line says when that was.
 */
import { hashBytes } from './merkle';
import type { LogId, ProvenLog } from './proven-log';

export interface Checkpoint {
  /** The name of the signing key, and the id of the ledger, or `tenants/` and the id of the tenant. */
  readonly origin: string;
  /** The events in the tree: the sequence of the last one. */
  readonly size: number;
  readonly root: Buffer;
  /** The time of signing, by the clock of the service: the signature covers it, and nobody can prove that the clock was right. */
  readonly at: Date;
}

/** A checkpoint with what it was signed as. */
export interface SignedCheckpoint {
  readonly size: number;
  readonly at: Date;
  readonly note: string;
}

export const originOf = (keyName: string, { of, id }: ProvenLog): string =>
  of === 'ledger' ? `${keyName}/${id}` : `${keyName}/tenants/${id}`;

export const checkpointText = ({ origin, size, root, at }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\nat ${at.toISOString()}\n`;

/** Origin, size and root of a checkpoint of any log, and the log that it is of; undefined where the text is none, or of something else. */
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
