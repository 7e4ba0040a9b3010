/** Measures the disk space of a transaction with two entries: the space of its rows, and its share of each index. */
import type { Section } from './report';
import type { Stage } from './stage';

const leastBytesShown = 1;

/** Computes the average over all transactions that the run has posted. */
export const describeStorage = async ({ owner }: Stage): Promise<Section> => {
  const transactions = await owner.transactions();
  const stored = await owner.storage();
  const each = stored
    .map((item) => ({ ...item, bytes: item.bytes / transactions }))
    .filter(({ bytes }) => bytes >= leastBytesShown);
  const sum = (items: typeof each): string => items.reduce((total, { bytes }) => total + bytes, 0).toFixed(0);
  const rows = each.map(({ table, index, bytes }) => [table, bytes.toFixed(0), index ?? 'rows']);
  return {
    title: `Storage: bytes per transaction, ${sum(each.filter(({ index }) => index === null))} in rows and ${sum(each.filter(({ index }) => index !== null))} in indexes`,
    tables: [{ columns: ['table', 'bytes', 'what'], rows }],
    remarks: [],
    judgements: [],
    figures: { storage: stored, transactions },
  };
};
