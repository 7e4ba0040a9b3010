/**
 * The leaf of an event in the tree of its ledger's log. Its data is the leaf as canonical JSON: members in the order of their names, no
 * white space, UTF-8. Such as `{"event_hash":"01…","sequence":1,"version":1}`. A leaf of version 1 has this form for ever.
 */
import { canonicalJson } from '../../../kernel/canonical-json';
import { leafHash } from './merkle';

export interface Leaf {
  readonly version: 1;
  /** The event's place in the log, from 1: the leaf has the index `sequence - 1`. */
  readonly sequence: number;
  /** Hex: the number of the format, and SHA-256. */
  readonly event_hash: string;
}

export const leafOf = (sequence: number, eventHash: Buffer): Leaf => ({
  ...{ version: 1, sequence, event_hash: eventHash.toString('hex') },
});

export const hashOfLeaf = (leaf: Leaf): Buffer => leafHash(Buffer.from(canonicalJson(leaf)));
