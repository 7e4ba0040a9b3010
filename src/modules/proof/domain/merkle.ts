/**
 * The Merkle tree of RFC 6962 over the events of a log. Its hashes are stored as tiles (C2SP tlog-tiles): tile n of level l has
 * up to 256 hashes, each of a full subtree of 256^l leaves. The last tile of a level may be partial. A tile of a larger tree
 * begins with the hashes of the same tile of a smaller tree, so the root and the proofs of every earlier size can be computed
 * from it.
 */
import { hash } from 'node:crypto';

export const hashBytes = 32;
export const tileWidth = 256;
export const tileBytes = tileWidth * hashBytes;

export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

export interface Tile extends TilePlace {
  /** The concatenated hashes of the tile. */
  readonly hashes: Buffer;
}

/** The hashes of each tile, by its level and index. */
export type Tiles = ReadonlyMap<string, Buffer>;

const sha256 = (data: Uint8Array): Buffer => {
  const hashed = Buffer.allocUnsafe(hashBytes);
  // The digest is a string, because creating a buffer for each hash takes longer than hashing.
  hashed.write(hash('sha256', data, 'binary'), 'latin1');
  return hashed;
};

const leafPrefix = Buffer.from([0]);
/**
 * The input of the hash of a node: a prefix and two hashes. One buffer is reused for all nodes, because a tree has as many nodes as leaves.
 */
const node = Buffer.alloc(1 + 2 * hashBytes, 1);

export const leafHash = (data: Uint8Array): Buffer => sha256(Buffer.concat([leafPrefix, data]));
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  node.set(left, 1);
  node.set(right, 1 + hashBytes);
  return sha256(node);
};

const rootOfNothing = sha256(Buffer.alloc(0));

export const tileKey = ({ level, index }: TilePlace): string => `${level}/${index}`;
export const tilesByKey = (tiles: readonly Tile[]): Tiles => new Map(tiles.map((tile) => [tileKey(tile), tile.hashes]));

/** Returns the places of the partial tiles at the right edge of a tree of that size. */
export const edgeOf = (size: number): readonly TilePlace[] => {
  const places: TilePlace[] = [];
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth))
    if (count % tileWidth > 0) places.push({ level, index: Math.floor(count / tileWidth) });
  return places;
};

/** Returns the places of the tiles that prove that a tree of that size includes a leaf. */
export const tilesProving = (leaf: number, size: number): readonly TilePlace[] => {
  const places = new Map(edgeOf(size).map((place) => [tileKey(place), place]));
  for (let level = 0, count = size, index = leaf; count > 0; level++) {
    const place = { level, index: Math.floor(index / tileWidth) };
    if (index < count) places.set(tileKey(place), place);
    [count, index] = [Math.floor(count / tileWidth), Math.floor(index / tileWidth)];
  }
  return [...places.values()];
};

/**
 * Returns the changed tiles, in full, when leaves are added to a tree of `size` leaves. `edge` has the partial tiles of that tree, and
 * `leaves` the concatenated hashes of the new leaves.
 */
export const extend = (size: number, edge: Tiles, leaves: Buffer): readonly Tile[] => {
  const changed: Tile[] = [];
  for (let level = 0, count = size, added = leaves; added.length > 0; level++) {
    let index = Math.floor(count / tileWidth);
    const kept = (count % tileWidth) * hashBytes;
    const hashes = Buffer.concat([kept === 0 ? Buffer.alloc(0) : hashesIn(edge, { level, index }, kept), added]);
    const full: Buffer[] = [];
    for (let at = 0; at < hashes.length; at += tileBytes, index++) {
      const tile = hashes.subarray(at, at + tileBytes);
      changed.push({ level, index, hashes: tile });
      if (tile.length === tileBytes) full.push(rootOfFull(tile));
    }
    added = Buffer.concat(full);
    count = Math.floor(count / tileWidth);
  }
  return changed;
};

