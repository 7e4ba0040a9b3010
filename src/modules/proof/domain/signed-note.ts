/**
 * Signed notes (C2SP signed-note): a text that ends with a newline, then an empty line, then a line for each signature. Keys are Ed25519,
 * written as in Go's sumdb/note: `<name>+<key id>+<key>` for a verifier key, with the prefix `PRIVATE+KEY+` for a signing key.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify, type KeyObject } from 'node:crypto';

export interface SigningKey {
  readonly name: string;
  readonly verifierKey: string;
  /** Returns the text with a signature by this signing key. */
  signed(text: string): string;
}

export interface Verifier {
  readonly name: string;
  /** The key id, four bytes. */
  readonly keyId: Buffer;
  verifies(text: string, signature: Buffer): boolean;
}

export interface OpenedNote {
  readonly text: string;
  /** The names and key ids of the known keys that signed the note. */
  readonly by: readonly Pick<Verifier, 'name' | 'keyId'>[];
}

/** The signature type of keys that sign logs. */
const ed25519 = 1;
const privatePrefix = 'PRIVATE+KEY+';
const keyBytes = 32;
const keyIdBytes = 4;
/** The maximum number of signatures that a note may have here. The format requires verifiers to accept at least sixteen. */
const maxSignatures = 100;
/** The fixed DER bytes that precede the 32 bytes of a private key, and those that precede a public key. */
const derOfPrivate = Buffer.from('302e020100300506032b657004220420', 'hex');
const derOfPublic = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a key may have this name: it is not empty, and has no spaces and no plus sign. */
const isName = (name: string): boolean => /^[^\s+\p{C}]+$/u.test(name);

/** Creates a signing key as text. The text is secret. */
export const newSigningKey = (name: string): string => signingKeyOf(name, randomBytes(keyBytes));

/** Returns, as text, the signing key that a seed of 32 bytes determines. Throws if the name is invalid. */
export const signingKeyOf = (name: string, seed: Buffer): string => {
  if (!isName(name)) throw new Error(`a key cannot be named "${name}": spaces and + are not allowed`);
  const keyId = keyIdOf(name, publicBytes(privateOf(seed)));
  return privatePrefix + keyText(name, keyId, seed);
};

/** Reads a signing key; undefined if the text is not a signing key. */
export const readSigningKey = (text: string): SigningKey | undefined => {
  if (!text.startsWith(privatePrefix)) return undefined;
  const parts = keyParts(text.slice(privatePrefix.length));
  if (!parts) return undefined;
  const { name, keyId, bytes } = parts;
  const key = privateOf(bytes);
  const open = publicBytes(key);
  if (!keyId.equals(keyIdOf(name, open))) return undefined;
  return {
    name,
    verifierKey: keyText(name, keyId, open),
    signed: (noteText) => {
      if (!noteText.endsWith('\n') || hasControls(noteText)) throw new Error('a note ends with a newline');
      const signature = Buffer.concat([keyId, sign(null, Buffer.from(noteText), key)]);
      return `${noteText}\n— ${name} ${signature.toString('base64')}\n`;
    },
  };
};

/** Reads a verifier key; undefined if the text is not a verifier key. */
export const readVerifierKey = (text: string): Verifier | undefined => {
  const parts = verifierParts(text, ed25519);
  if (!parts) return undefined;
  const { name, keyId, key } = parts;
  return { name, keyId, verifies: (noteText, signature) => verify(null, Buffer.from(noteText), key, signature) };
};

/** Returns the parts of a verifier key for signatures of this type; undefined if the text is not such a key. */
export const verifierParts = (
  text: string,
  type: number,
): { readonly name: string; readonly keyId: Buffer; readonly key: KeyObject } | undefined => {
  const parts = keyParts(text, type);
  if (!parts || !parts.keyId.equals(keyIdOf(parts.name, parts.bytes, type))) return undefined;
  const { name, keyId, bytes } = parts;
  return {
    ...{ name, keyId },
    key: createPublicKey({ key: Buffer.concat([derOfPublic, bytes]), format: 'der', type: 'spki' }),
  };
};

/**
 * Opens a note that at least one of the verifiers signed. Undefined if no verifier signed it, if the signature of a verifier is wrong, or
 * if the text is not a note. Signatures by unknown keys are ignored.
 */
export const openNote = (note: string, verifiers: readonly Verifier[]): OpenedNote | undefined => {
  const end = note.lastIndexOf('\n\n') + 1;
  if (end === 0 || hasControls(note) || !note.endsWith('\n')) return undefined;
  const text = note.slice(0, end);
  const lines = note.slice(end + 1, -1).split('\n');
  if (lines.length > maxSignatures) return undefined;
  const by: Verifier[] = [];
  for (const line of lines) {
    const [, name, written] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = written === undefined ? undefined : fromBase64(written);
    if (!bytes || bytes.length <= keyIdBytes) return undefined;
    const keyId = bytes.subarray(0, keyIdBytes);
    const known = verifiers.find((one) => one.name === name && one.keyId.equals(keyId));
    if (!known) continue;
    if (!known.verifies(text, bytes.subarray(keyIdBytes))) return undefined;
    by.push(known);
  }
  return by.length === 0 ? undefined : { text, by };
};

/** Returns the notes in the text of a file, in order. Empty lines between notes are ignored. */
export const notesIn = (file: string): readonly string[] => {
  const notes: string[] = [];
  let lines: string[] = [];
  let isSigned = false;
  const close = (): void => {
    if (lines.length > 0) notes.push(`${lines.join('\n')}\n`);
    [lines, isSigned] = [[], false];
  };
  for (const line of file.split('\n')) {
    const isSignature = line.startsWith('— ');
    if (isSigned && !isSignature) close();
    if (line === '' && lines.length === 0) continue;
    isSigned ||= isSignature;
    lines.push(line);
  }
  if (lines.length > 0 && lines.at(-1) === '') lines.pop();
  close();
  return notes;
};

interface KeyParts {
  readonly name: string;
  readonly keyId: Buffer;
  readonly bytes: Buffer;
}

const keyText = (name: string, keyId: Buffer, bytes: Buffer): string =>
  `${name}+${keyId.toString('hex')}+${Buffer.concat([Buffer.from([ed25519]), bytes]).toString('base64')}`;

const keyParts = (text: string, type = ed25519): KeyParts | undefined => {
  const [, name = '', keyId = '', written = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const bytes = fromBase64(written);
  if (!isName(name) || bytes?.length !== 1 + keyBytes || bytes[0] !== type) return undefined;
  return { name, keyId: Buffer.from(keyId, 'hex'), bytes: bytes.subarray(1) };
};

const keyIdOf = (name: string, publicKey: Buffer, type = ed25519): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(publicKey)
    .digest()
    .subarray(0, keyIdBytes);

const privateOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([derOfPrivate, seed]), format: 'der', type: 'pkcs8' });

const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(derOfPublic.length);

/** Decodes base64; undefined if the text is not the canonical encoding of its bytes. */
const fromBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};

const hasControls = (text: string): boolean => /(?!\n)[\0-\x1f]/.test(text);
