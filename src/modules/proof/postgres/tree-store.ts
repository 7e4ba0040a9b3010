/** Trees, checkpoints and public keys in PostgreSQL (migrations/0036-proof.sql). */
import { instantOf, plainArray } from '../../../kernel/postgres/sql';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Cosignature, LatestCheckpoints, SendingState, TreeStore } from '../application/ports';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { tilesByKey, type Tile, type TilePlace, type Tiles } from '../domain/merkle';
import { scopeOf, type LogId } from '../domain/proven-log';

export class PostgresTreeStore implements TreeStore {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  async sizes(logIds: readonly LogId[]): Promise<ReadonlyMap<LogId, number>> {
    const rows = await this.unitOfWork.read(scopeOf(logIds), (tx) =>
      fetchRows(tx, sql.read_tree_sizes, { ledger_ids: plainArray(logIds) }),
    );
    return new Map(rows.map(({ ledger_id, size }) => [ledger_id, Number(size)]));
  }

  async lock(tx: Tx, logId: LogId): Promise<number> {
    await changeRows(tx, sql.begin_tree, { ledger_id: logId });
    const [row] = await fetchRows(tx, sql.lock_tree, { ledger_id: logId });
    if (!row) throw new Error(`log ${logId} has no tree`);
    return Number(row.size);
  }

  async tilesIn(tx: Tx, logId: LogId, places: readonly TilePlace[]): Promise<Tiles> {
    const rows = await fetchRows(tx, sql.read_tiles, { ledger_id: logId, ...columnsOf(places) });
    return tilesByKey(rows.map(({ level, tile, hashes }) => ({ level, index: Number(tile), hashes })));
  }

  async grow(tx: Tx, logId: LogId, tiles: readonly Tile[], size: number): Promise<void> {
    const hashes = plainArray(tiles.map((tile) => `"\\\\x${tile.hashes.toString('hex')}"`));
    await changeRows(tx, sql.write_tiles, { ledger_id: logId, ...columnsOf(tiles), hashes });
    await changeRows(tx, sql.grow_tree, { ledger_id: logId, size: String(size) });
  }

  async lastIn(tx: Tx, logId: LogId): Promise<SignedCheckpoint | undefined> {
    return signedIn(await fetchRows(tx, sql.read_last_checkpoint, { ledger_id: logId }));
  }

  async add(tx: Tx, logId: LogId, { size, at, note }: SignedCheckpoint): Promise<void> {
    const values = { ledger_id: logId, size: String(size), signed_at: at.toISOString(), note };
    await changeRows(tx, sql.insert_checkpoint, values);
  }

  last(logId: LogId): Promise<SignedCheckpoint | undefined> {
    return this.inOnePacket(logId, (tx) => this.lastIn(tx, logId));
  }

  tiles(logId: LogId, places: readonly TilePlace[]): Promise<Tiles> {
    return this.inOnePacket(logId, (tx) => this.tilesIn(tx, logId, places));
  }

  async sendings(logIds: readonly LogId[]): Promise<readonly SendingState[]> {
    const rows = await this.unitOfWork.read(scopeOf(logIds), (tx) =>
      fetchRows(tx, sql.read_sendings, { ledger_ids: plainArray(logIds) }),
    );
    return rows.map(stateIn);
  }

  async markSent(tx: Tx, logId: LogId, size: number): Promise<void> {
    await changeRows(tx, sql.mark_sent, { ledger_id: logId, size: String(size) });
  }

  async cosignings(logIds: readonly LogId[], witness: string): Promise<readonly SendingState[]> {
    const rows = await this.unitOfWork.read(scopeOf(logIds), (tx) =>
      fetchRows(tx, sql.read_cosignings, { ledger_ids: plainArray(logIds), witness }),
    );
    return rows.map(stateIn);
  }

  async addCosignature(tx: Tx, logId: LogId, { size }: SignedCheckpoint, cosignature: Cosignature): Promise<void> {
    await changeRows(tx, sql.insert_cosignature, { ledger_id: logId, size: String(size), ...cosignature });
  }

  latest(logId: LogId): Promise<LatestCheckpoints> {
    return this.inOnePacket(logId, async (tx) => {
      const cosigned = fetchRows(tx, sql.read_last_cosigned, { ledger_id: logId });
      const [last, rows] = await Promise.all([this.lastIn(tx, logId), cosigned]);
      return { last, cosigned: signedIn(rows) };
    });
  }

  /** Sends the statements of `ask` and the commit in one packet, because none of them needs the result of another. */
  private inOnePacket<A>(logId: LogId, ask: (tx: Tx) => Promise<A>): Promise<A> {
    return this.unitOfWork.read(scopeOf([logId]), (tx) => {
      const reading = ask(tx);
      tx.last(reading);
      return reading;
    });
  }

  async addKey(tx: Tx, key: string, at: Date): Promise<void> {
    await changeRows(tx, sql.insert_signing_key, { verifier_key: key, created_at: at.toISOString() });
  }

  async keys(): Promise<readonly string[]> {
    const rows = await this.unitOfWork.read({ ledgerIds: [] }, (tx) => fetchRows(tx, sql.read_signing_keys, {}));
    return rows.map(({ verifier_key }) => verifier_key);
  }
}

const columnsOf = (places: readonly TilePlace[]): { readonly levels: string; readonly tiles: string } => ({
  levels: plainArray(places.map(({ level }) => String(level))),
  tiles: plainArray(places.map(({ index }) => String(index))),
});

interface SignedRow {
  readonly size: string;
  readonly signed_at: string;
  readonly note: string;
}

const signedIn = ([row]: readonly SignedRow[]): SignedCheckpoint | undefined =>
  row && { size: Number(row.size), at: instantOf(row.signed_at), note: row.note };

interface StateRow {
  readonly ledger_id: LogId;
  readonly sent_size: string;
  /** The size of the unsent checkpoint. If no checkpoint is unsent, this column and the next two are null. */
  readonly size: string | null;
  readonly signed_at: string;
  readonly note: string;
}

const stateIn = ({ ledger_id: logId, sent_size, size, signed_at, note }: StateRow): SendingState => ({
  ...{ logId, sent: Number(sent_size) },
  unsent: size === null ? undefined : { size: Number(size), at: instantOf(signed_at), note },
});

const sql = loadStatements(__filename, {
  read_tree_sizes: parameters('ledger_ids').rows<{ readonly ledger_id: LogId; readonly size: string }>(),
  begin_tree: parameters('ledger_id'),
  lock_tree: parameters('ledger_id').rows<{ readonly size: string }>(),
  read_tiles: parameters('ledger_id', 'levels', 'tiles').rows<{
    readonly level: number;
    readonly tile: string;
    readonly hashes: Buffer;
  }>(),
  write_tiles: parameters('ledger_id', 'levels', 'tiles', 'hashes'),
  grow_tree: parameters('ledger_id', 'size'),
  read_last_checkpoint: parameters('ledger_id').rows<SignedRow>(),
  read_last_cosigned: parameters('ledger_id').rows<SignedRow>(),
  insert_checkpoint: parameters('ledger_id', 'size', 'signed_at', 'note'),
  read_sendings: parameters('ledger_ids').rows<StateRow>(),
  mark_sent: parameters('ledger_id', 'size'),
  read_cosignings: parameters('ledger_ids', 'witness').rows<StateRow>(),
  insert_cosignature: parameters('ledger_id', 'size', 'witness', 'cosignature'),
  insert_signing_key: parameters('verifier_key', 'created_at'),
  read_signing_keys: parameters().rows<{ readonly verifier_key: string }>(),
});
