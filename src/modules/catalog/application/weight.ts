/**
 * About how many bytes a value takes in memory, with everything that it refers to; what is referred to twice counts once.
 * The first members of a long array, such as the program of a pattern, are weighed for all of them, so that weighing takes little time.
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
