/**
 * The leaf of an event in the tree of its log. Its data is canonical JSON: members ordered by name, no white space, UTF-8, for
 * example `{"event_hash":"01…","sequence":1,"version":1}`. The form of version 1 never changes.
 */
import { leafHash } from './merkle';

export interface Leaf {
  readonly version: 1;
  /** The event's place in the log, from 1: the leaf has the index `sequence - 1`. */
  readonly sequence: number;
  /** The event's hash in hex: the number of its format, followed by the SHA-256. */
  readonly event_hash: string;
}

export const leafOf = (sequence: number, eventHash: Buffer): Leaf => ({
  ...{ version: 1, sequence, event_hash: eventHash.toString('hex') },
});

/**
 * Builds the JSON as a string, which is faster than `JSON.stringify`: a verification hashes a leaf for every event. No member needs
 * escaping.
 */
export const hashOfLeaf = ({ version, sequence, event_hash }: Leaf): Buffer =>
  leafHash(Buffer.from(`{"event_hash":"${event_hash}","sequence":${sequence},"version":${version}}`));
