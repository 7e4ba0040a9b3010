/** The metrics of requests and statements, in a registry of their own. */
import { createMetrics, type Answered, type MetricsSources } from '../../../src/app/metrics';
import { HandClock } from '../../support/hand-clock';
import { servedIn, valueOf } from '../../support/watched';

const sources: MetricsSources = {
  readiness: async () => ({
    status: 'not ready',
    checks: {
      database: 'cannot be reached',
      migrations: 'unknown: the database cannot be reached',
      pepper: 'unknown',
      poster: 'unknown',
      clock: 'ok',
    },
    posterLagSeconds: null,
    backlog: undefined,
  }),
  admission: () => ({ active: 0, waiting: 0, refused: 0, arriving: 0 }),
  pools: () => [
    {
      pool: 'primary',
      counts: { inUse: 3, open: 5, waiting: 2, max: 16 },
      waitingForShare: { light: 7, heavy: 1 },
    },
  ],
  replicaLag: undefined,
  openStreams: () => 4,
};

const plain: Omit<Answered, 'startedAt'> = {
  method: 'GET',
  route: '/api/v1/ledger',
  status: 200,
  code: undefined,
  isReplay: false,
  limit: undefined,
};

const open = () => {
  const clock = new HandClock();
  const metrics = createMetrics('worker', clock);
  return {
    ...metrics,
    clock,
    text: (different: Partial<MetricsSources> = {}) => metrics.text({ ...sources, ...different }),
    answer: (different: Partial<Answered> = {}) =>
      metrics.answered({ ...plain, startedAt: metrics.began(), ...different }),
  };
};

describe('a request', () => {
  test('is in flight until it is answered, and counts under its route, status and class', async () => {
    const { clock, began, answer, text } = open();
    const startedAt = began();
    clock.advance(70);
    answer();
    answer({ status: 404, code: 'ACCOUNT_NOT_FOUND', startedAt });
    const told = await text();
    expect(valueOf(told, 'ledger_http_requests_in_flight')).toBe(1);
    expect(valueOf(told, 'ledger_http_requests_total', { route: '/api/v1/ledger', status: '200' })).toBe(1);
    const failed = { route: '/api/v1/ledger', status_class: '4xx' };
    const bucket = (le: string): number =>
      valueOf(told, 'ledger_http_request_duration_seconds_bucket', { ...failed, le });
    // The bucket `le` counts the requests that took at most `le` seconds.
    expect([bucket('0.05'), bucket('10'), bucket('+Inf')]).toEqual([0, 1, 1]);
    expect(valueOf(told, 'ledger_http_request_duration_seconds_sum', failed)).toBe(0.07);
    expect(valueOf(told, 'ledger_http_request_duration_seconds_count', failed)).toBe(1);
  });

  test('with an invented method or path gets no series of its own', async () => {
    const { answer, text } = open();
    for (const method of ['BREW', 'PROPFIND']) answer({ method, route: undefined, status: 404 });
    expect(valueOf(await text(), 'ledger_http_requests_total', { method: 'other', route: 'none' })).toBe(2);
  });

  test('that repeats an answer counts as a replay of its route', async () => {
    const { answer, text } = open();
    answer({ isReplay: true });
    answer();
    expect(valueOf(await text(), 'ledger_idempotent_replays_total', { route: '/api/v1/ledger' })).toBe(1);
  });

  test.each([
    ['key', { limit: 'key', code: 'RATE_LIMIT_EXCEEDED' }],
    ['address', { limit: 'address', code: 'RATE_LIMIT_EXCEEDED' }],
    ['share', { code: 'RATE_LIMIT_EXCEEDED' }],
    ['sign_in', { code: 'SIGN_IN_LIMITED' }],
    ['event_streams', { code: 'EVENT_STREAMS_EXHAUSTED' }],
    ['exports', { code: 'EXPORTS_EXHAUSTED' }],
  ] as const)('that met the limit of %s counts under that kind only', async (kind, refusal) => {
    const { answer, text } = open();
    answer({ status: 429, ...refusal });
    answer({ status: 422, code: 'INVALID_REQUEST' });
    const told = await text();
    expect(valueOf(told, 'ledger_rate_limited_total', { kind })).toBe(1);
    expect(valueOf(told, 'ledger_rate_limited_total')).toBe(1);
  });
});

test('a statement is counted by its name', async () => {
  const { statementAnswered, text } = open();
  for (const seconds of [0.0005, 0.02, 9]) statementAnswered('lock_head', seconds);
  const bucket = async (le: string): Promise<number> =>
    valueOf(await text(), 'ledger_database_statement_duration_seconds_bucket', { statement: 'lock_head', le });
  expect([await bucket('0.001'), await bucket('0.025'), await bucket('2.5'), await bucket('+Inf')]).toEqual([
    1, 2, 2, 3,
  ]);
});

