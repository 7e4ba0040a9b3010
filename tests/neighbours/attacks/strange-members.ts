/** Small bodies with thousands of members that nobody knows, or of entries that have none: each could be an error of its own. */
import { newId } from '../../../src/kernel/ids';
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

/** As many as fit into a body that is no bulky one. */
const names = 12_000;
const items = 100;
const entries = 100;

export const strangeMembers: Attack = {
  name: 'members that nobody knows',
  prepare: async () => ({
    unknown: JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, number) => [`x${number}`, 1]))),
  }),
  attack: (target, { unknown }, perSecond, seconds) => {
    const empty = Array.from({ length: entries }, () => ({}));
    const bodyOfEmpty = (): string =>
      JSON.stringify({
        transactions: Array.from({ length: items }, () =>
          transactionBody({ entries: empty, idempotency_key: freshKey() }),
        ),
      });
    return askSteadily(target, perSecond, seconds, (number) =>
      number % 2 === 0
        ? {
            method: 'POST',
            path: `/trancodes/${newId<'transaction-code'>()}/validate-params`,
            body: unknown as string,
            headers: { Prefer: 'handling=strict' },
          }
        : { method: 'POST', path: '/transactions/batch', body: bodyOfEmpty() },
    );
  },
};
