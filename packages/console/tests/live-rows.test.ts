/** Tests a list with live updates: new transactions appear at its top, and a changed transaction changes its row. */
import { hear, nothingHeard, shownRows } from '../src/web/pages/transactions/live-rows';

type Transaction = Parameters<typeof hear>[2];

const one = (id: string, status = 'posted'): Transaction => ({ id, status }) as Transaction;

const shown = (heard: Parameters<typeof shownRows>[0], listed: readonly Transaction[]) => {
  const { rows, freshIds } = shownRows(heard, listed, ({ status }) => status === 'posted');
  return { rows: rows.map(({ id, status }) => `${id} ${status}`), fresh: [...freshIds] };
};

test('the newest stands first and no row stands twice', () => {
  const heard = [one('c'), one('d'), one('c')].reduce(
    (before, next) => hear(before, 'transaction.posted', next),
    nothingHeard,
  );
  expect(shown(heard, [one('c'), one('b')])).toEqual({ rows: ['c posted', 'd posted', 'b posted'], fresh: ['c', 'd'] });
});

test('what was listed stays and says what it became; what came in and is no longer found goes', () => {
  const posted = hear(nothingHeard, 'transaction.posted', one('c'));
  const voided = hear(hear(posted, 'transaction.voided', one('c', 'void')), 'transaction.voided', one('a', 'void'));
  expect(shown(voided, [one('b'), one('a')])).toEqual({ rows: ['b posted', 'a void'], fresh: [] });
  expect(shown(hear(nothingHeard, 'transaction.failed', one('e', 'failed')), [])).toEqual({ rows: [], fresh: [] });
});

test('an evening of looking fills no memory', () => {
  let heard = nothingHeard;
  for (let count = 0; count < 500; count += 1) {
    heard = hear(heard, 'transaction.posted', one(`posted ${count}`));
    heard = hear(heard, 'hold.settled', one(`settled ${count}`));
  }
  expect([heard.fresh.length, heard.changed.size]).toEqual([50, 200]);
  expect([heard.fresh[0]?.id, heard.changed.has('settled 499')]).toEqual(['posted 499', true]);
});
