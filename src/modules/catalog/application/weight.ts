/**
 * Estimates the bytes of a value in memory, including everything it refers to; an object that is referred to twice counts once. For a long
 * array, such as the program of a pattern, the first members are measured and multiplied, so that the estimate takes little time.
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
