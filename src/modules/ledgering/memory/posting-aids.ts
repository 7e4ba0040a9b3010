/** Smaller in-memory stores that posting needs: string operations, quarantine, the attribute index, the backlog. */
import { keep } from '../../../kernel/memory/kept';
import type { StringStates } from '../../../kernel/memory/tokens';
import { madeAt, type LedgerId, type TenantId } from '../../../kernel/ids';
import type { Tx } from '../../../kernel/unit-of-work';
import { comparable } from '../../../kernel/wording';
import { maxCountedBacklog, type Backlog, type BacklogReader } from '../application/backlog-reader';
import {
  OutdatedGuess,
  type AttributeIndexStore,
  type PostingAttempt,
  type Presence,
  type QuarantineStore,
  type SearchStore,
  type StretchStore,
  type StringGuess,
  type StringOperationStore,
} from '../application/ports';
import type { StringOperation } from '../domain/string-operation';
import type { TransactionId } from '../domain/transaction';
import { booksOf, type BooksByLedger } from './ledger-books';
import { pendingOf } from './acceptance-store';
import { byText, MemoryReader } from './reading';

export class MemoryStringOperations implements StringOperationStore {
  constructor(
    private readonly books: BooksByLedger,
    private readonly strings: StringStates = { isSo: () => true },
  ) {}

  async holdGuess(_: Tx, guess: StringGuess): Promise<void> {
    if (!this.strings.isSo(guess)) throw new OutdatedGuess('the string or the rate has changed');
  }

  async insertOperation(tx: Tx, ledgerId: LedgerId, operation: StringOperation): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).operations, operation.id, operation);
  }

  async readOperation(_: Tx, ledgerId: LedgerId, id: string): Promise<StringOperation | undefined> {
    return booksOf(this.books, ledgerId).operations.get(id);
  }
}

/** A store without stretches: in memory the log is always replayed from its beginning, so no sums are needed. */
export class MemoryStretchStore implements StretchStore {
  async ledgersOfEvents(): ReturnType<StretchStore['ledgersOfEvents']> {
    return [];
  }

  async stretches(): ReturnType<StretchStore['stretches']> {
    return [];
  }

  async sum(): ReturnType<StretchStore['sum']> {
    return undefined;
  }
}

/** A store without a search index: in memory a search reads all transactions. */
export class MemorySearchStore implements SearchStore {
  async filledThrough(): Promise<bigint> {
    return 0n;
  }

  async fill(): Promise<void> {}
}

const thisProcess = 'this process';
const keyOf = ({ transactionId, owner }: PostingAttempt): string => `${transactionId} ${owner}`;

export class MemoryQuarantineStore implements QuarantineStore {
  constructor(private readonly books: BooksByLedger) {}

  async attempts(_: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly PostingAttempt[]> {
    const { attempts } = booksOf(this.books, ledgerId);
    return [...attempts.values()].filter(({ transactionId }) => ids.includes(transactionId));
  }

  /** Returns only this process, because no other process can have the books in memory. */
  async presence(): Promise<Presence> {
    return { own: thisProcess, present: new Set([thisProcess]) };
  }

  async mark(tx: Tx, ledgerId: LedgerId, made: readonly PostingAttempt[]): Promise<void> {
    const { attempts } = booksOf(this.books, ledgerId);
    for (const attempt of made) keep(tx, attempts, keyOf(attempt), attempt);
  }

  async unmark(tx: Tx, ledgerId: LedgerId, owner: string, ids: readonly TransactionId[]): Promise<void> {
    const { attempts, transactions } = booksOf(this.books, ledgerId);
    for (const attempt of attempts.values())
      if (
        ids.includes(attempt.transactionId) &&
        (attempt.owner === owner || transactions.get(attempt.transactionId)?.status !== 'pending')
      )
        keep(tx, attempts, keyOf(attempt), undefined);
  }
}

export class MemoryAttributeIndex extends MemoryReader implements AttributeIndexStore {
  ledgersOfTenant(tenantId: TenantId): Promise<readonly LedgerId[]> {
    return this.inAll((all) =>
      all
        .map(({ ledger }) => ledger)
        .filter((ledger) => ledger.tenantId === tenantId)
        .sort((one, other) => byText(one.code, other.code))
        .map(({ id }) => id),
    );
  }

  // In-memory transactions run one at a time, so no other process indexes the key.
  async indexBatch(
    tx: Tx,
    ledgerId: LedgerId,
    key: string,
    round: number,
    limit: number,
  ): Promise<'begun' | 'more' | 'done' | 'busy'> {
    const { backfills, transactions } = booksOf(this.books, ledgerId);
    const before = backfills.get(key);
    if (before?.round !== round) {
      if (before && before.round > round) return 'busy';
      keep(tx, backfills, key, { round, position: '', isDone: false });
      return 'begun';
    }
    if (before.isDone) return 'done';
    const seen = [...transactions].filter(([id]) => id > before.position).sort(([one], [other]) => byText(one, other));
    const batch = seen.slice(0, limit);
    for (const [id, kept] of batch) {
      const value = kept.acceptance.draft.attributes?.[key];
      const indexed = { ...kept.acceptance.indexed, ...(value === undefined ? {} : { [key]: comparable(value) }) };
      keep(tx, transactions, id, { ...kept, acceptance: { ...kept.acceptance, indexed } });
    }
    const isDone = batch.length < limit;
    keep(tx, backfills, key, { round, position: batch.at(-1)?.[0] ?? before.position, isDone });
    return isDone ? 'done' : 'more';
  }
}

export class MemoryBacklogReader extends MemoryReader implements BacklogReader {
  backlog(): Promise<Backlog> {
    return this.inAll((all) => {
      const waiting = all.flatMap((books) => pendingOf(books).map(({ id }) => id)).sort(byText);
      const [oldestId = null] = waiting;
      return {
        waiting: Math.min(waiting.length, maxCountedBacklog),
        oldestAcceptedAt: oldestId === null ? null : madeAt(oldestId),
        oldestId,
        nodes: [],
      };
    });
  }
}
