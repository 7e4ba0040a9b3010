/** The page about monitoring, the dashboard and the alerts name exactly the metrics that a service exposes. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { createMetrics } from '../../src/app/metrics';
import { client } from '../support/client';
import { runPage } from '../support/page-runner';
import { transaction } from '../support/requests';
import { install, type Installed, type Service } from '../support/service-process';
import {
  alertRules,
  dashboard,
  foldersOfPromtool,
  hasPromtool,
  metricsIn,
  promtool,
  servedIn,
  skippedWithoutPromtool,
  tableRows,
  valueOf,
  type ServedMetric,
} from '../support/watched';

let home: Installed;
let service: Service;
let text: string;

const scrape = async (): Promise<string> => (await client(service.url).get('//metrics')).body;

beforeAll(async () => {
  home = install();
  service = await home.serve({ LOG_LEVEL: 'debug', LEDGER_KEY_PEPPER: 'never-to-be-told' });
  const key = /Bearer (\S+)'/.exec(service.stdout())?.[1] ?? '';
  const api = client(service.url, key);
  const sale = transaction({
    entries: [
      { account_code: 'BANK', type: 'debit', amount: '10.50' },
      { account_code: 'REVENUE', type: 'credit', amount: '10.50' },
    ],
  });
  for (let time = 0; time < 2; time++) await api.post('/transactions', sale, { Prefer: 'wait=10' });
  await api.get('/accounts/nothing');
  await client(service.url).get('/ledger');
  // Sends requests until the demo key's rate budget, ten requests per second, is used up.
  for (let status = 200; status !== 429;) ({ status } = await api.get('/ledger'));
  await client(service.url).get('//readyz');
  text = await scrape();
  expect(valueOf(text, 'ledger_posted_total', { outcome: 'posted' })).toBeGreaterThan(0);
});
afterAll(() => home.remove());

/** The metrics that only a service with a replica has; `api/replica` tests their values. */
const servedByReplica = async (): Promise<ReadonlyMap<string, ServedMetric>> => {
  const metrics = createMetrics();
  const readiness = async () => ({
    ...{
      status: 'ready' as const,
      checks: { database: 'ok', migrations: 'ok', pepper: 'ok', poster: 'ok', clock: 'ok' },
    },
    ...{ posterLagSeconds: 0, backlog: undefined },
  });
  const sources = {
    ...{ readiness, pools: () => [], openStreams: () => 0, replicaLag: async () => ({ seconds: 0, bytes: 0 }) },
    admission: () => ({ active: 0, waiting: 0, refused: 0, arriving: 0 }),
  };
  return new Map([...servedIn(await metrics.text(sources))].filter(([name]) => /_replica_(up|lag)/.test(name)));
};

const served = async (): Promise<ReadonlyMap<string, ServedMetric>> =>
  new Map([...(await servedByReplica()), ...servedIn(text)]);

describe('the metrics of a service', () => {
  if (!hasPromtool) skippedWithoutPromtool('the metrics of a service, and the commands of the page on watching');
  (hasPromtool ? test : test.skip)('pass `promtool check metrics`', () => {
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' });
  });

  test('are one text, with help and type before each metric', () => {
    expect(text.split('\n').filter((line) => line === '')).toEqual(['']);
    const told = [...text.matchAll(/^# HELP (\w+) .+\n# TYPE (\w+) (?:counter|gauge|histogram|summary)$/gm)];
    expect(told.map(([, help]) => help)).toEqual([...servedIn(text).keys()]);
  });

  test('are those of the page on watching, with their names, types and labels', async () => {
    const rows = tableRows('docs/operate/watching.md', 'name');
    const all = await served();
    const own = [...all.keys()].filter((name) => name.startsWith('ledger_'));
    const named = rows.map(([name = '']) => name);
    expect(named.filter((name) => name.startsWith('ledger_')).sort()).toEqual(own.sort());
    for (const [name = '', type, labels = ''] of rows) {
      const metric = all.get(name);
      expect([name, type]).toEqual([name, metric?.type]);
      const listed = labels.split(', ').filter(Boolean).sort();
      // Some metrics have no series in this test, such as those of cluster nodes, verifications and expiries. Their labels cannot be
      // compared with the page.
      if (metric?.labels) expect([name, listed]).toEqual([name, [...metric.labels].sort()]);
    }
    for (const row of rows) expect([row[0], row[3]]).toEqual([row[0], expect.stringMatching(/\w/)]);
  });

  test.each([
    ['the dashboard', () => dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))],
    ['the variables of the dashboard', () => dashboard().templating.list.map(({ definition = '' }) => definition)],
    ['the alerts', () => alertRules().map(({ expr }) => expr)],
  ])('include all that %s ask for', async (_, expressions) => {
    const names = expressions().flatMap(metricsIn);
    const all = await served();
    expect(names.length).toBeGreaterThan(0);
    expect([...new Set(names)].filter((name) => !all.has(name))).toEqual([]);
  });

  test('count the requests that it got', () => {
    const requests = (labels: Record<string, string>): number => valueOf(text, 'ledger_http_requests_total', labels);
    expect(requests({ method: 'POST', route: '/api/v1/transactions', status: '202' })).toBe(2);
    expect(requests({ route: '/api/v1/ledger', status: '401' })).toBe(1);
    expect(requests({ route: '/api/v1/ledger', status: '429' })).toBe(1);
    expect(requests({ route: '/readyz', status: '200' })).toBeGreaterThan(0);
    expect(valueOf(text, 'ledger_rate_limited_total', { kind: 'key' })).toBe(1);
    expect(valueOf(text, 'ledger_idempotent_replays_total')).toBe(1);
    const posted = { method: 'POST', route: '/api/v1/transactions', status_class: '2xx' };
    expect(valueOf(text, 'ledger_http_request_duration_seconds_count', posted)).toBe(2);
    expect(valueOf(text, 'ledger_database_statement_duration_seconds_count', { statement: 'commit' })).toBeGreaterThan(
      0,
    );
    expect(valueOf(text, 'ledger_database_pool_max_connections', { pool: 'primary' })).toBeGreaterThan(0);
    expect(valueOf(text, 'ledger_ready')).toBe(5);
    // The request that reads the metrics is in flight, so it is counted.
    expect(valueOf(text, 'ledger_http_requests_in_flight')).toBe(1);
  });
});

