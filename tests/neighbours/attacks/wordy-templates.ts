/** Texts that a template repeats: thirteen bytes of parameters ask for as many as a transaction may have, in batches of a hundred. */
import { expectStatus } from '../asking';
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

const items = 100;
const entries = 100;
/** Together just below what the texts of an expansion may take. */
const wordyEntries = 16;
const code = 'WORDY';
const words = '\u{1f4b6}'.repeat(1_000);

export const wordyTemplates: Attack = {
  name: 'batches of wordy templates',
  prepare: async ({ api }) => {
    const created = await api.post('/trancodes', {
      code,
      name: code,
      params_schema: { words: { type: 'string', default: words } },
      entries_template: {
        entries: Array.from({ length: entries }, (_, index) => ({
          account: index % 2 === 0 ? 'CASH' : 'SALES',
          type: index % 2 === 0 ? 'debit' : 'credit',
          amount: '1.00',
          ...(index < wordyEntries ? { description: '{params.words}' } : {}),
        })),
      },
    });
    expectStatus(201, created);
    return { id: created.body.data.id as string };
  },
  attack: (target, _, perSecond, seconds) => {
    const item = { entries: undefined, transaction_code: code, transaction_code_params: {} };
    const body = (): string =>
      JSON.stringify({
        transactions: Array.from({ length: items }, () => transactionBody({ ...item, idempotency_key: freshKey() })),
      });
    return askSteadily(target, perSecond, seconds, (number) => ({
      method: 'POST',
      path: number % 2 === 0 ? '/transactions/batch' : '/transactions/batch?dry_run=true',
      body: body(),
    }));
  },
};
