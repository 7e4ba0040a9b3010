/** Maps that somebody gave a name, on this device, for one ledger: the same file that `ledger import --map` takes. */
import { mapIn } from './map';

export interface KeptMap {
  readonly name: string;
  readonly text: string;
}

/** The browser's, or one of a test. */
interface Storage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

const mostMaps = 30;
const maxNameLength = 60;
const placeOf = (ledgerId: string): string => `maps of imports ${ledgerId}`;

export const keptMaps = (ledgerId: string, storage: Pick<Storage, 'getItem'>): readonly KeptMap[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(placeOf(ledgerId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMap) : [];
  } catch {
    // Another program wrote there, or nobody may read: then there are none.
    return [];
  }
};

/** One of the same name gives way. Where the browser keeps nothing, a map lasts as long as the page. */
export const keepMap = (ledgerId: string, map: KeptMap, storage: Storage): readonly KeptMap[] => {
  const named = { ...map, name: map.name.trim().slice(0, maxNameLength) };
  const others = keptMaps(ledgerId, storage).filter(({ name }) => name !== named.name);
  return write(ledgerId, [...others, named].slice(-mostMaps), storage);
};

export const forgetMap = (ledgerId: string, name: string, storage: Storage): readonly KeptMap[] =>
  write(
    ledgerId,
    keptMaps(ledgerId, storage).filter((map) => map.name !== name),
    storage,
  );

const write = (ledgerId: string, maps: readonly KeptMap[], storage: Storage): readonly KeptMap[] => {
  try {
    storage.setItem(placeOf(ledgerId), JSON.stringify(maps));
  } catch {
    // It is full, or forbidden.
  }
  return maps;
};

const isMap = (kept: unknown): kept is KeptMap => {
  const { name, text } = (kept ?? {}) as Partial<KeptMap>;
  return typeof name === 'string' && typeof text === 'string' && mapIn(text) !== undefined;
};