const lineWith = (message: string, log: string): Record<string, unknown> =>
  JSON.parse(log.split('\n').find((line) => line.includes(`"msg":"${message}"`)) ?? '{}');

describe('the log of a service', () => {
  test('begins with its version, address and migrations, and names its settings without their values', () => {
    const started = lineWith('the service has started', service.stderr());
    expect(started).toMatchObject({
      ...{ level: 'info', version: expect.any(String), role: 'all', node: process.version, address: service.url },
      ...{ database: 'embedded', ms: expect.any(Number) },
      migrations: fs
        .readdirSync(path.join(__dirname, '../../migrations'))
        .filter((file) => file.endsWith('.sql'))
        .sort(),
      settings: expect.arrayContaining(['PORT', 'LEDGER_DATA_DIR', 'LOG_LEVEL', 'LEDGER_KEY_PEPPER']),
    });
    expect(service.stderr()).not.toContain('never-to-be-told');
  });

  test('names the route and the key of a request that was refused for its budget', () => {
    const refused =
      service
        .stderr()
        .split('\n')
        .find((line) => line.includes('"status":429')) ?? '{}';
    const prefix = /Bearer sk_([a-z0-9]+)_/.exec(service.stdout())?.[1];
    expect(JSON.parse(refused)).toMatchObject({
      ...{ level: 'debug', method: 'GET', route: '/api/v1/ledger', code: 'RATE_LIMIT_EXCEEDED', key: prefix },
    });
  });
});

test('every command of the page on watching works as described', async () => {
  const textfiles = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-textfiles-'));
  const { mtimeMs: beforeMs } = fs.statSync(textfiles);
  try {
    await runPage('docs/operate/watching.md', {
      yours: { LEDGER: service.url, CHECKOUT: path.resolve(__dirname, '../..'), TEXTFILES: textfiles },
      environment: { LEDGER_DATA_DIR: home.dataDirectory, LEDGER_KEY_PEPPER: 'never-to-be-told' },
      // Pages run with a PATH of their own.
      path: foldersOfPromtool,
      programs: hasPromtool ? {} : { promtool: 'exit 0' },
    });
    expect(fs.readdirSync(textfiles)).toEqual(['ledger.prom']);
    const told = fs.readFileSync(path.join(textfiles, 'ledger.prom'), 'utf8');
    const finished = { scope: 'all', result: 'passed' };
    const finishedAt = valueOf(told, 'ledger_verify_finished_timestamp_seconds', finished);
    expect(finishedAt).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1_000));
    // The Date header has whole seconds, rounded down, so the verification may have ended up to a second later than the header says.
    const { headers } = await client(service.url).get('//healthz');
    expect(finishedAt).toBeLessThan(Date.parse(headers.get('date') ?? '') / 1_000 + 1);
    expect(valueOf(told, 'ledger_verify_findings')).toBe(0);
    if (hasPromtool) expect(promtool(['check', 'metrics'], told)).toEqual({ status: 0, said: '' });
  } finally {
    fs.rmSync(textfiles, { recursive: true });
  }
});

test('the log of a service ends with the reason and the duration of its stop', async () => {
  const { stderr, code } = await service.stop('SIGTERM');
  expect(code).toBe(0);
  expect(lineWith('the service is stopping', stderr)).toMatchObject({ level: 'info', reason: 'SIGTERM', role: 'all' });
  const stopped = lineWith('the service has stopped', stderr);
  expect(stopped).toMatchObject({ reason: 'SIGTERM', drainMs: expect.any(Number), ms: expect.any(Number) });
  expect(Number(stopped['ms'])).toBeGreaterThanOrEqual(Number(stopped['drainMs']));
});
