/** Self-signed certificates, created byte by byte, because Node can read certificates but not write them. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

type Part = string | Buffer;

/** A value in DER. Strings are hexadecimal. */
const der = (tag: number, ...parts: readonly Part[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};

const sequence = (...parts: readonly Part[]): Buffer => der(0x30, ...parts);
const ecdsaWithSha256 = sequence('06082a8648ce3d040302');
const commonName = '0603550403';
const subjectAlternativeName = '0603551d11';
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

const altName = (name: string): Buffer =>
  isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate for a name or an IPv4 address. The times are `YYMMDDhhmmssZ`. */
export const certificateFor = (name: string, from = '200101000000Z', until = '491231235959Z'): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('test')))));
  const toBeSigned = sequence(
    der(0xa0, '020102'),
    '020101',
    ecdsaWithSha256,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAlternativeName, der(0x04, sequence(altName(name)))))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const bytes = sequence(toBeSigned, ecdsaWithSha256, der(0x03, '00', signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
};
