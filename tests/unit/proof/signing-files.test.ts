/** The files of the signing key and of the checkpoints. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Signing } from '../../../src/modules/proof/application/ports';
import { newSigningKey, type SigningKey } from '../../../src/modules/proof/domain/signed-note';
import { signingFiles } from '../../../src/modules/proof/files/signing-files';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'signing-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const keyFile = (): string => join(folder, 'keys', 'signing.key');
const files = (): Signing =>
  signingFiles({ keyFile: keyFile(), checkpointFile: join(folder, 'checkpoints'), keyName: 'ledger.example' });
const keyIn = async (signing: Signing): Promise<SigningKey> => (await signing.key()) as SigningKey;

test('the signing files hold one key, readable only by its owner, however many processes start at once', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyIn(files())));
  expect(new Set(keys.map(({ verifierKey }) => verifierKey)).size).toBe(1);
  expect(keys[0]?.name).toBe('ledger.example');
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['signing.key']);
});

test('the signing files return a new key as soon as it is written', async () => {
  const signing = files();
  const former = await keyIn(signing);
  await files().rotate(newSigningKey(former.name));
  const key = await keyIn(signing);
  expect(key.verifierKey).not.toBe(former.verifierKey);
  expect(key.name).toBe(former.name);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
});

test('the signing files append each note to the earlier ones', async () => {
  for (const note of ['one\n', 'two\n']) await files().publish(note);
  expect(readFileSync(join(folder, 'checkpoints'), 'utf8')).toBe('one\n\ntwo\n\n');
});

test('the signing files report why there is no key', async () => {
  const without = signingFiles({ keyFile: undefined, checkpointFile: undefined, keyName: 'x' });
  expect(await without.key()).toEqual({
    ...{ complaint: expect.stringContaining('set LEDGER_SIGNING_KEY_FILE'), isUnset: true },
  });
  await expect(without.rotate('x')).rejects.toThrow('set LEDGER_SIGNING_KEY_FILE');
  await without.publish('one');
  writeFileSync(join(folder, 'keys'), 'a file where the folder should be');
  expect(await files().key()).toEqual({ complaint: expect.stringContaining('cannot be read or created') });
  rmSync(join(folder, 'keys'));
  await files().key();
  writeFileSync(keyFile(), 'something else');
  expect(await files().key()).toEqual({ complaint: expect.stringContaining('holds no signing key') });
});

test('the signing files name the setting of a file that cannot be written', async () => {
  const nowhere = join(folder, 'nowhere', 'file');
  const signing = signingFiles({ keyFile: nowhere, checkpointFile: folder, keyName: 'x' });
  await expect(signing.publish('one')).rejects.toThrow(
    `${folder} cannot be written (EISDIR): let LEDGER_CHECKPOINT_FILE name a file that the service may write`,
  );
  await expect(signing.rotate('key')).rejects.toThrow(
    `${nowhere} cannot be written (ENOENT): let LEDGER_SIGNING_KEY_FILE name a file that the service may write`,
  );
});
