#!/usr/bin/env node
/**
 * Verifies receipts, exports and checkpoints (docs/use/proof.md). It needs only Node, shares no code with the service, and asks nobody.
 *
 *     node verify-receipt.mjs keys.txt receipt.json…
 *     node verify-receipt.mjs keys.txt --export events.jsonl checkpoints.txt
 *     node verify-receipt.mjs keys.txt --consistency former-note.txt checkpoint.json
 *
 * `keys.txt` contains the verifier keys that you trust, as you stored them from `/.well-known/ledger-keys`. With `--witness KEY`, once or
 * more often, the checkpoint (the later one of two) must also have cosignatures by these keys. The exit code is 0 if all is valid, else 1.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const fail = (reason) => {
  throw new Error(reason);
};
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const hashOf = (text) => sha256(Buffer.from(text));
const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right);
const base64 = (text) => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : fail(`not base64: ${text}`);
};

/** Reads a key `<name>+<key id>+<base64 of the type and the 32 bytes of an Ed25519 key>`. The type of a witness is 4, otherwise 1. */
const verifierOf = (line, isWitness = false) => {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? fail(`not a verifier key: ${line}`);
  const bytes = base64(key);
  if (bytes.length !== 33 || bytes[0] !== (isWitness ? 4 : 1)) fail(`not an Ed25519 key of this kind: ${line}`);
  if (
    sha256(Buffer.from(`${name}\n`), bytes)
      .toString('hex')
      .slice(0, 8) !== id
  )
    fail(`the key id is not that of the key: ${line}`);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id, isWitness, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
};

export const verifiersOf = (text) => text.match(/\S+/g)?.map((line) => verifierOf(line)) ?? [];

/** Returns the text that a witness signs, with the time in seconds that is in the 8 bytes after the key id: at the latest in year 9999. */
const cosigned = (bytes, text) => {
  if (bytes.length !== 76) fail('the cosignature of a witness has another length');
  const time = bytes.readBigUInt64BE(4);
  if (time > 253402300799n) fail('the time of a cosignature cannot be read');
  return `cosignature/v1\ntime ${time}\n${text}`;
};

/** Verifies a signed note (C2SP signed-note). Returns its text and the names of its trusted keys. */
const openNote = (note, verifiers) => {
  const end = note.lastIndexOf('\n\n') + 1;
  if (end === 0 || !note.endsWith('\n') || /(?!\n)[\0-\x1f]|\p{Cs}/u.test(note)) fail('it is no signed note');
  const text = note.slice(0, end);
  const signers = new Set();
  for (const line of note.slice(end + 1, -1).split('\n')) {
    const [, name, signature] = /^— ([^\s\x85+]+) (\S+)$/.exec(line) ?? fail(`not a signature: ${line}`);
    const bytes = base64(signature);
    const id = bytes.subarray(0, 4).toString('hex');
    const known = verifiers.find((one) => one.name === name && one.id === id);
    if (!known) continue;
    const [message, from] = known.isWitness ? [cosigned(bytes, text), 12] : [text, 4];
    if (!verify(null, Buffer.from(message), known.key, bytes.subarray(from))) fail(`the signature of ${name} is wrong`);
    signers.add(known);
  }
  for (const { name } of verifiers.filter((one) => one.isWitness && !signers.has(one)))
    fail(`the witness ${name} has not co-signed the checkpoint`);
  const by = [...signers].flatMap((one) => (one.isWitness ? [] : one.name));
  return by.length > 0 ? { text, by } : fail('no trusted key has signed the checkpoint');
};

/** Whether a text is a time as the service writes it, in UTC with milliseconds. */
const isInstant = (text) => text.length === 24 && text >= '0001' && new Date(Date.parse(text) || 0).toJSON() === text;

