/** Which events an endpoint wants, as the ledger knows them. */
import { typeNamed, type EventType } from '../../ledgering';

/** Undefined where all are wanted. */
export const wantedTypes = (names: readonly string[] | null): ReadonlySet<EventType> | undefined => {
  if (names === null) return undefined;
  const types = new Set<EventType>();
  for (const name of names) {
    const type = typeNamed(name);
    if (type) types.add(type);
  }
  return types;
};
