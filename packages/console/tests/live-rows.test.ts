/** Tests a list with live updates: new transactions appear at its top, and a changed transaction changes its row. */
import { eventsOnPage } from '../src/web/pages/events/live-events';
import { hear, nothingHeard, shownRows } from '../src/web/pages/transactions/live-rows';
import { createPaced } from '../src/web/parts/paced';

type Transaction = Parameters<typeof hear>[2];

const one = (id: string, status = 'posted'): Transaction => ({ id, status }) as Transaction;

const shown = (heard: Parameters<typeof shownRows>[0], listed: readonly Transaction[], heardBefore = 0) => {
  const { rows, freshIds } = shownRows(heard, { rows: listed, heardBefore }, ({ status }) => status === 'posted');
  return { rows: rows.map(({ id, status }) => `${id} ${status}`), fresh: [...freshIds] };
};

test('the newest transaction is first, and no row is repeated', () => {
  const heard = [one('c'), one('d'), one('c')].reduce(
    (before, next) => hear(before, 'transaction.posted', next),
    nothingHeard,
  );
  expect(shown(heard, [one('c'), one('b')])).toEqual({ rows: ['c posted', 'd posted', 'b posted'], fresh: ['c', 'd'] });
});

test('listed rows stay with their new status; new rows that no longer match disappear', () => {
  const posted = hear(nothingHeard, 'transaction.posted', one('c'));
  const voided = hear(hear(posted, 'transaction.voided', one('c', 'void')), 'transaction.voided', one('a', 'void'));
  expect(shown(voided, [one('b'), one('a')])).toEqual({ rows: ['b posted', 'a void'], fresh: [] });
  expect(shown(hear(nothingHeard, 'transaction.failed', one('e', 'failed')), [])).toEqual({ rows: [], fresh: [] });
});

test('at most 50 new and 200 changed transactions are kept', () => {
  let heard = nothingHeard;
  for (let count = 0; count < 500; count += 1) {
    heard = hear(heard, 'transaction.posted', one(`posted ${count}`));
    heard = hear(heard, 'hold.settled', one(`settled ${count}`));
  }
  expect([heard.fresh.length, heard.changed.size]).toEqual([50, 200]);
  expect([heard.fresh[0]?.transaction.id, heard.changed.has('settled 499')]).toEqual(['posted 499', true]);
});

test('a list that is read again replaces what was heard before', () => {
  const voided = hear(hear(nothingHeard, 'transaction.posted', one('c')), 'transaction.voided', one('a', 'void'));
  const amended = one('a', 'void, amended');
  expect(shown(voided, [one('c'), amended], voided.count)).toEqual({
    rows: ['c posted', 'a void, amended'],
    fresh: ['c'],
  });
  const later = hear(voided, 'transaction.posted', one('d'));
  expect(shown(later, [one('c'), amended], voided.count)).toEqual({
    rows: ['d posted', 'c posted', 'a void, amended'],
    fresh: ['d', 'c'],
  });
});

test('an amendment counts as heard, and changes no row until the list is read again', () => {
  const amended = hear(nothingHeard, 'transaction.amended', one('a', 'no status'));
  expect(amended.count).toBe(1);
  expect(shown(amended, [one('a')]).rows).toEqual(['a posted']);
});

test('the list is incomplete after dropped transactions until it is read again', () => {
  let heard = nothingHeard;
  for (let count = 0; count < 51; count += 1) heard = hear(heard, 'transaction.posted', one(`posted ${count}`));
  const isIncomplete = (heardBefore: number) => shownRows(heard, { rows: [], heardBefore }, () => true).isIncomplete;
  expect([isIncomplete(0), isIncomplete(1), isIncomplete(51)]).toEqual([true, false, false]);
});

describe('the list is read again', () => {
  const reading = () => {
    let count = 0;
    let waiting: (() => void) | undefined;
    const paced = createPaced(
      () => void (count += 1),
      (act) => {
        waiting = act;
        return () => void (waiting = undefined);
      },
    );
    return { ...paced, count: () => count, afterPause: () => waiting?.() };
  };

  test('at once when live updates begin, and once after many events', () => {
    const list = reading();
    list.send();
    expect(list.count()).toBe(1);
    list.answered();
    for (let event = 0; event < 10; event += 1) list.want();
    expect(list.count()).toBe(1);
    list.afterPause();
    list.afterPause();
    expect(list.count()).toBe(2);
  });

  test('after an answer that takes long, and not before it', () => {
    const list = reading();
    list.send();
    list.want();
    list.afterPause();
    expect(list.count()).toBe(1);
    list.answered();
    list.afterPause();
    expect(list.count()).toBe(2);
  });

  test('not after live updates end', () => {
    const list = reading();
    list.want();
    list.stop();
    list.afterPause();
    expect(list.count()).toBe(0);
  });
});

test('events that were dropped leave no gap on the page of events', () => {
  const numbered = (...sequences: readonly number[]) => sequences.map((sequence) => ({ sequence }));
  const past = numbered(3, 2, 1);
  expect(eventsOnPage({ events: numbered(5, 4), count: 2 }, past)).toEqual(numbered(5, 4, 3, 2, 1));
  expect(eventsOnPage({ events: numbered(5, 4, 3), count: 3 }, past)).toEqual(numbered(5, 4, 3, 2, 1));
  expect(eventsOnPage({ events: numbered(9, 8), count: 6 }, past)).toEqual(numbered(9, 8));
});
