/** Tests that the ledger's names still find existing data directories, and that dangerous names are refused. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ledgerNames } from '../../../src/app/embedded-database';
import { urlsOf } from '../src/database';
import { placeAt } from '../src/place';
import { isSecured } from '../src/secure';

const password = '0123456789abcdef'.repeat(4);

describe('an existing cluster', () => {
  let home: string;

  beforeEach(() => {
    home = fs.mkdtempSync(path.join(tmpdir(), 'ledger-names-'));
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  test('is recognised by its pg_hba.conf, byte for byte', () => {
    const place = placeAt(home, ledgerNames);
    fs.mkdirSync(place.cluster);
    fs.writeFileSync(
      path.join(place.cluster, 'pg_hba.conf'),
      `# Written by the ledger. The passwords that are in force have the fingerprint 02dfb8e603ed95545723c193bb91c2ba.
local all all scram-sha-256
local replication all scram-sha-256
`,
    );
    expect(isSecured(place, password)).toBe(true);
  });

  test('is opened with the same derived password as before', () => {
    const derived = '1c0d5f73641f568125491c8aaea4f86a989fa18104550804c4e270e1675ddd5c';
    expect(urlsOf(ledgerNames, { pid: 1, socketDirectory: '/tmp/s', status: 'ready' }, password)).toEqual({
      url: `postgresql://ledger:${derived}@%2Ftmp%2Fs:5432/ledger?sslmode=disable`,
      superuserUrl: `postgresql://postgres:${password}@%2Ftmp%2Fs:5432/ledger?sslmode=disable`,
    });
  });
});

test.each([
  [{ database: 'two words' }, /"two words" cannot be the name of a database/],
  [{ ownerRole: 'owner; drop role postgres' }, /cannot be the name of a database or role/],
  [{ ownerRole: '' }, /cannot be the name of a database or role/],
  [{ socketPrefix: '../pg-' }, /cannot be the prefix of a folder's name/],
  [{ binariesPrefix: 'a'.repeat(33) }, /cannot be the prefix of a folder's name/],
  [{ program: 'the\nledger' }, /cannot be the name of a program/],
])('%j is refused', (wrong, reason) => {
  expect(() => placeAt('/nowhere', { ...ledgerNames, ...wrong })).toThrow(reason);
});
