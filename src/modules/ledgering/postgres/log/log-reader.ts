/** Reads the log from PostgreSQL for the context `proof`. */
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { DecidingEvent, LedgerEnd, LogReader } from '../../application/log-reader';
import type { StretchStore } from '../../application/ports';
import type { AccountId } from '../../domain/account';
import { genesisHash } from '../../domain/chain';
import type { EventType } from '../../domain/event';
import type { TransactionId } from '../../domain/transaction';
import { readDecided } from '../verify/recorded-drafts';

export class PostgresLogReader implements LogReader {
  constructor(
    private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>,
    private readonly stretches: Pick<StretchStore, 'ledgersOfEvents'>,
  ) {}

  ends(least: bigint): Promise<readonly LedgerEnd[]> {
    return this.stretches.ledgersOfEvents(least);
  }

  async hashes(ledgerId: LedgerId, after: bigint, limit: number): Promise<Buffer> {
    const [row] = await this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) =>
      fetchRows(tx, sql.read_event_hashes, { ledger_id: ledgerId, after: String(after), limit }),
    );
    return row?.hashes ?? Buffer.alloc(0);
  }

  decision(ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidingEvent | 'waiting' | undefined> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      const [row] = await fetchRows(tx, sql.read_deciding_event, {
        ...{ ledger_id: ledgerId, transaction_id: transactionId },
      });
      if (!row) return undefined;
      if (row.log_sequence === null) return 'waiting';
      const sequence = BigInt(row.log_sequence);
      const only = { after: String(sequence - 1n), limit: 1, sequences: [row.sequence] };
      const [decided] = await readDecided(tx, ledgerId, only);
      if (decided?.recorded.id !== transactionId)
        throw new Error(`event ${sequence} of the log did not decide transaction ${transactionId}: run ledger verify`);
      const { type, account_id: accountId, actor, reason, content_hash: contentHash, hash, occurred_at } = row;
      return {
        event: {
          ...{ sequence, type, transactionId, accountId, actor, reason, contentHash, hash },
          occurredAt: instantOf(occurred_at),
        },
        before: row.hash_before ?? genesisHash(ledgerId),
        recorded: decided.recorded,
      };
    });
  }
}

const sql = loadStatements(__filename, {
  read_event_hashes: parameters('ledger_id', 'after', 'limit').rows<{ readonly hashes: Buffer | null }>(),
  read_deciding_event: parameters('ledger_id', 'transaction_id').rows<{
    readonly log_sequence: string | null;
    readonly sequence: string | null;
    readonly type: EventType;
    readonly account_id: AccountId | null;
    readonly actor: string;
    readonly reason: string | null;
    readonly occurred_at: string;
    readonly content_hash: Buffer;
    readonly hash: Buffer;
    readonly hash_before: Buffer | null;
  }>(),
});