test('connections are counted by state, and waiting requests by weight', async () => {
  const told = await open().text();
  const inState = (state: string): number =>
    valueOf(told, 'ledger_database_pool_connections', { pool: 'primary', state });
  const waiting = (weight: string): number =>
    valueOf(told, 'ledger_database_pool_waiting', { pool: 'primary', weight });
  expect([inState('in_use'), inState('idle'), valueOf(told, 'ledger_database_pool_max_connections')]).toEqual([
    3, 2, 16,
  ]);
  expect([waiting('light'), waiting('heavy'), waiting('any')]).toEqual([7, 1, 2]);
});

test('a failed check is 0, and a value that cannot be read is NaN', async () => {
  const told = await open().text();
  for (const check of ['database', 'migrations', 'pepper', 'poster'])
    expect(valueOf(told, 'ledger_ready', { check })).toBe(0);
  for (const name of ['transactions', 'oldest_seconds']) expect(valueOf(told, `ledger_backlog_${name}`)).toBeNaN();
  const degraded = {
    database: 'degraded: east cannot be reached',
    migrations: 'ok',
    pepper: 'ok',
    poster: 'ok',
    clock: 'ok',
  };
  const readiness: MetricsSources['readiness'] = async () => ({
    ...{ status: 'degraded', checks: degraded, posterLagSeconds: 1.5, backlog: undefined },
  });
  const now = await open().text({ readiness });
  expect([valueOf(now, 'ledger_ready'), valueOf(now, 'ledger_poster_lag_seconds')]).toEqual([5, 1.5]);
  const otherPepper: MetricsSources['readiness'] = async () => ({
    ...{ status: 'not ready', posterLagSeconds: 0, backlog: undefined },
    checks: { ...degraded, database: 'ok', pepper: 'LEDGER_KEY_PEPPER is not the pepper of this installation.' },
  });
  const refused = await open().text({ readiness: otherPepper });
  expect([valueOf(refused, 'ledger_ready'), valueOf(refused, 'ledger_ready', { check: 'pepper' })]).toEqual([4, 0]);
});

test('a replica has metrics only if there is one, and is down if it does not answer', async () => {
  const replicaNames = (text: string) => [...servedIn(text).keys()].filter((name) => /replica_(up|lag)/.test(name));
  expect(replicaNames(await open().text())).toEqual([]);
  const behind = await open().text({ replicaLag: async () => ({ seconds: 2.5, bytes: 4_096 }) });
  const value = (text: string, name: string): number => valueOf(text, `ledger_replica_${name}`);
  expect([value(behind, 'up'), value(behind, 'lag_seconds'), value(behind, 'lag_bytes')]).toEqual([1, 2.5, 4_096]);
  const away = await open().text({ replicaLag: async () => undefined });
  expect([value(away, 'up'), value(away, 'lag_seconds')]).toEqual([0, NaN]);
});

test('a verification reports by scope its end per result and its findings', async () => {
  const { verified, text } = open();
  const ended = { seconds: 12, finishedAt: new Date(1_000_000) };
  verified({ scope: 'all', result: 'passed', findings: 0, ...ended });
  verified({ scope: 'all', result: 'broken off', findings: 3, seconds: 1, finishedAt: new Date(2_000_000) });
  const told = await text();
  const finished = (result: string): number =>
    valueOf(told, 'ledger_verify_finished_timestamp_seconds', { scope: 'all', result });
  expect([finished('passed'), finished('broken_off')]).toEqual([1_000, 2_000]);
  expect([valueOf(told, 'ledger_verify_findings'), valueOf(told, 'ledger_verify_duration_seconds')]).toEqual([3, 1]);
});

test('a batch counts its transactions, and the failed ones by code', async () => {
  const { posted, holdsExpired, text } = open();
  posted({ posted: 3, failed: ['PERIOD_LOCKED', 'PERIOD_LOCKED'], seconds: 0.01, oldestAcceptedAt: new Date() });
  holdsExpired(2);
  const told = await text();
  expect(valueOf(told, 'ledger_post_batch_transactions_sum')).toBe(5);
  expect(valueOf(told, 'ledger_posted_total', { outcome: 'failed' })).toBe(2);
  expect(valueOf(told, 'ledger_posting_failures_total', { code: 'PERIOD_LOCKED' })).toBe(2);
  expect(valueOf(told, 'ledger_holds_expired_total')).toBe(2);
});

test('the process reports its version and role, and only counters end in _total', async () => {
  const told = await open().text();
  expect(told).toContain(`node="${process.version}",role="worker"} 1\n`);
  expect(valueOf(told, 'ledger_memory_limit_bytes')).toBeGreaterThan(valueOf(told, 'process_resident_memory_bytes'));
  for (const [name, { type }] of servedIn(told))
    if (name.endsWith('_total')) expect([name, type]).toEqual([name, 'counter']);
  expect(told).not.toMatch(/\n\n/);
});
