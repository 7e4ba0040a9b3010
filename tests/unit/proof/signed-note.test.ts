/** Signed notes and checkpoints: the reference implementation's example byte for byte, and each kind of invalid note. */
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { checkpointText, originOf, readCheckpoint } from '../../../src/modules/proof/domain/checkpoint';
import { hashOfLeaf, leafOf } from '../../../src/modules/proof/domain/leaf';
import { leafHash } from '../../../src/modules/proof/domain/merkle';
import {
  newSigningKey,
  notesIn,
  openNote,
  readSigningKey,
  readVerifierKey,
  type SigningKey,
  type Verifier,
} from '../../../src/modules/proof/domain/signed-note';

const signingKey = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const verifierKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const signature = 'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
const note = `${text}\n— PeterNeumann ${signature}\n`;
const peter = readVerifierKey(verifierKey) as Verifier;

describe('a signed note', () => {
  test('is signed as in the published example', () => {
    const key = readSigningKey(signingKey) as SigningKey;
    expect(key.verifierKey).toBe(verifierKey);
    expect(key.signed(text)).toBe(note);
    expect(openNote(note, [peter])).toEqual({ text, by: [peter] });
  });

  test('keeps its text if another key has signed it too', () => {
    const stranger = readSigningKey(newSigningKey('stranger.example/log')) as SigningKey;
    const both = `${note}${stranger.signed(text).slice(text.length + 1)}`;
    expect(openNote(both, [peter])?.by).toEqual([peter]);
    expect(openNote(both, [readVerifierKey(stranger.verifierKey) as Verifier])?.text).toBe(text);
  });

  test.each([
    ['has no signature', text],
    ['is signed by an unknown key', (readSigningKey(newSigningKey('other.example')) as SigningKey).signed(text)],
    ['has a changed text', note.replace('answer', 'Answer')],
    ['has a changed signature', note.replace('x08go/ZJ', 'x08go/ZK')],
    ['has a signature in another spelling', note.replace('nAM=', 'nAN=')],
    ['has no newline at its end', note.slice(0, -1)],
    ['has a control character', note.replace('you don', 'you\tdon')],
    ['has a line that is not a signature', `${note}— PeterNeumann\n`],
    ['has no empty line before its signatures', note.replace('\n\n', '\n')],
  ])('is invalid if it %s', (_, wrong) => {
    expect(openNote(wrong, [peter])).toBeUndefined();
  });

  test.each([
    ['another key id', verifierKey.replace('c74f20a3', 'c74f20a4')],
    ['a key id in capitals', verifierKey.replace('c74f20a3', 'C74F20A3')],
    ['a name with a space', verifierKey.replace('PeterN', 'Peter N')],
    ['another algorithm', 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['too few bytes', verifierKey.slice(0, -4)],
    ['no key bytes', 'PeterNeumann+c74f20a3'],
  ])('cannot have a verifier key with %s', (_, wrong) => {
    expect(readVerifierKey(wrong)).toBeUndefined();
    expect(readSigningKey(`PRIVATE+KEY+${wrong}`)).toBeUndefined();
  });

  test('is found in a file of several, with and without empty lines between them', () => {
    const key = readSigningKey(newSigningKey('ledger.example')) as SigningKey;
    const notes = ['one\n', 'two\n\nparagraphs\n', 'three\n'].map((one) => key.signed(one));
    expect(notesIn(notes.join(''))).toEqual(notes);
    expect(notesIn(`\n${notes.join('\n\n')}\n`)).toEqual(notes);
    expect(notesIn('')).toEqual([]);
  });
});

test('a checkpoint has a line each for its origin, size, root and time', () => {
  const ledgerId = '018f2f6e-0000-7000-8000-000000000001' as LedgerId;
  const root = Buffer.alloc(32, 7);
  const log = { of: 'ledger', id: ledgerId } as const;
  const origin = originOf('ledger.example', log);
  const written = checkpointText({ origin, size: 42, root, at: new Date('2026-01-15T10:00:00Z') });
  expect(written).toBe(
    'ledger.example/018f2f6e-0000-7000-8000-000000000001\n42\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\nat 2026-01-15T10:00:00.000Z\n',
  );
  expect(readCheckpoint(written)).toEqual({ origin, size: 42, root, log });
  for (const wrong of [
    written.replace('42', '042'),
    written.replace('BwcHB', 'BwcH'),
    written.replace('ledger.example/', ''),
    'x\n',
  ])
    expect(readCheckpoint(wrong)).toBeUndefined();
  expect(readCheckpoint(written.replace(ledgerId, newId()))?.log.id).not.toBe(ledgerId);
  const tenants = originOf('ledger.example', { of: 'tenant', id: ledgerId });
  expect(tenants).toBe(`ledger.example/tenants/${ledgerId}`);
  expect(readCheckpoint(written.replace(origin, tenants))?.log).toEqual({ of: 'tenant', id: ledgerId });
});

test('a leaf is hashed as canonical JSON', () => {
  const leaf = leafOf(1, Buffer.from(`01${'ab'.repeat(32)}`, 'hex'));
  const data = `{"event_hash":"01${'ab'.repeat(32)}","sequence":1,"version":1}`;
  expect(hashOfLeaf(leaf)).toEqual(leafHash(Buffer.from(data)));
});
