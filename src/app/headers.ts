/** Headers that must stand once: two hosts, two keys or two idempotency keys mean two things, and nobody may choose. */
import type { IncomingMessage } from 'node:http';

const once = ['Host', 'Authorization', 'Idempotency-Key'] as const;
const lengths = new Set(once.map(({ length }) => length));

/** The first of them that stands twice; Node itself would keep one and say nothing. */
export const duplicateHeader = ({ rawHeaders }: IncomingMessage): string | undefined => {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (!lengths.has(name.length)) continue;
    const lower = name.toLowerCase();
    const found = once.findIndex((header) => header.toLowerCase() === lower);
    if (found < 0) continue;
    if (seen & (1 << found)) return once[found];
    seen |= 1 << found;
  }
  return undefined;
};
