/** Signatures, verified with the library that Standard Webhooks publishes. */
import { Webhook } from 'standardwebhooks';
import { newSecret, signatureHeaders } from '../../../src/modules/events/domain/signature';

const at = new Date();
const body = JSON.stringify({ type: 'transaction.posted', name: 'Čapek & Söhne, 日本 😀', amount: '1.10' });
const message = { id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', at, body };

describe('a secret', () => {
  test('is whsec_ and 32 bytes in base64, different each time', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });

  test.each(['', 'whsec_', 'AAAA', 'whsec_%%%%', 'whsec_AAA', 'WHSEC_AAAA', 'whsec_AAAA AAAA'])(
    'cannot be %j: nothing is signed with it',
    (secret) => {
      expect(() => signatureHeaders(message, [secret])).toThrow('the secret of a webhook is whsec_ and base64');
    },
  );
});

describe('a signature', () => {
  test('is verified by the library', () => {
    const secret = newSecret();
    expect(new Webhook(secret).verify(body, { ...signatureHeaders(message, [secret]) })).toEqual(JSON.parse(body));
  });

  test('equals that of the library', () => {
    const secret = newSecret();
    expect(signatureHeaders(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(message.id, at, body),
    });
  });

  test('equals the example of the specification', () => {
    const headers = signatureHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('is verified with each secret in force, and with no other', () => {
    const [old, young, other] = [newSecret(), newSecret(), newSecret()];
    const headers = { ...signatureHeaders(message, [young, old]) };
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    for (const secret of [old, young]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature found');
  });

  test('covers id, time and body', () => {
    const secret = newSecret();
    const headers = { ...signatureHeaders(message, [secret]) };
    const later = String(Number(headers['webhook-timestamp']) + 1);
    const verify = (text: string, changed: object) => () =>
      new Webhook(secret).verify(text, { ...headers, ...changed });
    expect(verify(body, {})).not.toThrow();
    expect(verify(`${body} `, {})).toThrow('No matching signature found');
    expect(verify(body, { 'webhook-id': 'msg_other' })).toThrow('No matching signature found');
    expect(verify(body, { 'webhook-timestamp': later })).toThrow('No matching signature found');
  });

  test('needs at least one secret', () => {
    expect(() => signatureHeaders(message, [])).toThrow('at least one secret');
  });
});
