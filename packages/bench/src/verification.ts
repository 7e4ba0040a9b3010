/**
 * Verifies the books after the run: all balances are computed again from the entries, because the figures mean nothing if the books are
 * wrong.
 */
import { wholeNumber, type Section } from './report';
import type { Stage } from './stage';

/** Throws if the verification finds a difference. */
export const verifyBooks = async ({ installation }: Stage): Promise<Section> => {
  const { ok: holds, findings, transactions, entries, milliseconds } = await installation.ledgering.verify();
  if (!holds) throw new Error(`the books do not hold after the run: ${JSON.stringify(findings.slice(0, 5))}`);
  const seconds = milliseconds / 1000;
  const perSecond = wholeNumber(transactions / seconds);
  return {
    title: `Verified: ${wholeNumber(transactions)} transactions and ${wholeNumber(entries)} entries in ${seconds.toFixed(1)} s, ${perSecond} transactions per second. Everything holds.`,
    tables: [],
    remarks: [],
    judgements: [],
    figures: { verification: { transactions, entries, seconds } },
  };
};
