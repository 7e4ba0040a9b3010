/** A pattern that takes as many steps as patterns may, on texts as long as texts may be, in a batch as big as batches may be. */
import { askSteadily, transactionBody, type Attack } from './attack';

const parameters = 99;
const filledParameters = 10;
const batchItems = 95;
const textLength = 1_000;
/** From the worst that was ever accepted down to what hardly hurts: the first that the service takes is used. */
const patterns = [
  '([^b]?){330}([^c]?){160}b',
  '([^b]?){100}b',
  '([^b]?){30}b',
  '(a*)*b',
  'a?a?a?a?a?a?a?a?b',
  '[^b]*b',
];
const nameOf = (parameter: number): string => `p${parameter}`;

export const patternBatch: Attack = {
  name: 'patterns in a batch',
  prepare: async ({ api }) => {
    for (const [number, pattern] of patterns.entries()) {
      const code = `PATTERNS-${number}`;
      const text = { type: 'string', pattern, required: false };
      const { status } = await api.post('/trancodes', {
        code,
        name: code,
        params_schema: Object.fromEntries(Array.from({ length: parameters }, (_, index) => [nameOf(index), text])),
        entries_template: {
          entries: [
            { account: 'CASH', type: 'debit', amount: '1' },
            { account: 'SALES', type: 'credit', amount: '1' },
          ],
        },
      });
      if (status === 201) return { code };
    }
    throw new Error('the service takes no pattern at all');
  },
  attack: (target, { code }, perSecond, seconds) => {
    const text = 'a'.repeat(textLength);
    const params = Object.fromEntries(Array.from({ length: filledParameters }, (_, index) => [nameOf(index), text]));
    const item = transactionBody({ entries: undefined, transaction_code: code, transaction_code_params: params });
    const body = JSON.stringify({ transactions: Array.from({ length: batchItems }, () => item) });
    return askSteadily(target, perSecond, seconds, () => ({ method: 'POST', path: '/transactions/batch', body }));
  },
};
