/** Trees, checkpoints and public keys without a database: the same promises as the PostgreSQL store. */
import type { LedgerId } from '../../../kernel/ids';
import { keep, KeptMap, type Room } from '../../../kernel/memory/kept';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Sending, TreeStore } from '../application/ports';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { tileKey, type Tile, type TilePlace, type Tiles } from '../domain/merkle';

export class MemoryTreeStore implements TreeStore {
  private readonly kept: {
    readonly sizes: KeptMap<LedgerId, number>;
    readonly tiles: KeptMap<string, Buffer>;
    readonly last: KeptMap<LedgerId, SignedCheckpoint>;
    readonly keys: KeptMap<string, Date>;
    readonly sent: KeptMap<LedgerId, number>;
  };

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    room: Room,
  ) {
    const [sizes, tiles, last, keys, sent] = [0, 1, 2, 3, 4].map(() => new KeptMap<never, never>(room));
    this.kept = { sizes, tiles, last, keys, sent } as never;
  }

  sizes(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, number>> {
    const { sizes } = this.kept;
    return this.unitOfWork.read(
      () => new Map(ledgerIds.flatMap((id) => (sizes.has(id) ? [[id, sizes.get(id) as number]] : []))),
    );
  }

  async lock(_: Tx, ledgerId: LedgerId): Promise<number> {
    return this.kept.sizes.get(ledgerId) ?? 0;
  }

  async tilesIn(_: Tx, ledgerId: LedgerId, places: readonly TilePlace[]): Promise<Tiles> {
    return this.tilesAt(ledgerId, places);
  }

  async grow(tx: Tx, ledgerId: LedgerId, tiles: readonly Tile[], size: number): Promise<void> {
    for (const tile of tiles) keep(tx, this.kept.tiles, `${ledgerId} ${tileKey(tile)}`, tile.hashes);
    keep(tx, this.kept.sizes, ledgerId, size);
  }

  async lastIn(_: Tx, ledgerId: LedgerId): Promise<SignedCheckpoint | undefined> {
    return this.kept.last.get(ledgerId);
  }

  async add(tx: Tx, ledgerId: LedgerId, checkpoint: SignedCheckpoint): Promise<void> {
    keep(tx, this.kept.last, ledgerId, checkpoint);
  }

  last(ledgerId: LedgerId): Promise<SignedCheckpoint | undefined> {
    return this.unitOfWork.read(() => this.kept.last.get(ledgerId));
  }

  tiles(ledgerId: LedgerId, places: readonly TilePlace[]): Promise<Tiles> {
    return this.unitOfWork.read(() => this.tilesAt(ledgerId, places));
  }

  sendings(ledgerIds: readonly LedgerId[]): Promise<readonly Sending[]> {
    const { sizes, sent: through, last } = this.kept;
    return this.unitOfWork.read(() =>
      ledgerIds
        .filter((id) => sizes.has(id))
        .map((ledgerId) => {
          const [sent, checkpoint] = [through.get(ledgerId) ?? 0, last.get(ledgerId)];
          return { ledgerId, sent, unsent: checkpoint && checkpoint.size > sent ? checkpoint : undefined };
        }),
    );
  }

  async markSent(tx: Tx, ledgerId: LedgerId, size: number): Promise<void> {
    keep(tx, this.kept.sent, ledgerId, Math.max(size, this.kept.sent.get(ledgerId) ?? 0));
  }

  async addKey(tx: Tx, key: string, at: Date): Promise<void> {
    if (!this.kept.keys.has(key)) keep(tx, this.kept.keys, key, at);
  }

  keys(): Promise<readonly string[]> {
    return this.unitOfWork.read(() => [...this.kept.keys.keys()].reverse());
  }

  private tilesAt(ledgerId: LedgerId, places: readonly TilePlace[]): Tiles {
    return new Map(
      places.flatMap((place) => {
        const hashes = this.kept.tiles.get(`${ledgerId} ${tileKey(place)}`);
        return hashes ? [[tileKey(place), hashes]] : [];
      }),
    );
  }
}
