/** Requests that are refused, from as many connections as there may be: by keys that nobody issued, and by one over its budget. */
import { randomBytes } from 'node:crypto';
import { keyTextOf, randomBytesOfKey } from '../../../src/modules/access/domain/key-text';
import { askSteadily, maxConnections, type Attack } from './attack';

export const knocking: Attack = {
  name: 'five hundred knocks a second',
  prepare: async () => ({}),
  attack: (target, _, _perSecond, seconds) =>
    askSteadily(target, maxConnections, seconds, (number) =>
      number % 2 === 0
        ? { path: '/ledger' }
        : { path: '/ledger', headers: { Authorization: `Bearer ${keyTextOf(randomBytes(randomBytesOfKey)).text}` } },
    ),
};
