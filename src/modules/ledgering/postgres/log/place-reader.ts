/** Reads the hash and the time of an event by its sequence, from PostgreSQL or from a replica that has the event. */
import type { Outcome } from '../../../../kernel/refusal';
import type { PlaceReader } from '../../application/place-reader';
import type { ReadScope } from '../../application/reader';
import type { LogPlace } from '../../application/totals-reader';
import type { SequenceNotReached } from '../../domain/refusals';
import { placeThen } from '../sums/books-of-place';
import type { Reads } from '../fresh-reads';

export class PostgresPlaceReader implements PlaceReader {
  constructor(private readonly reads: Reads) {}

  place({ ledgerId, asking }: ReadScope, sequence: bigint): Promise<Outcome<SequenceNotReached, LogPlace>> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, (tx) => placeThen(tx, ledgerId, sequence));
  }
}
