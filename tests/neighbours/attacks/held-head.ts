/** Changes that take the ledger's head one after the other, and requests that wait for what is behind them. */
import { askSteadily, transactionBody, type Attack } from './attack';

export const heldHead: Attack = {
  name: 'waiting behind a held head',
  prepare: async ({ api }) => ({ id: (await api.get('/accounts?search=CASH')).body.data[0].id as string }),
  attack: (target, { id }, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, (number) =>
      number % 2 === 0
        ? { method: 'PUT', path: `/accounts/${id}`, body: JSON.stringify({ name: `Cash ${number}` }) }
        : {
            method: 'POST',
            path: '/transactions',
            headers: { Prefer: 'wait=10' },
            body: JSON.stringify(transactionBody()),
          },
    ),
};
