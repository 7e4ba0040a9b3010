/**
 * Verifies signed notes (C2SP signed-note) with Ed25519 of the platform's Web Crypto: the service's signatures, and the cosignatures of
 * witnesses (C2SP tlog-cosignature).
 */
import { fromBase64 } from './secret.ts';

/** The receipt is invalid: it was changed, or none of the keys that you trust has signed it. */
export class ReceiptVerificationError extends Error {
  override readonly name = 'ReceiptVerificationError';
}

/**
 * The statement of a witness: at this time the log contained the signed tree, and had only grown since the witness's earlier signatures.
 */
export interface ProvenCosignature {
  /** The verifier key of the witness. */
  readonly witness: string;
  /** The time by the clock of the witness. */
  readonly at: string;
}

export interface Requirements {
  /** The verifier keys of witnesses that must have co-signed the checkpoint: a text with one key per line, or a list. */
  readonly witnesses?: string | readonly string[];
}

export interface Verifier {
  readonly text: string;
  readonly name: string;
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the key belongs to a witness. The signatures of a witness contain a time. */
  readonly isWitness: boolean;
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const fail = (reason: string): never => {
  throw new ReceiptVerificationError(reason);
};

const linesOf = (keys: string | readonly string[]): readonly string[] =>
  (typeof keys === 'string' ? keys.split('\n') : keys).map((line) => line.trim()).filter(Boolean);

export const encode = (text: string): Bytes => new TextEncoder().encode(text);

const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads the keys that you trust and the keys of the required witnesses. Throws a `TypeError` if a key is invalid. */
export const verifiersOf = (
  keys: string | readonly string[],
  witnesses: string | readonly string[],
): Promise<readonly Verifier[]> =>
  Promise.all([
    ...linesOf(keys).map((line) => verifierOf(line, false)),
    ...linesOf(witnesses).map((line) => verifierOf(line, true)),
  ]);

/**
 * Reads a key of the form `<name>+<key id>+<base64 of the type and the 32 bytes of an Ed25519 key>`. The type is 4 for a witness, and
 * otherwise 1.
 */
const verifierOf = async (text: string, isWitness: boolean): Promise<Verifier> => {
  const [, name = '', id = '', key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(key);
  const isKey = bytes?.length === 33 && bytes[0] === (isWitness ? 4 : 1);
  if (!isKey || hexOf(await sha256(encode(`${name}\n`), bytes)).slice(0, 8) !== id)
    throw new TypeError(
      isWitness
        ? `This is not a verifier key of a witness: ${text}`
        : `This is not a verifier key as /.well-known/ledger-keys tells them: ${text}`,
    );
  return { text, name, id, bytes: bytes.subarray(1), isWitness };
};

interface Opened {
  readonly text: string;
  readonly by: readonly string[];
  readonly cosignatures: readonly ProvenCosignature[];
}

/** Verifies a signed note (C2SP signed-note). Returns its text if a trusted key and all required witnesses signed it. */
export const openNote = async (note: string, verifiers: readonly Verifier[]): Promise<Opened> => {
  const end = note.lastIndexOf('\n\n') + 1;
  if (end === 0 || !note.endsWith('\n') || /(?!\n)[\0-\x1f]|\p{Cs}/u.test(note))
    fail('The checkpoint is no signed note.');
  const text = note.slice(0, end);
  const by: string[] = [];
  const cosignatures: ProvenCosignature[] = [];
  for (const line of note.slice(end + 1, -1).split('\n')) {
    const [, name, signature = ''] = /^— ([^\s\x85+]+) (\S+)$/.exec(line) ?? fail(`Not a signature: ${line}`);
    const bytes = fromBase64(signature) ?? fail(`Not base64: ${signature}`);
    const id = hexOf(bytes.subarray(0, 4));
    const known = verifiers.find((one) => one.name === name && one.id === id);
    if (!known) continue;
    const time = known.isWitness ? timeOf(bytes) : undefined;
    const message = time === undefined ? text : `cosignature/v1\ntime ${time}\n${text}`;
    const key = await crypto.subtle.importKey('raw', known.bytes, 'Ed25519', false, ['verify']);
    if (!(await crypto.subtle.verify('Ed25519', key, bytes.subarray(known.isWitness ? 12 : 4), encode(message))))
      fail(`The signature of ${name} is wrong.`);
    if (time === undefined) by.push(known.text);
    else cosignatures.push({ witness: known.text, at: new Date(time * 1_000).toISOString() });
  }
  const missing = verifiers.find((one) => one.isWitness && !cosignatures.some(({ witness }) => witness === one.text));
  if (missing) fail(`The witness ${missing.name} has not co-signed the checkpoint.`);
  return by.length > 0 ? { text, by, cosignatures } : fail('No key that you trust has signed the checkpoint.');
};

/** The last second of the year 9999, in seconds since 1970. */
const maxTime = 253_402_300_799;

/** Reads the time of a cosignature (C2SP tlog-cosignature): the 8 bytes after the key id, in seconds since 1970. */
const timeOf = (bytes: Bytes): number => {
  if (bytes.length !== 76) fail('The cosignature of a witness has another length.');
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4);
  return time <= maxTime ? Number(time) : fail('The time of a cosignature cannot be read.');
};
