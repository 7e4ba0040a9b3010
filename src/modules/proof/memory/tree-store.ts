/** Trees, checkpoints and public keys in memory, with the same behaviour as the PostgreSQL store. */
import { keep, KeptMap, type Room } from '../../../kernel/memory/kept';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Cosignature, LatestCheckpoints, SendingState, TreeStore } from '../application/ports';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { tileKey, type Tile, type TilePlace, type Tiles } from '../domain/merkle';
import type { LogId } from '../domain/proven-log';

export class MemoryTreeStore implements TreeStore {
  private readonly kept: {
    readonly sizes: KeptMap<LogId, number>;
    readonly tiles: KeptMap<string, Buffer>;
    readonly last: KeptMap<LogId, SignedCheckpoint>;
    readonly keys: KeptMap<string, Date>;
    readonly sent: KeptMap<LogId, number>;
    /** The last checkpoint that a witness co-signed, and the signature lines of the witnesses by their keys. */
    readonly cosigned: KeptMap<LogId, SignedCheckpoint & { readonly lines: ReadonlyMap<string, string> }>;
    /** The size that a witness co-signed last. The map's key names the log and the witness. */
    readonly witnessed: KeptMap<string, number>;
  };

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    room: Room,
  ) {
    const maps = Array.from({ length: 7 }, () => new KeptMap<never, never>(room));
    const [sizes, tiles, last, keys, sent, cosigned, witnessed] = maps;
    this.kept = { sizes, tiles, last, keys, sent, cosigned, witnessed } as never;
  }

  sizes(logIds: readonly LogId[]): Promise<ReadonlyMap<LogId, number>> {
    const { sizes } = this.kept;
    return this.unitOfWork.read(
      () => new Map(logIds.flatMap((id) => (sizes.has(id) ? [[id, sizes.get(id) as number]] : []))),
    );
  }

  async lock(_: Tx, logId: LogId): Promise<number> {
    return this.kept.sizes.get(logId) ?? 0;
  }

  async tilesIn(_: Tx, logId: LogId, places: readonly TilePlace[]): Promise<Tiles> {
    return this.tilesAt(logId, places);
  }

  async grow(tx: Tx, logId: LogId, tiles: readonly Tile[], size: number): Promise<void> {
    for (const tile of tiles) keep(tx, this.kept.tiles, `${logId} ${tileKey(tile)}`, tile.hashes);
    keep(tx, this.kept.sizes, logId, size);
  }

  async lastIn(_: Tx, logId: LogId): Promise<SignedCheckpoint | undefined> {
    return this.kept.last.get(logId);
  }

  async add(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint): Promise<void> {
    keep(tx, this.kept.last, logId, checkpoint);
  }

  async last(logId: LogId): Promise<SignedCheckpoint | undefined> {
    return (await this.latest(logId)).last;
  }

  latest(logId: LogId): Promise<LatestCheckpoints> {
    return this.unitOfWork.read(() => {
      const [last, cosigned] = [this.kept.last.get(logId), this.cosignedNow(logId)];
      return { last: last && cosigned?.size === last.size ? cosigned : last, cosigned };
    });
  }

  tiles(logId: LogId, places: readonly TilePlace[]): Promise<Tiles> {
    return this.unitOfWork.read(() => this.tilesAt(logId, places));
  }

  sendings(logIds: readonly LogId[]): Promise<readonly SendingState[]> {
    return this.states(logIds, (logId) => this.kept.sent.get(logId));
  }

  cosignings(logIds: readonly LogId[], witness: string): Promise<readonly SendingState[]> {
    return this.states(logIds, (logId) => this.kept.witnessed.get(`${logId} ${witness}`));
  }

  async addCosignature(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint, added: Cosignature): Promise<void> {
    const { witness, cosignature } = added;
    const before = this.kept.cosigned.get(logId);
    if (before && before.size > checkpoint.size) return;
    const others = before?.size === checkpoint.size ? before.lines : new Map<string, string>();
    keep(tx, this.kept.cosigned, logId, { ...checkpoint, lines: new Map([[witness, cosignature], ...others]) });
    keep(tx, this.kept.witnessed, `${logId} ${witness}`, checkpoint.size);
  }

  async markSent(tx: Tx, logId: LogId, size: number): Promise<void> {
    keep(tx, this.kept.sent, logId, Math.max(size, this.kept.sent.get(logId) ?? 0));
  }

  async addKey(tx: Tx, key: string, at: Date): Promise<void> {
    if (!this.kept.keys.has(key)) keep(tx, this.kept.keys, key, at);
  }

  keys(): Promise<readonly string[]> {
    return this.unitOfWork.read(() => [...this.kept.keys.keys()].reverse());
  }

  private states(
    logIds: readonly LogId[],
    through: (logId: LogId) => number | undefined,
  ): Promise<readonly SendingState[]> {
    const { sizes, last } = this.kept;
    return this.unitOfWork.read(() =>
      logIds
        .filter((id) => sizes.has(id))
        .map((logId) => {
          const [sent, checkpoint] = [through(logId) ?? 0, last.get(logId)];
          return { logId, sent, unsent: checkpoint && checkpoint.size > sent ? checkpoint : undefined };
        }),
    );
  }

  private cosignedNow(logId: LogId): SignedCheckpoint | undefined {
    const cosigned = this.kept.cosigned.get(logId);
    if (!cosigned) return undefined;
    const { size, at, note, lines } = cosigned;
    const inOrder = [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
    return { size, at, note: note + inOrder.join('') };
  }

  private tilesAt(logId: LogId, places: readonly TilePlace[]): Tiles {
    return new Map(
      places.flatMap((place) => {
        const hashes = this.kept.tiles.get(`${logId} ${tileKey(place)}`);
        return hashes ? [[tileKey(place), hashes]] : [];
      }),
    );
  }
}