/** Returns the root of the tree of the first `size` leaves. */
export const rootOf = (size: number, tiles: Tiles): Buffer => (size === 0 ? rootOfNothing : rangeHash(tiles, 0, size));

/** Returns the audit path of a leaf in the tree of the first `size` leaves, from the leaf to the root (RFC 6962, 2.1.1). */
export const inclusionOf = (leaf: number, size: number, tiles: Tiles): readonly Buffer[] => {
  const path = (start: number, end: number): readonly Buffer[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return leaf < middle
      ? [...path(start, middle), rangeHash(tiles, middle, end)]
      : [...path(middle, end), rangeHash(tiles, start, middle)];
  };
  return path(0, size);
};

/**
 * The consistency proof between the trees of the first `former` and the first `size` leaves (RFC 6962, 2.1.2); empty if the trees are
 * equal. `tiles` must have the tiles that prove the leaf `former - 1`.
 */
export const consistencyOf = (former: number, size: number, tiles: Tiles): readonly Buffer[] => {
  const path = (start: number, end: number, isFormerRoot: boolean): readonly Buffer[] => {
    if (end === former) return isFormerRoot ? [] : [rangeHash(tiles, start, end)];
    const middle = start + splitOf(end - start);
    return former <= middle
      ? [...path(start, middle, isFormerRoot), rangeHash(tiles, middle, end)]
      : [...path(middle, end, false), rangeHash(tiles, start, middle)];
  };
  return path(0, size, true);
};

/** Returns the largest power of two that is less than `count`. `count` must be greater than 1. */
const splitOf = (count: number): number => {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
};

/**
 * Returns the hash of the subtree over the leaves from `start` up to, but not including, `end`. `start` must be a multiple of the smallest
 * power of two that is at least `end - start`.
 */
const rangeHash = (tiles: Tiles, start: number, end: number): Buffer => {
  const count = end - start;
  const level = Math.round(Math.log2(count) / 8);
  if (tileWidth ** level === count) return hashAt(tiles, level, start / count);
  const middle = start + splitOf(count);
  return nodeHash(rangeHash(tiles, start, middle), rangeHash(tiles, middle, end));
};

const hashAt = (tiles: Tiles, level: number, index: number): Buffer => {
  const at = (index % tileWidth) * hashBytes;
  return hashesIn(tiles, { level, index: Math.floor(index / tileWidth) }, at + hashBytes).subarray(at);
};

/** Returns the first `bytes` bytes of a tile; throws if it has fewer. */
const hashesIn = (tiles: Tiles, place: TilePlace, bytes: number): Buffer => {
  const hashes = tiles.get(tileKey(place));
  if (!hashes || hashes.length < bytes) throw new Error(`the tree has no tile ${tileKey(place)} of ${bytes} bytes`);
  return hashes.subarray(0, bytes);
};

const rootOfFull = (tile: Buffer): Buffer => {
  let hashes = tile;
  while (hashes.length > hashBytes) {
    const pairs: Buffer[] = [];
    for (let at = 0; at < hashes.length; at += 2 * hashBytes)
      pairs.push(nodeHash(hashes.subarray(at, at + hashBytes), hashes.subarray(at + hashBytes, at + 2 * hashBytes)));
    hashes = Buffer.concat(pairs);
  }
  return hashes;
};

/** Computes the root of a growing tree without its tiles: it keeps one hash for each full subtree (`ledger verify`). */
export const openFrontier = (): { add(leaf: Buffer): void; root(): Buffer } => {
  /** The full subtrees, largest first. */
  const subtrees: { readonly width: number; readonly hash: Buffer }[] = [];
  return {
    add: (leaf) => {
      let [width, hash] = [1, leaf];
      for (let last = subtrees.at(-1); last?.width === width; last = subtrees.at(-1)) {
        subtrees.pop();
        [width, hash] = [width * 2, nodeHash(last.hash, hash)];
      }
      subtrees.push({ width, hash });
    },
    root: () =>
      subtrees
        .map(({ hash }) => hash)
        .reduceRight<Buffer | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ??
      rootOfNothing,
  };
};
