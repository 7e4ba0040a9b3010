/** Reads the sequence, hash and time of an event of the log, in memory. */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { PlaceReader } from '../application/place-reader';
import type { ReadScope } from '../application/reader';
import type { LogPlace } from '../application/totals-reader';
import type { SequenceNotReached } from '../domain/refusals';
import { placeAt } from './books-then';
import { headOf } from './ledger-books';
import { MemoryReader } from './reading';

export class MemoryPlaceReader extends MemoryReader implements PlaceReader {
  place({ ledgerId }: ReadScope, sequence: bigint): Promise<Outcome<SequenceNotReached, LogPlace>> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence: last } = headOf(books);
      return sequence > last ? refuse({ kind: 'SequenceNotReached', last }) : ok(placeAt(books, sequence));
    });
  }
}
