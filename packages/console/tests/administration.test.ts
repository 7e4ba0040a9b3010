/** Tests how the administration pages show answers and read typed text. */
import { isOpenTo } from '../src/web/api/role';
import { linksIn } from '../src/web/pages/administration/finding';
import { partsOf, readableName } from '../src/web/pages/administration/system-facts';
import { chained, shortHash } from '../src/web/pages/activity/chain';
import { eventTypes, groupsOfTypes, isEventType, pathOfSubject, stretchOf } from '../src/web/pages/events/subject';
import { changeOf, expiryOf, isRate, networksIn, stateOf } from '../src/web/pages/keys/rights';
import { foreignText } from '../src/web/parts/foreign-text';

const id = '01a209e0-6b98-78f9-bd1c-1443b610adee';

describe('a foreign text', () => {
  test.each([
    ['plain, with\ttabs\nand lines\r\nof two kinds', 'plain, with\ttabs\nand lines\nof two kinds'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['\u202Egnp.exe', '⟨U+202E⟩gnp.exe'],
    ['a\u200Bb\u0000c\u001B[31m\uFEFF', 'a⟨U+200B⟩b⟨U+0000⟩c⟨U+001B⟩[31m⟨U+FEFF⟩'],
    ['Ärger, 漢字, 🙂', 'Ärger, 漢字, 🙂'],
  ])('%j is shown as %j', (text, shown) => expect(foreignText(text)).toBe(shown));
});

describe('the hash chain', () => {
  test('joins consecutive rows and counts the hidden ones in each gap', () => {
    const rows = [9, 8, 4, 1].map((sequence) => ({ sequence }));
    expect(chained(rows).map(({ below, hidden }) => [below, hidden])).toEqual([
      ['next', 0],
      ['gap', 3],
      ['gap', 2],
      ['first', 0],
    ]);
    expect(chained([{ sequence: 7 }])[0]?.below).toBe('end');
  });

  test('shows the last eight digits of a hash', () => expect(shortHash('01abcdef0123456789')).toBe('23456789'));
});

describe('the links in the text of a finding', () => {
  test.each([
    [`transaction ${id}, entry 3`, [['the transaction', `transactions/${id}`]]],
    [`Account ${id} twice: account ${id}`, [['the account', `accounts/${id}`]]],
    [
      'event 812 does not continue event 811',
      [
        ['event 812', 'events?event=812'],
        ['event 811', 'events?event=811'],
      ],
    ],
    ['account 12 and event 01a2', []],
    ['the database', []],
  ])('%s', (text, links) => expect(linksIn(text).map(({ label, path }) => [label, path])).toEqual(links));
});

describe('keys', () => {
  const now = Date.parse('2026-01-15T10:00:00.000Z');

  test.each([
    ['never', '', null],
    ['day', '2026-02-01', '2026-02-01T00:00:00.000Z'],
    ['day', '', null],
    ['30', '', '2026-02-14T10:00:00.000Z'],
  ])('expire as chosen: %s %s', (chosen, day, moment) => expect(expiryOf(chosen, day, now)).toBe(moment));

  test.each([
    [true, null, 'active'],
    [true, '2026-03-01T00:00:00Z', 'active'],
    [true, '2026-01-17T00:00:00Z', 'ends soon'],
    [true, '2026-01-15T10:00:00Z', 'expired'],
    [false, null, 'revoked'],
  ])('with is_active %s and expiry %s are shown as %s', (isActive, expires, state) =>
    expect(stateOf({ is_active: isActive, expires_at: expires }, now)).toBe(state),
  );

  const till = { name: 'till', rate_limit_per_second: 10 };

  test.each([
    [till, 'till', '10', undefined],
    [till, ' till ', '10', undefined],
    [till, ' kiosk ', '10', { name: 'kiosk' }],
    [till, 'till', '500', { rate_limit_per_second: 500 }],
    [till, 'kiosk', '500', { name: 'kiosk', rate_limit_per_second: 500 }],
    // An empty field does not remove the name.
    [till, '  ', '10', undefined],
    [{ ...till, name: null }, '', '10', undefined],
    [{ ...till, name: null }, 'kiosk', '10', { name: 'kiosk' }],
  ])('changed from %j to the name %j and the rate %s send only the changed fields', (key, name, rate, change) =>
    expect(changeOf(key, { name, rate })).toEqual(change),
  );

  test.each([
    ['1', true],
    ['1000000', true],
    ['0', false],
    ['', false],
    ['1.5', false],
    ['-1', false],
    ['1e3', false],
    ['10000000', false],
  ])('accept the rate %j per second: %s', (typed, is) => expect(isRate(typed)).toBe(is));

  test('accept networks separated by lines, commas or spaces, each once', () =>
    expect(networksIn(' 10.0.0.0/8,\n2001:db8::/32  10.0.0.0/8\n')).toEqual(['10.0.0.0/8', '2001:db8::/32']));
});

describe('an administration page', () => {
  const [everyday, rare] = [{ least: 'admin' }, { least: 'admin', isOfAllTenants: true }] as const;

  test.each([
    ['admin', true, [true, true]],
    ['admin', false, [true, false]],
    ['bookkeeper', true, [false, false]],
    ['bookkeeper', false, [false, false]],
    ['viewer', true, [false, false]],
  ] as const)('opens by role and scope: %s, all tenants: %s', (role, hasAllTenants, open) =>
    expect([everyday, rare].map((page) => isOpenTo({ role, hasAllTenants }, page))).toEqual(open),
  );
});

describe('events', () => {
  test('link to the page of their subject, if it has one', () => {
    expect(pathOfSubject({ type: 'transaction', id })).toBe(`transactions/${id}`);
    expect(pathOfSubject({ type: 'period_lock', id })).toBe('period-locks');
    expect(pathOfSubject({ type: 'toString', id })).toBeUndefined();
  });

  test('have types that each belong to one group', () => {
    expect([...groupsOfTypes.values()].flat().toSorted()).toEqual([...eventTypes].toSorted());
    expect(isEventType('hold.expired')).toBe(true);
    expect(isEventType('webhook.test')).toBe(false);
  });

  test.each([
    [820, undefined, false, 770],
    [20, undefined, false, 0],
    [9000, undefined, true, 7000],
    [820, 100, false, 100],
  ])('in a log with head %s, after %s, filtered %s, are read after %s', (head, after, isFiltered, from) =>
    expect(stretchOf(head, after, isFiltered).after).toBe(from),
  );
});

test('the system page hides secret values and marks settings that are not set', () => {
  const parts = partsOf({
    version: '1.0.0',
    node_version: 'v20',
    role: 'all',
    started_at: '2026-01-15T10:00:00Z',
    migrations: { applied: ['0001-roles.sql', '0002-books.sql'], pending: ['0003-more.sql'] },
    database_version: '18.1',
    pool: { in_use: 1, open: 4, waiting: 0, max: 20 },
    poster_lag_seconds: '0.020',
    settings: [
      { name: 'PORT', is_set: true, value: '8080' },
      { name: 'LEDGER_KEY_PEPPER', is_set: true, value: null },
      { name: 'LEDGER_REDIS_URL', is_set: false, value: null },
    ],
  });
  const facts = new Map(parts.flatMap(({ facts: own }) => own.map(({ name, value }) => [name, value] as const)));
  expect(Object.fromEntries(facts)).toMatchObject({
    Migrations: '2, the last 0002-books.sql',
    'Pending migrations': '0003-more.sql',
    Connections: '1 of 20 in use, 4 open',
    PORT: '8080',
    LEDGER_KEY_PEPPER: 'set; not shown',
    LEDGER_REDIS_URL: 'not set',
  });
  expect(readableName('poster_lag_seconds')).toBe('Poster lag seconds');
});
