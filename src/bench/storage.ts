/** What a transaction of two entries takes on disk, in rows and in each index. */
import type { Stored } from './postgres/owner';
import { printSection } from './report';

const leastBytesShown = 1;

export const printStorage = (stored: readonly Stored[], transactions: number): string => {
  const each = stored
    .map((item) => ({ ...item, bytes: item.bytes / transactions }))
    .filter(({ bytes }) => bytes >= leastBytesShown);
  const sum = (items: typeof each): string => items.reduce((total, { bytes }) => total + bytes, 0).toFixed(0);
  const rows = each.map(({ table, index, bytes }) => [table, bytes.toFixed(0), index ?? 'rows']);
  return printSection({
    title: `Storage: bytes a transaction, ${sum(each.filter(({ index }) => index === null))} in rows and ${sum(each.filter(({ index }) => index !== null))} in indexes`,
    tables: [{ columns: ['table', 'bytes', 'what'], rows }],
    judgements: [],
    figures: {},
  });
};
