/**
 * Estimates how many bytes a value occupies in memory, including everything it refers to; an object that is referred to twice counts once.
 * The estimate measures only the first members of a long array, such as the program of a pattern, and extrapolates, so that it takes little
 * time.
 */
export const bytesOf = (value: unknown, seen = new Set<unknown>()): number => {
  if (typeof value === 'string') return bytesPerText + value.length;
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  const members: readonly unknown[] = value instanceof Map ? [...value].flat() : Object.values(value);
  const weighed = Array.isArray(value) ? members.slice(0, maxWeighedMembers) : members;
  const bytes = weighed.reduce<number>((sum, member) => sum + bytesPerMember + bytesOf(member, seen), 0);
  return bytesPerObject + Math.round((bytes * members.length) / Math.max(1, weighed.length));
};

const bytesPerText = 24;
const bytesPerObject = 32;
const bytesPerMember = 8;
const maxWeighedMembers = 100;
