/** The first steps of a new user: start the service, paste the curl command, stop it, start it again. */
import * as fs from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { once } from 'node:events';
import { client, type Answer, type Client } from '../support/client';
import {
  freePort,
  install,
  ledgerProgram,
  mainProgram,
  type Installed,
  type Service,
} from '../support/service-process';
import { runHere } from '../support/command-line';
import { hangingTool } from '../support/hanging-tool';
import { processesEnded } from '../support/outside';

const homes: Installed[] = [];
const newHome = (): Installed => {
  const home = install();
  homes.push(home);
  return home;
};
afterAll(() => Promise.all(homes.map((home) => home.remove())));

/** The curl command that the service prints when it first starts. */
const printedCurl = (service: Service): { readonly key: string; readonly url: string } => {
  const [, key, url] = /^ +curl -s -H 'Authorization: Bearer (\S+)' (\S+)$/m.exec(service.stdout()) ?? [];
  if (key === undefined || url === undefined) throw new Error(`no curl in: ${service.stdout()}`);
  return { key, url };
};

const paste = async (service: Service): Promise<Answer['body']> => {
  const { key, url } = printedCurl(service);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: unknown }).data;
};

const sale = {
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: 'sale-1',
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '10.50' },
    { account_code: 'SALES', type: 'credit', amount: '10.50' },
  ],
};

const openSalesAccounts = async (api: Client): Promise<void> => {
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
};

interface LastAnswer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/** Starts a POST /transactions with half of its body. `finish` sends the rest and returns the status. */
const slowPost = async (
  service: Service,
  key: string,
  body: object,
  agent: Agent | false = false,
): Promise<{ readonly finish: () => Promise<LastAnswer> }> => {
  const text = JSON.stringify(body);
  const sending = httpRequest(`${service.url}/api/v1/transactions`, {
    method: 'POST',
    agent,
    headers: {
      ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': text.length },
      // With this header, the service answers 100 when it starts to read the body.
      Expect: '100-continue',
    },
  });
  const answer = new Promise<LastAnswer>((resolve, reject) => {
    sending.once('error', reject).once('response', (response: IncomingMessage) => {
      response.resume();
      resolve({ status: response.statusCode, connection: response.headers.connection });
    });
  });
  answer.catch(() => undefined);
  sending.write(text.slice(0, 20));
  await once(sending, 'continue');
  return {
    finish: () => {
      sending.end(text.slice(20));
      return answer;
    },
  };
};

const nothingIsLeftOf = async (home: Installed): Promise<void> => {
  await processesEnded(home.dataDirectory);
  expect(home.socketFolders()).toEqual([]);
  expect(fs.readdirSync(path.join(home.dataDirectory, 'postgres/users'))).toEqual([]);
};

describe('the first start', () => {
  let home: Installed;
  let service: Service;
  let key: string;

  beforeAll(async () => {
    home = newHome();
    service = await home.serve();
    key = printedCurl(service).key;
  });

  test('prints what it waits for before anything else', () => {
    expect(service.stdout()).toMatch(
      /^Creating a database with demo books in .*\n(Still starting …\n)*The ledger listens on /,
    );
  });

  test('prints a curl command that works as pasted, and the address of the documentation', async () => {
    expect(await paste(service)).toMatchObject({ code: 'USD-MAIN', currency: 'USD', storage_decimals: 2 });
    const [, docs] = /^Documentation: (\S+)$/m.exec(service.stdout()) ?? [];
    const page = await fetch(docs ?? '');
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).not.toMatch(/https?:\/\//);
    expect((await (await fetch(`${service.url}/openapi.json`)).json()) as object).toMatchObject({ openapi: '3.1.0' });
    expect(service.stderr()).toBe('');
  });

  test('prints a key that can post', async () => {
    const api = client(service.url, key);
    await openSalesAccounts(api);
    const posted = await api.post('/transactions', sale, { Prefer: 'wait=5' });
    expect([posted.status, posted.body.data.status]).toEqual([202, 'posted']);
    expect((await api.get('/accounts/code/CASH/balance')).body.data.balances.settled).toBe('10.50');
  });

  test('keeps the printed keys in a file that only its user can read', () => {
    const file = path.join(home.dataDirectory, 'demo-keys.json');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys((JSON.parse(fs.readFileSync(file, 'utf8')) as { keys: object }).keys)).toEqual([
      'USD-MAIN',
      'EUR-MAIN',
    ]);
  });

  test('ends with 0 at Ctrl-C after it answers requests in progress, and leaves nothing running', async () => {
    const underWay = await slowPost(service, key, { ...sale, idempotency_key: 'sale-2' });
    const ended = service.stop('SIGINT');
    await service.says(/Finishing the requests in progress/);
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    expect(await underWay.finish()).toMatchObject({ status: 202 });
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await nothingIsLeftOf(home);
  });

  test('is followed by starts that keep the books, and print the place of the keys but no key', async () => {
    service = await home.serve({}, [...ledgerProgram, 'serve']);
    expect(service.stdout()).toContain(`The demo's keys are in ${path.join(home.dataDirectory, 'demo-keys.json')}.\n`);
    expect(service.stdout()).toContain('npx ledger operators invite --email demo@ledger.example\n');
    expect(service.stdout()).not.toMatch(/sk_|invite_/);
    const api = client(service.url, key);
    const again = await api.post('/transactions', { ...sale, idempotency_key: 'sale-2' }, { Prefer: 'wait=20' });
    expect(again.body.data.status).toBe('posted');
    expect((await api.get('/accounts/code/CASH/balance')).body.data.balances.settled).toBe('21.00');
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    await nothingIsLeftOf(home);
  });

  test('ends with its last answer, even if the client keeps its connection open', async () => {
    service = await home.serve();
    const agent = new Agent({ keepAlive: true, timeout: 60_000 });
    const underWay = await slowPost(service, key, { ...sale, idempotency_key: 'sale-3' }, agent);
    // SIGHUP is the signal that a process gets when its terminal is closed.
    const ended = service.stop('SIGHUP');
    await service.says(/Finishing the requests in progress/);
    // The service closes the connection with this answer. After ten seconds it would cut a connection that stays open.
    expect(await underWay.finish()).toEqual({ status: 202, connection: 'close' });
    expect(await ended).toMatchObject({ code: 0 });
    agent.destroy();
  });

  test('stops without waiting at a second Ctrl-C', async () => {
    service = await home.serve();
    await slowPost(service, key, { ...sale, idempotency_key: 'sale-4' });
    const ended = service.stop('SIGINT');
    await service.says(/Finishing the requests in progress/);
    void service.stop('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
    await nothingIsLeftOf(home);
  });
});

