/** A hundred streams of a ledger, and as much posted in it as may be: each transaction is told a hundred times. */
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

const streams = 100;
const items = 100;

export const crowdedStreams: Attack = {
  name: 'streams of what is posted meanwhile',
  hastyPerSecond: 60,
  prepare: async () => ({}),
  attack: (target, _, perSecond, seconds) => {
    const [before = '', after = ''] = JSON.stringify(transactionBody({ idempotency_key: 'KEY' })).split('KEY');
    const body = (): string =>
      `{"transactions":[${Array.from({ length: items }, () => before + freshKey() + after).join()}]}`;
    // A stream stays open until the end, and counts as an answer that did not come.
    return askSteadily(target, perSecond, seconds, (number) =>
      number % 2 === 0 && number < 2 * streams
        ? { path: '/events', headers: { Accept: 'text/event-stream' } }
        : { method: 'POST', path: '/transactions/batch', body: body() },
    );
  },
};
