/** About how many bytes a value takes in memory, with everything that hangs on it; what hangs on it twice counts once. */
export const bytesOf = (value: unknown, seen = new Set<unknown>()): number => {
  if (typeof value === 'string') return bytesPerText + value.length;
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  const members: readonly unknown[] = value instanceof Map ? [...value].flat() : Object.values(value);
  return members.reduce<number>((sum, member) => sum + bytesPerMember + bytesOf(member, seen), bytesPerObject);
};

const bytesPerText = 24;
const bytesPerObject = 32;
const bytesPerMember = 8;
