/** The stored form of webhook secrets. */
import { createSeal, openSecrets } from '../../../src/modules/events/application/secrets';

const installationSecret = Buffer.alloc(32, 1);
const seal = createSeal({ installationSecret, pepper: 'salt' });
const secret = 'whsec_' + Buffer.alloc(32, 7).toString('base64');

describe('a sealed secret', () => {
  test('is opened to the same secret', () => {
    expect(seal.open(seal.close(secret))).toBe(secret);
    expect(createSeal({ installationSecret, pepper: 'salt' }).open(seal.close(secret))).toBe(secret);
  });

  test('is a different text each time, and does not contain the secret', () => {
    const sealed = Array.from({ length: 100 }, () => seal.close(secret));
    expect(new Set(sealed).size).toBe(100);
    for (const text of sealed) {
      expect(text).toMatch(/^1\.[A-Za-z0-9+/]+=*$/);
      expect(Buffer.from(text.slice(2), 'base64').includes(secret)).toBe(false);
    }
  });

  test.each([
    ['another pepper', { installationSecret, pepper: '' }],
    ['another installation', { installationSecret: Buffer.alloc(32, 2), pepper: 'salt' }],
  ])('is not opened under %s', (_, secrets) => {
    expect(() => createSeal(secrets).open(seal.close(secret))).toThrow(/unable to authenticate/);
  });

  test('is opened under the former pepper, and is renewed under the present one, once', () => {
    const after = createSeal({ installationSecret, pepper: 'another', formerPepper: 'salt' });
    const sealed = seal.close(secret);
    expect(after.open(sealed)).toBe(secret);
    const renewed = after.renewed(sealed) ?? '';
    expect(createSeal({ installationSecret, pepper: 'another' }).open(renewed)).toBe(secret);
    expect([after.open(renewed), after.renewed(renewed)]).toEqual([secret, undefined]);
    expect(seal.renewed(sealed)).toBeUndefined();
    for (const one of [after, createSeal({ installationSecret, pepper: 'another' })])
      expect(() => one.renewed(createSeal({ installationSecret, pepper: 'a third' }).close(secret))).toThrow();
  });

  test('is not opened if a single bit of it was changed', () => {
    const bytes = Buffer.from(seal.close(secret).slice(2), 'base64');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] as number) ^ 1;
      expect(() => seal.open(`1.${changed.toString('base64')}`)).toThrow(/unable to authenticate/);
    }
  });

  test.each(['', '1.', '1.AAAA', `1.${Buffer.alloc(27).toString('base64')}`])('cannot be %j', (text) => {
    expect(() => seal.open(text)).toThrow();
  });

  test.each(['2.AAAA', secret, 'AAAA'])('cannot be %j, which has an unknown format', (text) => {
    expect(() => seal.open(text)).toThrow('a webhook secret is sealed in a way that is not known');
  });
});

describe('the signing secrets', () => {
  const former = 'whsec_' + Buffer.alloc(32, 8).toString('base64');
  const until = new Date('2026-02-01T00:00:00.000Z');
  const [before, after] = [new Date(until.getTime() - 1), until];

  test('are the present secret alone if it was never changed', () => {
    const kept = { secret: seal.close(secret), formerSecret: null, formerUntil: null };
    expect(openSecrets(kept, seal)?.(before)).toEqual([secret]);
  });

  test('include the former secret until its time is over', () => {
    const kept = { secret: seal.close(secret), formerSecret: seal.close(former), formerUntil: until };
    const at = openSecrets(kept, seal);
    expect(at?.(before)).toEqual([secret, former]);
    expect(at?.(after)).toEqual([secret]);
  });

  test('cannot be opened under a wrong pepper', () => {
    const kept = { secret: seal.close(secret), formerSecret: null, formerUntil: null };
    expect(openSecrets(kept, createSeal({ installationSecret, pepper: 'pepper' }))).toBeUndefined();
  });

  test('are the present secret alone if the former one cannot be opened', () => {
    const other = createSeal({ installationSecret, pepper: 'another' });
    const kept = { secret: seal.close(secret), formerSecret: other.close(former), formerUntil: until };
    expect(openSecrets(kept, seal)?.(before)).toEqual([secret]);
  });
});
