/**
 * The leaf of an event in the tree of its log. Its data is canonical JSON: members ordered by name, no white space, UTF-8, for
 * example `{"event_hash":"01…","sequence":1,"version":1}`. The form of version 1 never changes.
 */
import { canonicalJson } from '../../../kernel/canonical-json';
import { leafHash } from './merkle';

export interface Leaf {
  readonly version: 1;
  /** The event's place in the log, from 1: the leaf has the index `sequence - 1`. */
  readonly sequence: number;
  /** In hex: the number of the format, followed by the SHA-256. */
  readonly event_hash: string;
}

export const leafOf = (sequence: number, eventHash: Buffer): Leaf => ({
  ...{ version: 1, sequence, event_hash: eventHash.toString('hex') },
});

export const hashOfLeaf = (leaf: Leaf): Buffer => leafHash(Buffer.from(canonicalJson(leaf)));