describe('Ctrl-C in the middle of the very first start', () => {
  test('ends with 0 once the database is created, and leaves nothing running', async () => {
    const home = newHome();
    const starting = home.beginToServe(await freePort());
    await starting.says(/^Creating a database with demo books in /);
    expect(await starting.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    expect(starting.stdout()).toContain('Finishing the requests in progress');
    expect(starting.stdout()).not.toContain('listens on');
    await nothingIsLeftOf(home);
  });
});

describe('the command line on the embedded database', () => {
  test('starts it only while commands need it, shares it, and does not stop that of a service', async () => {
    const home = newHome();
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runHere([...args, '--json'], { LEDGER_DATA_DIR: home.dataDirectory });
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    };
    expect((await run('migrate')).applied[0]).toMatch(/^0001-/);
    await nothingIsLeftOf(home);
    const names = ['One', 'Two', 'Three'];
    await Promise.all(names.map((name) => run('tenants', 'create', '--name', name)));
    await nothingIsLeftOf(home);
    const service = await home.serve();
    const { tenants } = await run('tenants', 'list');
    const found = tenants.map(({ name }: { name: string }) => name);
    expect(found.toSorted()).toEqual(names.toSorted());
    expect(home.postgres()).not.toEqual([]);
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    await nothingIsLeftOf(home);
  });
});

test('a backup whose terminal is closed ends, stops the database that it started, and leaves no file', async () => {
  const home = newHome();
  expect(await home.run([...ledgerProgram, 'migrate']).ended).toMatchObject({ code: 0 });
  const tool = hangingTool();
  const copies = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-copies-'));
  const running = home.run([...ledgerProgram, 'backup', '--to', path.join(copies, 'ledger.dump')], tool.env);
  await tool.begun;
  expect(fs.readdirSync(copies)).toEqual(['ledger.dump.part']);
  const { code, stderr } = await running.stop('SIGHUP');
  expect([code, stderr]).toEqual([1, 'Interrupted: the command did not finish.\n']);
  expect(fs.readdirSync(copies)).toEqual([]);
  await nothingIsLeftOf(home);
});

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

describe('a wrong environment stops the start with one line', () => {
  test.each<[environment: Record<string, string>, line: RegExp]>([
    [{ PORT: 'abc' }, /PORT must be a whole number from 1 to 65535\. It is "abc"\.$/],
    [{ PORT: '70000' }, /PORT must be .* It is "70000"\.$/],
    [{ LEDGER_ROLE: 'boss' }, /LEDGER_ROLE must be one of all, api, worker\. It is "boss"\.$/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of .* It is "loud"\.$/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgresql:\/\/ or postgres:\/\/\.$/],
  ])('%j', async (environment, line) => {
    const home = newHome();
    const { code, stdout, stderr } = await home.run(mainProgram, environment).ended;
    expect([code, stdout, lines(stderr)]).toEqual([1, '', [expect.stringMatching(line)]]);
    expect(fs.existsSync(home.dataDirectory)).toBe(false);
  });

  test.each([['serve'], ['verify --json']])('under ledger %s too', async (command) => {
    const { code, stdout, stderr } = await newHome().run([...ledgerProgram, ...command.split(' ')], { PORT: 'abc' })
      .ended;
    expect([code, stdout, lines(stderr)]).toEqual([1, '', [expect.stringMatching(/^PORT must be .* It is "abc"\.$/)]]);
  });

  test('so does a database that does not answer', async () => {
    const home = newHome();
    const place = `127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await home.run(mainProgram, { DATABASE_URL: `postgresql://${place}/ledger` })
      .ended;
    const line = expect.stringMatching(`${place}: start PostgreSQL there, or correct DATABASE_URL$`);
    expect([code, stdout, lines(stderr)]).toEqual([1, '', [line]]);
    expect(fs.existsSync(home.dataDirectory)).toBe(false);
  });

  test('so does a port that is taken, and leaves nothing running', async () => {
    const home = newHome();
    const first = await home.serve();
    const other = newHome();
    const { code, stdout, stderr } = await other.beginToServe(Number(new URL(first.url).port)).ended;
    expect([code, lines(stderr)]).toEqual([1, [expect.stringMatching(/EADDRINUSE.*, or set PORT to a free port$/)]]);
    expect(stdout).toMatch(/^Creating a database with demo books in .*\n(Still starting …\n)*$/);
    await nothingIsLeftOf(other);
  });
});
