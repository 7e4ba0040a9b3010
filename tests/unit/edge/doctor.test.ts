/** The findings of `ledger doctor` about a process and its machine: each wrong setting is found, and nothing else. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readConfig } from '../../../src/app/config';
import { checkNames, examineNoDatabase, examineProcess, type Examined } from '../../../src/app/doctor';
import { failure, fine } from '../../../src/app/doctor/check';
import { newSigningKey } from '../../../src/modules/proof/domain/signed-note';
import { HandClock } from '../../support/hand-clock';

let folder: string;
const sound = (): Record<string, string> => ({
  DATABASE_URL: 'postgresql://a@db/c',
  LEDGER_KEY_PEPPER: 'n0Tv2w9XqfR4mJ8sLk1e',
  LEDGER_PUBLIC_URL: 'https://ledger.example',
  LEDGER_DATA_DIR: folder,
});

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(process.cwd(), 'node_modules/.doctor-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const examine = async (variables: NodeJS.ProcessEnv, { at = '2026-11-23', node = 'v24.1.0' } = {}) => {
  const config = readConfig(variables);
  if ('left' in config) throw new Error(config.left);
  return examineProcess({
    config: config.right,
    variables,
    clock: new HandClock(`${at}T12:00:00Z`),
    nodeVersion: node,
  });
};
const complaintsOf = async (...asked: Parameters<typeof examine>) =>
  (await examine(...asked)).filter(({ status }) => status !== 'ok').map(({ name, status }) => `${status} ${name}`);

test('a sound process has no findings', async () => {
  expect(await complaintsOf(sound())).toEqual([]);
  expect(await complaintsOf({ LEDGER_DATA_DIR: folder, LEDGER_KEY_PEPPER: sound()['LEDGER_KEY_PEPPER'] })).toEqual([]);
});

test.each<[string, () => Record<string, string | undefined>, object, string]>([
  ['Node past its end of life', () => ({}), { node: 'v20.20.2' }, 'warn node-version'],
  ['Node without long-term support', () => ({}), { node: 'v25.0.0' }, 'warn node-version'],
  ['no pepper', () => ({ LEDGER_KEY_PEPPER: '' }), {}, 'warn pepper'],
  ['a pepper from an example', () => ({ LEDGER_KEY_PEPPER: 'change-me-please' }), {}, 'fail pepper'],
  ['a short pepper', () => ({ LEDGER_KEY_PEPPER: 'x7Kq' }), {}, 'warn pepper'],
  ['a former pepper', () => ({ LEDGER_KEY_PEPPER_PREVIOUS: 'none' }), {}, 'warn former-pepper'],
  [
    'a former pepper that is the present one',
    () => ({ LEDGER_KEY_PEPPER_PREVIOUS: sound()['LEDGER_KEY_PEPPER'] }),
    {},
    'fail former-pepper',
  ],
  ['no public URL', () => ({ LEDGER_PUBLIC_URL: '' }), {}, 'warn public-url'],
  [
    'an open port without TLS',
    () => ({ HOST: '0.0.0.0', LEDGER_PUBLIC_URL: 'http://ledger.example' }),
    {},
    'warn listening',
  ],
  ['an open IPv6 port without TLS', () => ({ HOST: '::', LEDGER_PUBLIC_URL: 'http://10.0.0.1' }), {}, 'warn listening'],
  ['the switch for unsafe databases', () => ({ LEDGER_ALLOW_UNSAFE_DATABASE: 'yes' }), {}, 'warn safety-switch'],
])('%s is found', async (_, changed, options, complaint) => {
  const changes = Object.fromEntries(Object.entries(changed()).filter(([, value]) => value !== undefined));
  expect(await complaintsOf({ ...sound(), ...changes }, options)).toEqual([complaint]);
});

test.each([
  ['LEDGER_WEBHOOK_ALOW', 'LEDGER_WEBHOOK_ALOW is not a setting: the nearest is LEDGER_WEBHOOK_ALLOW'],
  ['LEDGER_VERIFY_EVRY', 'LEDGER_VERIFY_EVRY is not a setting: the nearest is LEDGER_VERIFY_EVERY'],
  ['LEDGER_KEY_PEPPER_PREVIOUS_FIEL', 'the nearest is LEDGER_KEY_PEPPER_PREVIOUS_FILE'],
  ['LEDGER_SIGNING_KEY', 'the nearest is LEDGER_SIGNING_KEY_FILE'],
  ['LEDGER_PUBLIC_URL_FILE', 'LEDGER_PUBLIC_URL_FILE: LEDGER_PUBLIC_URL holds no secret, and is not read from a file'],
])('the variable %s, which the service ignores, is found', async (name, seen) => {
  const [configuration] = await examine({ ...sound(), [name]: 'hunter2' });
  expect(configuration).toMatchObject({ name: 'configuration', status: 'warn', seen: expect.stringContaining(seen) });
  expect(JSON.stringify(configuration)).not.toContain('hunter2');
});

test.each(['LEDGER_URL', 'LEDGER_KEY', 'LEDGER_SERVICE_HOST', 'DATABASE_NAME', 'PATH'])(
  'the variable %s, which others read, is no finding',
  async (name) => {
    expect(await complaintsOf({ ...sound(), [name]: 'x' })).toEqual([]);
  },
);

test('an open port behind TLS is no finding', async () => {
  expect(await complaintsOf({ ...sound(), HOST: '0.0.0.0' })).toEqual([]);
});

test('a secret that everybody may read is found', async () => {
  const file = path.join(folder, 'secret');
  fs.writeFileSync(file, sound()['LEDGER_KEY_PEPPER'] ?? '');
  const { LEDGER_KEY_PEPPER: _, ...rest } = sound();
  for (const [mode, complaints] of [
    [0o644, ['fail secret-files']],
    [0o640, []],
  ] as const) {
    fs.chmodSync(file, mode);
    expect(await complaintsOf({ ...rest, LEDGER_KEY_PEPPER_FILE: file })).toEqual(complaints);
  }
});

test('a signing key that everybody may read, that is damaged, or that cannot be created is found', async () => {
  const file = path.join(folder, 'signing.key');
  const told = async (more: Readonly<Record<string, string>> = {}) => {
    const found = await examine({ ...sound(), LEDGER_SIGNING_KEY_FILE: file, ...more });
    const { status, seen } = found.find(({ name }) => name === 'signing-key') as Examined;
    return `${status} ${seen.replaceAll(folder, '')}`;
  };
  expect(await told()).toBe('ok /signing.key does not exist yet: the service creates it');
  expect(fs.existsSync(file)).toBe(false);
  fs.writeFileSync(file, `${newSigningKey('ledger.example')}\n`, { mode: 0o600 });
  expect(await told()).toBe('ok /signing.key');
  expect(await told({ LEDGER_CHECKPOINT_FILE: path.join(file, 'notes') })).toBe(
    'fail no checkpoint is signed: /signing.key/notes cannot be written',
  );
  const notes = path.join(folder, 'notes');
  expect(await told({ LEDGER_CHECKPOINT_FILE: notes })).toBe('ok /signing.key');
  // The service creates folders for the key, but none for the checkpoints.
  expect(await told({ LEDGER_CHECKPOINT_FILE: path.join(notes, 'file') })).toMatch(/^fail .*file cannot be written$/);
  expect(await told({ LEDGER_SIGNING_KEY_FILE: path.join(notes, 'key') })).toMatch(/^ok .* does not exist yet/);
  expect(await told({ LEDGER_SIGNING_KEY_FILE: path.join(file, 'key') })).toMatch(
    /^fail .* cannot be read \(ENOTDIR\)$/,
  );
  fs.chmodSync(file, 0o644);
  expect(await told()).toBe('fail every user of this machine may read or change /signing.key');
  fs.writeFileSync(file, 'PRIVATE+KEY');
  expect(await told()).toBe('fail no checkpoint is signed: /signing.key holds no signing key');
  fs.unlinkSync(file);
});

describe('the folder of the embedded database', () => {
  const {
    DATABASE_URL: _,
    LEDGER_PUBLIC_URL: __,
    ...embedded
  } = { DATABASE_URL: '', LEDGER_PUBLIC_URL: '' } as Record<string, string>;
  const inFolder = (dataDirectory: string) => ({
    ...embedded,
    LEDGER_KEY_PEPPER: 'n0Tv2w9XqfR4mJ8sLk1e',
    LEDGER_DATA_DIR: dataDirectory,
  });

  test.each([
    [0o777, 'fail data-folder'],
    [0o754, 'warn data-folder'],
  ])('is found if it is open (%o)', async (mode, complaint) => {
    const open = path.join(folder, 'open');
    fs.mkdirSync(open, { recursive: true });
    fs.chmodSync(open, mode);
    expect(await complaintsOf(inFolder(open))).toEqual([complaint]);
  });

  test('is found if others may read its password', async () => {
    const told = path.join(folder, 'told');
    fs.mkdirSync(told, { mode: 0o711 });
    fs.writeFileSync(path.join(told, 'postgres.password'), 'x', { mode: 0o644 });
    expect(await complaintsOf(inFolder(told))).toEqual(['fail data-folder']);
  });

  const memory = '/dev/shm';
  const isThere = fs.existsSync(memory) && fs.statfsSync(memory).type === 0x01021994;
  if (!isThere) process.stdout.write('skipped: no file system in memory is at /dev/shm\n');
  (isThere ? test : test.skip)('is found if a restart of the machine empties it', async () => {
    const lost = fs.mkdtempSync(path.join(memory, 'ledger-doctor-'));
    try {
      expect(await complaintsOf(inFolder(lost))).toContain('fail data-folder');
    } finally {
      fs.rmSync(lost, { recursive: true });
    }
  });

  test('has the disk of its nearest parent until the first start creates it', async () => {
    const asked = jest.spyOn(fs.promises, 'statfs');
    await examine(inFolder(path.join(folder, 'new', 'data')));
    const folders = asked.mock.calls.map(([one]) => one);
    asked.mockRestore();
    expect(folders).toEqual([folder]);
  });

  test.each([
    [50, undefined],
    [8, 'warn disk'],
    [1, 'fail disk'],
  ])('with %d %% free: %s', async (percent, complaint) => {
    const { statfs } = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
    const told = { ...(await statfs(tmpdir())), blocks: 100, bavail: percent, bsize: 4_096 };
    const spied = jest.spyOn(fs.promises, 'statfs').mockResolvedValue({ ...told, type: 0xef53 } as fs.StatsFs);
    const complaints = await complaintsOf(inFolder(folder));
    spied.mockRestore();
    expect(complaints).toEqual(complaint === undefined ? [] : [complaint]);
  });
});

test('without a database every other check is still listed', () => {
  const unreached = examineNoDatabase(failure('refused', 'start it'));
  expect(unreached.map(({ status }) => status)).toEqual(['fail', ...unreached.slice(1).map(() => 'warn')]);
  expect(examineNoDatabase(fine('none yet')).every(({ status }) => status === 'ok')).toBe(true);
  expect(new Set(checkNames).size).toBe(checkNames.length);
  expect(checkNames).toEqual(expect.arrayContaining(unreached.map(({ name }) => name)));
});
