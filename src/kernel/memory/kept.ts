/** The storage of the in-memory adapters: maps that can undo a write, and that share a limited amount of memory. */
import { StoreFull } from '../refusal';
import type { Tx } from '../unit-of-work';
import { inMemoryTx } from './unit-of-work';

/** The limit on the estimated size of all kept values: enough for about 80,000 transactions of two entries. */
export const maxKeptBytes = 256 * 1024 * 1024;

/**
 * The counter of used memory. All adapters of a service share it, so that the process answers `StoreFull` instead of running out of memory.
 */
export class Room {
  private usedBytes = 0;

  constructor(private readonly maxBytes = maxKeptBytes) {}

  /** Reserves bytes. Throws `StoreFull` if they exceed the limit. A negative number frees bytes. */
  take(bytes: number): void {
    if (bytes > 0 && this.usedBytes + bytes > this.maxBytes)
      throw new StoreFull(
        `This ledger keeps everything in memory, for tests, and its ${this.maxBytes.toLocaleString('en')} bytes are full. ` +
          'Nothing was written. Restart it, or start it with a database.',
      );
    this.usedBytes += bytes;
  }

  /** Corrects the counter when a write is undone; never throws. */
  restore(bytes: number): void {
    this.usedBytes += bytes;
  }
}

/** A map whose values must not be changed in place: otherwise the count of used bytes would be wrong. */
export class KeptMap<K, V> extends Map<K, V> {
  constructor(private readonly room = new Room()) {
    super();
  }

  override set(key: K, value: V): this {
    this.room.take(this.growthBy(key, value));
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    this.room.restore(this.growthBy(key, undefined));
    return super.delete(key);
  }

  /** Restores a key's earlier value; undefined removes the entry. */
  restore(key: K, value: V | undefined): void {
    this.room.restore(this.growthBy(key, value));
    if (value === undefined) super.delete(key);
    else super.set(key, value);
  }

  private growthBy(key: K, value: V | undefined): number {
    const before = this.get(key);
    const keyBytes = (before === undefined ? 0 : -bytesOf(key)) + (value === undefined ? 0 : bytesOf(key));
    return keyBytes + bytesOf(value) - bytesOf(before);
  }
}

/** Writes or removes one entry, and registers how to undo that if the transaction does not commit. */
export const keep = <K, V>(tx: Tx, kept: KeptMap<K, V>, key: K, value: V | undefined): void => {
  const before = kept.get(key);
  inMemoryTx(tx).undo(() => kept.restore(key, before));
  if (value === undefined) kept.delete(key);
  else kept.set(key, value);
};

const slotBytes = 8;
const headerBytes = 24;

/** Estimates the memory that V8 needs for the value, without maps inside the value, which count their own entries. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return headerBytes + value.length;
  if (typeof value === 'bigint') return headerBytes;
  if (typeof value !== 'object' || value === null || value instanceof KeptMap) return slotBytes;
  if (value instanceof Uint8Array) return 4 * headerBytes + value.length;
  if (value instanceof Date) return 2 * headerBytes;
  let bytes = headerBytes;
  if (value instanceof Map) for (const [key, member] of value) bytes += 2 * slotBytes + bytesOf(key) + bytesOf(member);
  else for (const member of membersOf(value)) bytes += slotBytes + bytesOf(member);
  return bytes;
};

const membersOf = (value: object): Iterable<unknown> =>
  value instanceof Set || Array.isArray(value) ? value : Object.values(value);
