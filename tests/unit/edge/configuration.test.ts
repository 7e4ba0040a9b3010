/** The settings in the environment, and the errors for wrong ones. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readConfig, secrets } from '../../../src/app/config';
import { cosignerNamed } from '../../support/witness';

const refusalOf = (environment: Record<string, string>): unknown => {
  const read = readConfig(environment);
  return 'left' in read ? read.left : undefined;
};

describe('the configuration', () => {
  const secret = 'hunter2';
  const wrongUrl = `mysql://ledger:${secret}@db/ledger`;

  test.each([
    ['DATABASE_URL', wrongUrl],
    ['LEDGER_MIGRATION_URL', wrongUrl],
    ['LEDGER_READ_URL', wrongUrl],
    ['REDIS_URL', wrongUrl],
    ['LEDGER_FX_URL', wrongUrl],
    ['LEDGER_CHECKPOINT_URL', wrongUrl],
    ['LEDGER_BACKUP_URL', wrongUrl],
    ['LEDGER_KEY_PEPPER', secret.repeat(200)],
    ['LEDGER_KEY_PEPPER_PREVIOUS', secret.repeat(200)],
  ])('is refused with the name and the rule of %s, and without its value', (variable, value) => {
    const line = refusalOf({ [variable]: value });
    expect(line).toMatch(new RegExp(`^${variable} (must|may)\\b.*\\.$`));
    expect(line).not.toContain(secret);
  });

  test.each([
    ['DATABASE_URL', `postgresql://ledger:${secret}#1@db/ledger`],
    ['LEDGER_MIGRATION_URL', `postgresql://ledger:${secret}@db:99999/ledger`],
    ['LEDGER_BACKUP_URL', `postgresql://ledger:${secret}/1@db/ledger`],
    ['LEDGER_READ_URL', `postgresql://ledger:${secret}@db:54 32/ledger`],
    ['REDIS_URL', `redis://ledger:${secret}#1@db`],
    ['LEDGER_CHECKPOINT_URL', 'https://'],
    ['LEDGER_FX_URL', `https:///{base}:{quote}#@`],
  ])('is refused if %s begins well but is not an address', (variable, value) => {
    const line = refusalOf({ DATABASE_URL: 'postgresql://ledger@db/ledger', [variable]: value });
    expect(line).toMatch(new RegExp(`^${variable} must be an address .*\\.$`));
    expect(line).not.toContain(secret);
  });

  test.each([
    'postgresql://ledger@%2Ftmp:5433/ledger',
    'postgresql://ledger:hunter2@/ledger?host=/tmp',
    'postgresql:///ledger?host=/tmp',
    'postgresql://ledger:hunter%232@db.example/ledger',
  ])('accepts a database at %s', (url) => {
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ right: { databaseUrl: url } });
  });

  test.each([
    ['without {base} and {quote}, so that every pair would have one rate', 'https://rates.example/latest', /\{base\}/],
    ['with {base} alone', 'https://rates.example/{base}', /\{quote\}/],
    ['with a login, which fetch refuses', `https://me:${secret}@rates.example/{base}/{quote}`, /no password/],
  ])('is refused if LEDGER_FX_URL is %s', (_, value, said) => {
    const line = refusalOf({ LEDGER_FX_URL: value });
    expect(line).toMatch(/^LEDGER_FX_URL must /);
    expect(line).toMatch(said);
    expect(line).not.toContain(secret);
  });

  test.each([
    ['a key without an address', (key: string) => key],
    ['an address alone', () => 'https://north.example'],
    [
      'a key that signs logs',
      () => 'ledger.example+9e004662+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c https://a.example',
    ],
    ['an address of another kind', (key: string) => `${key} ftp://north.example`],
    ['an address with a password', (key: string) => `${key} https://somebody:hunter@north.example`],
    ['an address with a query', (key: string) => `${key} https://north.example/?a=b`],
    ['one witness twice', (key: string) => `${key} https://a.example, ${key} https://b.example`],
    [
      'nine witnesses',
      () => Array.from({ length: 9 }, (_, n) => `${cosignerNamed(`w${n}`, n).key} https://a.example`).join(),
    ],
  ])('is refused with %s as a witness', (_, written) => {
    expect(refusalOf({ LEDGER_WITNESSES: written(cosignerNamed('north', 5).key) })).toMatch(
      /^LEDGER_WITNESSES must .*\.$/,
    );
  });

  test('accepts witnesses with their addresses', () => {
    const [north, south] = [cosignerNamed('north', 5).key, cosignerNamed('south', 6).key];
    const read = readConfig({ LEDGER_WITNESSES: `${north} https://a.example/logs/ , ${south}  http://127.0.0.1:8081` });
    expect('right' in read && read.right.witnesses.map(({ key, address }) => [key.text, address])).toEqual([
      [north, 'https://a.example/logs'],
      [south, 'http://127.0.0.1:8081'],
    ]);
  });

  test('is refused with the value of a setting that holds no secret', () => {
    expect(refusalOf({ LEDGER_POOLER: 'session' })).toBe(
      'LEDGER_POOLER must be one of none, transaction. It is "session".',
    );
  });

  test.each([
    ['LEDGER_MIGRATION_URL', 'postgresql://owner@db/ledger'],
    ['LEDGER_BACKUP_URL', 'postgresql://backup@db/ledger'],
    ['LEDGER_POOLER', 'transaction'],
  ])('is refused with %s but without DATABASE_URL', (variable, value) => {
    expect(refusalOf({ [variable]: value })).toBe(
      `${variable} needs DATABASE_URL, which is not set: set both, or neither.`,
    );
  });
});

describe('a secret in a file', () => {
  let folder: string;
  const fileWith = (content: string): string => {
    const file = path.join(folder, 'secret');
    fs.writeFileSync(file, content);
    return file;
  };

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-secrets-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test.each([...secrets])('is read from the file in %s_FILE, without the end of its line', (name) => {
    const [url, cut] = [name.endsWith('URL'), /FX|REDIS|CHECKPOINT/.exec(name)?.[0]];
    const scheme = cut === undefined ? 'postgresql' : cut === 'REDIS' ? 'redis' : 'https';
    const ofUrl = cut === 'FX' ? 'db.example/{base}/{quote}' : 'a:b@db.example/c';
    const value = url ? `${scheme}://${ofUrl}` : ' salt\twith spaces ';
    const beside: Record<string, string> = /^LEDGER_(MIGRATION|BACKUP)/.test(name)
      ? { DATABASE_URL: 'postgresql://a@db/c' }
      : {};
    const given = { ...beside, [`${name}_FILE`]: fileWith(`${value}\r\n`) };
    expect(refusalOf(given)).toBeUndefined();
    const read = readConfig(given);
    expect('right' in read && Object.values(read.right)).toContain(value);
    expect('right' in read && read.right.settings.find((each) => each.name === name)).toMatchObject({ isSet: true });
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'is also set in its variable',
      () => ({ LEDGER_KEY_PEPPER: 'hunter2', LEDGER_KEY_PEPPER_FILE: fileWith('hunter2') }),
      /^LEDGER_KEY_PEPPER and LEDGER_KEY_PEPPER_FILE are both set: set only one of them\.$/,
    ],
    [
      'does not exist',
      () => ({ DATABASE_URL_FILE: '/nowhere/at/all' }),
      /^DATABASE_URL_FILE: \/nowhere\/at\/all cannot be read \(ENOENT\)\.$/,
    ],
    ['is a folder', () => ({ DATABASE_URL_FILE: folder }), /cannot be read \(EISDIR\)\.$/],
    ['is empty', () => ({ DATABASE_URL_FILE: fileWith('\n') }), / is empty\.$/],
    ['has two lines', () => ({ DATABASE_URL_FILE: fileWith('hunter2\nb') }), / must hold one line\.$/],
    ['is too long', () => ({ LEDGER_KEY_PEPPER_FILE: fileWith('hunter2'.repeat(10_000)) }), / longer than 65536 bytes/],
    [
      'has an invalid value',
      () => ({ DATABASE_URL_FILE: fileWith('mysql://a:hunter2@db') }),
      /^DATABASE_URL must begin with/,
    ],
  ])('that %s stops the start, and is not printed', (_, given, said) => {
    const line = refusalOf(given());
    expect(line).toMatch(said);
    expect(line).not.toContain('hunter2');
  });
});

describe('the former pepper', () => {
  test.each([
    [{}, undefined],
    [{ LEDGER_KEY_PEPPER_PREVIOUS: 'salt' }, 'salt'],
    [{ LEDGER_KEY_PEPPER_PREVIOUS: 'none' }, ''],
  ])('under %j is %j', (environment, formerKeyPepper) => {
    expect(readConfig(environment)).toMatchObject({ right: { formerKeyPepper } });
  });
});

describe('networks that webhooks may go to', () => {
  test('are none, or the listed ones', () => {
    expect(readConfig({})).toMatchObject({ right: { deliversWebhooks: true } });
    expect(readConfig({ LEDGER_DELIVERS_WEBHOOKS: 'no' })).toMatchObject({ right: { deliversWebhooks: false } });
    expect(readConfig({ LEDGER_WEBHOOK_ALLOW: '' })).toMatchObject({ right: { webhookAllow: [] } });
    expect(readConfig({ LEDGER_WEBHOOK_ALLOW: '127.0.0.0/8, ::1/128' })).toMatchObject({
      right: {
        webhookAllow: [
          { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
          { address: '::1', prefix: 128, family: 'ipv6' },
        ],
      },
    });
  });

  test.each([
    ['10.0.0.0/8,localhost', '"localhost" is not a network'],
    ['10.0.0.0', '"10.0.0.0" has no prefix length from 0 to 32'],
  ])('cannot be %s', (value, complaint) => {
    expect(refusalOf({ LEDGER_WEBHOOK_ALLOW: value })).toBe(
      `LEDGER_WEBHOOK_ALLOW must list networks such as 10.1.0.0/16 or ::1/128: ${complaint}. It is "${value}".`,
    );
  });
});

describe('trusted proxies', () => {
  test('are none, or the listed ones', () => {
    expect(readConfig({})).toMatchObject({ right: { trustedProxies: [] } });
    expect(readConfig({ LEDGER_TRUSTED_PROXIES: '10.0.0.0/8, ::1/128' })).toMatchObject({
      right: {
        trustedProxies: [
          { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
          { address: '::1', prefix: 128, family: 'ipv6' },
        ],
        settings: expect.arrayContaining([
          { name: 'LEDGER_TRUSTED_PROXIES', isSet: true, value: '10.0.0.0/8, ::1/128' },
        ]),
      },
    });
  });

  test.each([
    ['10.0.0.1', 'must list networks such as 10.1.0.0/16 or ::1/128: "10.0.0.1" has no prefix length from 0 to 32'],
    ['loopback', 'must list networks such as 10.1.0.0/16 or ::1/128: "loopback" is not a network'],
    ['10.0.0.0/8,0.0.0.0/0', 'must name only your own proxies: "0.0.0.0/0" contains every address'],
    ['::/0', 'must name only your own proxies: "::/0" contains every address'],
    ...['::ffff:10.0.0.0', '::FFFF:a00:0'].map((address) => [
      `${address}/104`,
      `must give IPv4 networks in IPv4 notation, such as 10.1.0.0/16: "${address}" is in IPv6 notation`,
    ]),
  ])('cannot be %s', (value, complaint) => {
    expect(refusalOf({ LEDGER_TRUSTED_PROXIES: value })).toBe(`LEDGER_TRUSTED_PROXIES ${complaint}. It is "${value}".`);
  });
});
