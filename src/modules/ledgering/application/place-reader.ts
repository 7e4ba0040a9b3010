/** A place of a ledger's log, for who needs nothing else of it than its hash and its time. */
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { SequenceNotReached } from '../domain/refusals';
import type { ReadScope } from './reader';
import type { LogPlace } from './totals-reader';

export interface PlaceReader {
  place(scope: ReadScope, sequence: bigint): Promise<Outcome<SequenceNotReached, LogPlace>>;
}

export const PLACE_READER = token<PlaceReader>('PlaceReader');
