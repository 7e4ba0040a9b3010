/** Verifies the books after the run by deriving all balances again from the entries: speed is worthless if the books are wrong. */
import { wholeNumber, type Section } from './report';
import type { Stage } from './stage';

/** Throws if the verification finds a fault. */
export const verifyBooks = async ({ installation }: Stage): Promise<Section> => {
  const { ok: holds, findings, transactions, entries, milliseconds } = await installation.ledgering.verify();
  if (!holds) throw new Error(`the books do not hold after the run: ${JSON.stringify(findings.slice(0, 5))}`);
  const seconds = milliseconds / 1000;
  const perSecond = wholeNumber(transactions / seconds);
  return {
    title: `Verified: ${wholeNumber(transactions)} transactions and ${wholeNumber(entries)} entries in ${seconds.toFixed(1)} s, ${perSecond} transactions a second. Everything holds.`,
    tables: [],
    remarks: [],
    judgements: [],
    figures: { verification: { transactions, entries, seconds } },
  };
};
