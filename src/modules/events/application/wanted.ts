/** The types of events that an endpoint wants, as ledgering defines them. */
import { typeNamed, type EventType } from '../../ledgering';

/** Returns the event types with these names; undefined (all types) if `names` is null. */
export const wantedTypes = (names: readonly string[] | null): ReadonlySet<EventType> | undefined => {
  if (names === null) return undefined;
  const types = new Set<EventType>();
  for (const name of names) {
    const type = typeNamed(name);
    if (type) types.add(type);
  }
  return types;
};