/** Verifies a checkpoint and reads its lines (C2SP tlog-checkpoint). */
const checkpointOf = (note, verifiers) => {
  const { text, by } = openNote(note, verifiers);
  const [origin, written, root, ...rest] = text.split('\n');
  const size = Number(written);
  if (!/^[1-9]\d*$/.test(written) || !Number.isSafeInteger(size)) fail(`the size of the checkpoint is ${written}`);
  const [, isOfTenant, id] = /\/(tenants\/)?([0-9a-f-]{36})$/.exec(origin) ?? [];
  if (!by.some((name) => origin === `${name}/${isOfTenant ?? ''}${id}`)) fail(`the key does not sign for ${origin}`);
  if (base64(root).length !== 32) fail(`not a root: ${root}`);
  const at = rest.find((line) => line.startsWith('at '))?.slice(3);
  if (at !== undefined && !isInstant(at)) fail(`the time of the checkpoint is ${at}`);
  return { origin, isOfTenant, ledgerId: id, size, root: base64(root), at: at ?? 'an unknown time' };
};

/** Reads `<length>:<text>;` for each present member, and `-;` for a missing one. Lengths count UTF-16 code units. */
const membersOf = (text) => {
  const members = [];
  for (let at = 0; at < text.length;) {
    const [all, length] = /^(?:-|(\d+):)/.exec(text.slice(at, at + 12)) ?? fail('a member has no length');
    const end = at + all.length + Number(length ?? 0);
    if (text[end] !== ';') fail('a member has a different length than it says');
    members.push(length === undefined ? null : text.slice(at + all.length, end));
    at = end + 1;
  }
  return members;
};

/** Returns the hash in its stored form: two digits of the format's number, such as 01, and the SHA-256 of the text. */
const keptHash = (text, format) => (/\p{Cs}/u.test(text) ? '' : `0${format}${hashOf(text).toString('hex')}`);

/** The kinds of members: texts, amounts and counts, days, instants and JSON. A capital means that the member may be missing. */
const kinds = {
  t: () => true,
  a: (text) => /^(0|[1-9]\d{0,39})$/.test(text),
  d: (text) => isInstant(`${text}T00:00:00.000Z`),
  i: isInstant,
  j: (text) => JSON.parse(text) !== undefined,
};
const areOf = (members, wanted) =>
  members.length === wanted.length &&
  [...wanted].every((kind, at) => (members[at] === null ? kind < 'a' : kinds[kind.toLowerCase()](members[at])));

/** Returns whether the members are those of a record: its head, its entries, and the optional members of the format, in order. */
const isRecord = (members, format) => {
  const end = 22 + 7 * Number(members[21]);
  const form = members.length < end ? '' : `ttttdtTTTTTTJJTATTTtia${'ttttaTJ'.repeat(Number(members[21]))}`;
  const rest = members.splice(form.length);
  if (!areOf(members, form) || members[0] !== 'transaction' || members[1] !== String(format)) return false;
  for (const name of ['expires', 'settles', ...(format === 1 ? [] : ['fingerprint'])])
    if (rest[0] === name && !areOf(rest.splice(0, 2).slice(1), name === 'expires' ? 'i' : 't')) return false;
  return rest.length === 0;
};

const splitOf = (size, split = 1) => (split * 2 < size ? splitOf(size, split * 2) : split);
/** Computes the root from a leaf and its audit path (RFC 6962, 2.1.1). */
const rootThrough = (leaf, index, size, path) => {
  const rest = [...path];
  const up = (start, end) => {
    if (end - start === 1) return leaf;
    const split = splitOf(end - start);
    const sibling = rest.pop() ?? fail('the inclusion proof is too short');
    const isLeft = index < start + split;
    const own = isLeft ? up(start, start + split) : up(start + split, end);
    return isLeft ? nodeHash(own, sibling) : nodeHash(sibling, own);
  };
  const root = up(0, size);
  return rest.length === 0 ? root : fail('the inclusion proof is too long');
};

const hexHash = (text, bytes) =>
  new RegExp(`^[0-9a-f]{${bytes * 2}}$`).test(text) ? Buffer.from(text, 'hex') : fail(`not a hash: ${text}`);
const hasExactly = (value, names) =>
  typeof value === 'object' && value !== null && Object.keys(value).sort().join() === [...names].sort().join();
const leafOf = (sequence, hash) => hashOf(`\0{"event_hash":"${hash}","sequence":${sequence},"version":1}`);

