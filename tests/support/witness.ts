/**
 * A witness for tests, written after the specifications (C2SP tlog-witness, tlog-cosignature and signed-note; RFC 9162, 2.1.4.2) and
 * without code of the service, so that the witness and the service do not share a mistake.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const cosigning = 4;
const keyIdOf = (name: string, type: number, key: Uint8Array): Buffer =>
  sha256(`${name}\n`, Uint8Array.of(type), key).subarray(0, 4);

export interface Cosigner {
  /** The verifier key, with the signature type 4. */
  readonly key: string;
  /** The signature line for a note's text, signed at a time in seconds. */
  line(text: string, time: bigint): string;
}

/** Creates the signer of a witness. Its seed consists of copies of one byte. */
export const cosignerNamed = (name: string, fill: number): Cosigner => {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, fill)]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const open = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = keyIdOf(name, cosigning, open);
  return {
    key: `${name}+${id.toString('hex')}+${Buffer.concat([Uint8Array.of(cosigning), open]).toString('base64')}`,
    line: (text, time) => {
      const stamp = Buffer.alloc(8);
      stamp.writeBigUInt64BE(time);
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), secret);
      return `— ${name} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`;
    },
  };
};

interface Head {
  readonly size: number;
  readonly root: Buffer;
}

export interface WitnessDouble {
  readonly address: string;
  readonly key: string;
  /** The bodies of all requests so far. */
  readonly requests: string[];
  /** The last checkpoint that the witness co-signed for each origin. Tests may change it. */
  readonly heads: Map<string, Head>;
  /** Gives this answer to every request from now on; undefined for the answers of the specification. */
  answers: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;
  /** Trusts these verifier keys of logs, whatever their origin. */
  trust(keys: string): void;
  /** Leaves requests unanswered until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly type?: string;
}

/** A time that both differs from now and stays the same in every run. */
export const witnessTime = 1_768_478_400n;

export const openWitness = async (name: string, fill: number): Promise<WitnessDouble> => {
  const cosigner = cosignerNamed(name, fill);
  const heads = new Map<string, Head>();
  const requests: string[] = [];
  let trusted: readonly string[] = [];
  let held: Promise<void> = Promise.resolve();

  const judge = (body: string): Answer => {
    const read = /^old (0|[1-9]\d*)\n((?:[A-Za-z0-9+/]+=*\n){0,63})\n([^]*)$/.exec(body);
    const checkpoint = /^([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*\n(?:— [^\n]+\n)+$/.exec(
      read?.[3] ?? '',
    );
    if (!read || !checkpoint) return { status: 400 };
    const [note, origin = '', size, root = ''] = checkpoint;
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    if (trusted.length === 0) return { status: 404 };
    if (!trusted.some((key) => isSignedBy(key, text, note.slice(text.length + 1)))) return { status: 403 };
    const [old, next] = [Number(read[1]), { size: Number(size), root: Buffer.from(root, 'base64') }];
    if (old > next.size) return { status: 400 };
    const before = heads.get(origin) ?? { size: 0, root: sha256() };
    if (before.size !== old) return { status: 409, body: `${before.size}\n`, type: 'text/x.tlog.size' };
    if (old === next.size && !before.root.equals(next.root)) return { status: 409 };
    const proof = (read[2] ?? '').split('\n').filter(Boolean);
    if (
      !continues(
        before,
        next,
        proof.map((hash) => Buffer.from(hash, 'base64')),
      )
    )
      return { status: 422 };
    heads.set(origin, next);
    return { status: 200, body: cosigner.line(text, witnessTime) };
  };

  const double: WitnessDouble = {
    address: '',
    ...{ key: cosigner.key, heads, requests, answers: undefined },
    trust: (keys) => void (trusted = keys.split('\n').filter(Boolean)),
    hold: () => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      requests.push(body);
      void held.then(() => {
        if (double.answers) return double.answers(response, request);
        const isCall = request.method === 'POST' && request.url === '/of/logs/add-checkpoint';
        const { status, body: said = '', type = 'text/plain' } = isCall ? judge(body) : { status: 404 };
        response.writeHead(status, { 'Content-Type': type }).end(said);
      });
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/of/logs`;
  return Object.assign(double, { address });
};

const isSignedBy = (key: string, text: string, lines: string): boolean => {
  const [name = '', id = '', ...written] = key.split('+');
  const bytes = Buffer.from(written.join('+'), 'base64');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  const open = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return lines.split('\n').some((line) => {
    const [dash, by, signature = ''] = line.split(' ');
    const signed = Buffer.from(signature, 'base64');
    if (dash !== '—' || by !== name || signed.subarray(0, 4).toString('hex') !== id) return false;
    return verify(null, Buffer.from(text), open, signed.subarray(4));
  });
};

/** Verifies a consistency proof (RFC 9162, 2.1.4.2). In addition, the earlier tree may be empty, or equal to the later one. */
const continues = (before: Head, after: Head, proof: readonly Buffer[]): boolean => {
  if (before.size === 0) return proof.length === 0;
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root);
  const isPower = (before.size & (before.size - 1)) === 0;
  const [first, ...rest] = isPower ? [before.root, ...proof] : proof;
  if (!first || rest.some((hash) => hash.length !== 32)) return false;
  let [former, later] = [before.size - 1, after.size - 1];
  for (; former % 2 === 1; former >>= 1) later >>= 1;
  let [formerRoot, laterRoot] = [first, first];
  for (const hash of rest) {
    if (later === 0) return false;
    if (former % 2 === 1 || former === later) {
      [formerRoot, laterRoot] = [nodeOf(hash, formerRoot), nodeOf(hash, laterRoot)];
      for (; former % 2 === 0 && former !== 0; former >>= 1) later >>= 1;
    } else laterRoot = nodeOf(laterRoot, hash);
    [former, later] = [former >> 1, later >> 1];
  }
  return later === 0 && formerRoot.equals(before.root) && laterRoot.equals(after.root);
};

const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Uint8Array.of(1), left, right);
