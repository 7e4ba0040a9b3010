/** The rate budget of a key limits the requests of many concurrent connections. process/shared-redis tests it across two processes. */
import { bareClient, type BareAnswer } from '../support/bare-client';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { HandClock } from '../support/hand-clock';
import { startLedger } from '../support/ledger';

const connections = 64;

test('64 concurrent connections together get exactly the requests of the budget', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const ledger = await startLedger([replace(CLOCK, [], () => clock)]);
  const books = await ledger.newLedger();
  const bare = bareClient(ledger.baseUrl, await ledger.newKey(books.ledger, { rateLimitPerSecond: 50 }), connections);
  for (let second = 0; second < 3; second++) {
    const answers = await Promise.all(Array.from({ length: 4 * connections }, () => bare.send('GET', '/ledger')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4 * connections - 50);
    const left = answers.filter(({ status }) => status === 200).map(remaining);
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    clock.advance(1_000);
  }
  bare.close();
  await ledger.close();
});

const remaining = ({ headers }: BareAnswer): number => Number(headers['x-ratelimit-remaining']);