/** Returns the transaction that the receipt proves. Throws if the receipt is invalid. */
export const verifyReceipt = (receipt, verifiers) => {
  const names = ['record', 'record_hash', 'event', 'leaf', 'tree_size', 'inclusion', 'checkpoint'];
  if (!hasExactly(receipt, names) || !hasExactly(receipt.leaf, ['version', 'sequence', 'event_hash']))
    fail('not a receipt: it has other members');
  const { record, record_hash: recordHash, event, leaf, tree_size: size, inclusion, checkpoint } = receipt;
  const { version, sequence, event_hash: eventHash } = leaf;
  if (version !== 1 || !Number.isSafeInteger(sequence) || sequence < 1) fail('the leaf is of a form that is not known');
  if (!Number.isSafeInteger(size) || size < sequence) fail('the tree is smaller than the place of the event');
  const recordFormat = recordHash.startsWith('02') ? 2 : 1;
  if (keptHash(record, recordFormat) !== recordHash) fail('the record is not what was hashed');
  if (keptHash(event, 1) !== eventHash) fail('the event is not what was hashed');
  const said = membersOf(event);
  const [kind, format, , place, type, transactionId, , actor, reason, at, content] = said;
  if (kind !== 'event' || format !== '1' || !areOf(said, 'ttttttTtTit')) fail('the event has an unknown form');
  if (place !== String(sequence)) fail('the event has another place in the log');
  if (content !== recordHash) fail('the event is about another record');
  if (!['transaction_posted', 'transaction_failed'].includes(type)) fail(`the event is ${type}`);
  const members = membersOf(record);
  if (!isRecord([...members], recordFormat)) fail('the record is of a form that is not known');
  if (members[2] !== transactionId) fail('the event is about another transaction');
  const path = inclusion.map((hash) => hexHash(hash, 32));
  const signed = checkpointOf(checkpoint, verifiers);
  if (signed.isOfTenant) fail('the checkpoint is not of the log of a ledger');
  if (signed.size !== size) fail('the checkpoint is of a tree of another size');
  if (!rootThrough(leafOf(sequence, eventHash), sequence - 1, size, path).equals(signed.root))
    fail('the event is not in the tree that was signed');
  return { ...{ ledgerId: signed.ledgerId, transactionId, type, sequence, actor, reason, at }, record: members };
};

/** Splits a file of checkpoints into signed notes. Nothing else may be in the file. */
const notesIn = (text) => {
  const form = /(?:(?!— ).+\n)(?:(?!— ).*\n)*?\n(?:— .*(?:\n|$))+/g;
  if (text.replace(form, '').trim() !== '') fail('a part of the file of checkpoints is no signed note');
  return text.match(form)?.map((note) => `${note.trim()}\n`) ?? [];
};

/** Checks the events of a whole log, one JSON object per line (`ledger events tail`), against checkpoints. Throws if they do not match. */
export const verifyExport = (lines, notes, verifiers) => {
  const events = lines.map(parsed);
  const { ledger_id: ledgerId } = events[0] ?? fail('the export has no events');
  const checkpoints = notesIn(notes)
    .map((note) => checkpointOf(note, verifiers))
    .filter((checkpoint) => checkpoint.ledgerId === ledgerId)
    .sort((one, other) => one.size - other.size);
  if (checkpoints.length === 0) fail(`there is no checkpoint of ledger ${ledgerId}`);
  const subtrees = [];
  let [before, next] = [undefined, 0];
  for (const [index, { sequence, hash, previous_hash: previous }] of events.entries()) {
    if (sequence !== index + 1) fail(`event ${index + 1} is missing`);
    if (before !== undefined && previous !== before) fail(`event ${sequence} does not continue the one before it`);
    before = hash;
    let node = { width: 1, hash: leafOf(sequence, hexHash(hash, 33).toString('hex')) };
    for (let last = subtrees.at(-1); last?.width === node.width; last = subtrees.at(-1)) {
      subtrees.pop();
      node = { width: node.width * 2, hash: nodeHash(last.hash, node.hash) };
    }
    subtrees.push(node);
    for (; checkpoints[next]?.size === sequence; next++) {
      const root = subtrees.map((one) => one.hash).reduceRight((right, left) => nodeHash(left, right));
      if (!root.equals(checkpoints[next].root))
        fail(`the events up to ${sequence} are not those that were signed at ${checkpoints[next].at}`);
    }
  }
  const missing = checkpoints[next];
  if (missing) fail(`the export ends at event ${events.length}, and ${missing.size} were signed at ${missing.at}`);
  return { ledgerId, events: events.length, signed: checkpoints.at(-1).size, checkpoints: checkpoints.length };
};

