/** Reads the hash and the time of the event at a sequence of a ledger's log. */
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { SequenceNotReached } from '../domain/refusals';
import type { ReadScope } from './reader';
import type { LogPlace } from './totals-reader';

export interface PlaceReader {
  place(scope: ReadScope, sequence: bigint): Promise<Outcome<SequenceNotReached, LogPlace>>;
}

export const PLACE_READER = token<PlaceReader>('PlaceReader');