/** Computes both roots from a consistency proof (RFC 6962, 2.1.2), which lacks the former one if its tree is a complete subtree. */
const rootsThrough = (formerRoot, former, size, path) => {
  const rest = [...path];
  const next = () => rest.pop() ?? fail('the consistency proof is too short');
  const up = (start, end, isFormerRoot) => {
    if (end === former) return Array(2).fill(isFormerRoot ? formerRoot : next());
    const split = splitOf(end - start);
    const sibling = next();
    if (former <= start + split) {
      const [own, later] = up(start, start + split, isFormerRoot);
      return [own, nodeHash(later, sibling)];
    }
    return up(start + split, end, false).map((own) => nodeHash(sibling, own));
  };
  const roots = up(0, size, true);
  return rest.length === 0 ? roots : fail('the consistency proof is too long');
};

/** Checks that between the stored checkpoint and a later one (`GET /ledger/checkpoint?from=`) events were only added. Throws otherwise. */
export const verifyConsistency = (former, { note, consistency }, verifiers) => {
  const before = checkpointOf(
    former,
    verifiers.filter((one) => !one.isWitness),
  );
  const after = checkpointOf(note, verifiers);
  if (before.origin !== after.origin) fail('the checkpoints are of two logs');
  if (before.size > after.size) fail('the later log has fewer events: its end was cut off');
  const path = consistency.map((hash) => hexHash(hash, 32));
  const [formerRoot, root] = rootsThrough(before.root, before.size, after.size, path);
  if (!formerRoot.equals(before.root) || !root.equals(after.root))
    fail('the later log does not begin with the events of the former');
  return { ledgerId: after.ledgerId, from: before.size, size: after.size, at: after.at };
};

const read = (file) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));

/** Parses JSON. Fails if an object has two members of one name, because another reader might take the other one. */
const parsed = (text) => {
  const value = JSON.parse(text);
  return namesIn(text) === namesIn(JSON.stringify(value)) ? value : fail('two members of the JSON have the same name');
};
const namesIn = (text) => text.match(/"(?:[^"\\]+|\\.)*"(?:\s*:)?/g)?.filter((one) => one.endsWith(':')).length;

const main = async (words) => {
  const isOfWitness = (_, index) => words[index] === '--witness' || words[index - 1] === '--witness';
  const witnesses = words.filter((_, index) => words[index - 1] === '--witness');
  const [keys, ...files] = words.filter((word, index) => !isOfWitness(word, index));
  if (keys === undefined || files.length === 0) fail('Usage: see the comment at the beginning of verify-receipt.mjs');
  const verifiers = [...verifiersOf(read(keys)), ...[...new Set(witnesses)].map((key) => verifierOf(key, true))];
  if (files[0] === '--export') {
    if (witnesses.length > 0) fail('--witness is for receipts and --consistency: a file of checkpoints has none');
    const lines = read(files[1]).split('\n').filter(Boolean);
    const { ledgerId, events, signed, checkpoints } = verifyExport(lines, read(files[2]), verifiers);
    console.log(`holds   ledger ${ledgerId}: ${signed} of ${events} hashes agree with ${checkpoints} checkpoints`);
    return;
  }
  if (files[0] === '--consistency') {
    const told = parsed(read(files[2]));
    const { ledgerId, from, size, at } = verifyConsistency(`${read(files[1]).trim()}\n`, told.data ?? told, verifiers);
    console.log(`holds   ledger ${ledgerId}: from ${from} to ${size} events, signed at ${at}, nothing was rewritten`);
    return;
  }
  for (const file of files)
    try {
      const told = parsed(read(file));
      const { transactionId, type, sequence, ledgerId, at } = verifyReceipt(told.data ?? told, verifiers);
      console.log(`holds   ${file}: ${transactionId}, ${type} at ${at} as event ${sequence} of ledger ${ledgerId}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`BROKEN  ${file}: ${error.message}`);
    }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
