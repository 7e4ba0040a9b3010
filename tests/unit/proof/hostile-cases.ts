/**
 * The table of receipts and checkpoints that confuse a verifier (clients/hostile-receipts.json), created by the code of the service.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { transactionV1 } from '../../../src/modules/ledgering/domain/formats/version-1';
import { keys, receiptOf, transaction, type Receipt } from '../../support/told-receipts';

export interface HostileCase {
  readonly name: string;
  /** The receipt as JSON; for a pair of checkpoints, `{former, latest}`. */
  readonly text: string;
  readonly holds: boolean;
  readonly keys?: readonly string[];
  /** Whether only a program that reads the JSON itself can see the fault. */
  readonly isOfTheText?: true;
}

const { current, witness } = keys;
export const good = receiptOf({});
const goodText = JSON.stringify(good);

const failing = (name: string, receipt: object | string): HostileCase => ({
  ...{ name, text: typeof receipt === 'string' ? receipt : JSON.stringify(receipt), holds: false },
});
const holding = (name: string, receipt: object | string): HostileCase => ({
  ...failing(name, receipt),
  holds: true,
});
const ofTheText = (name: string, text: string): HostileCase => ({ ...failing(name, text), isOfTheText: true });

const record = transactionV1(transaction);
const recorded = (change: (text: string) => string): Receipt => receiptOf({ record: change(record) });
/** The text of a note with a member of the checkpoint replaced, and signed. */
const noted = (change: (text: string) => string): Receipt => receiptOf({ note: change });
const withNote = (change: (note: string) => string): object => ({ ...good, checkpoint: change(good.checkpoint) });
const signatureOf = (note: string): string => note.trimEnd().split(' ').at(-1) as string;

/** A signature by an unknown key under the name and the id of the trusted key. */
const forged = (note: string): string => {
  const [text = ''] = note.split('\n— ');
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]);
  const unknown = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const id = Buffer.from(signatureOf(note), 'base64').subarray(0, 4);
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), unknown)]).toString('base64');
  return `${text}\n— ledger.example ${signature}\n`;
};

const unknownLine = (name: string): string => `— ${name} ${Buffer.alloc(68, 7).toString('base64')}\n`;
const noteOf = (size: string, root: string): string =>
  current.signed(`ledger.example/${idOfLedger}\n${size}\n${root}\n`);
export const idOfLedger = good.checkpoint.slice('ledger.example/'.length).split('\n')[0] as string;
const pair = (name: string, former: string, note: string): HostileCase =>
  failing(name, JSON.stringify({ former, latest: { note, consistency: [] } }));
const root = Buffer.alloc(32, 3).toString('base64');

export const hostileCases = (): readonly HostileCase[] => [
  ofTheText('two records in one receipt', goodText.replace('{', '{"record":"3:Tea;",')),
  ofTheText('two sequences in one leaf', goodText.replace('"leaf":{', '"leaf":{"sequence":7,')),
  ofTheText('two members, one of them escaped', goodText.replace('{', '{"recor\\u0064":"3:Tea;",')),
  holding('a number with a fraction of zero', goodText.replace('"tree_size":300', '"tree_size":300.0')),
  holding('a number with an exponent', goodText.replace('"tree_size":300', '"tree_size":3e2')),
  failing('a number with a fraction', goodText.replace('"tree_size":300', '"tree_size":300.5')),
  failing('a tree of 2^53 events', goodText.replace('"tree_size":300', '"tree_size":9007199254740992')),
  failing(
    'a tree with more events than the largest exact number',
    goodText.replace('"tree_size":300', '"tree_size":1e400'),
  ),
  failing('a sequence of many digits', goodText.replace('"sequence":123', `"sequence":${'1'.repeat(400)}`)),
  failing('a tree of no events', goodText.replace('"tree_size":300', '"tree_size":0')),
  failing('a place below zero', goodText.replace('"sequence":123', '"sequence":-1')),
  failing('a version that is true', goodText.replace('"version":1', '"version":true')),
  failing('a place that is the size of the tree', goodText.replace('"tree_size":300', '"tree_size":122')),
  failing('a proof with a hash of 31 bytes', {
    ...good,
    inclusion: [good.inclusion[0]?.slice(2), ...good.inclusion.slice(1)],
  }),
  failing('a proof of ten thousand hashes', { ...good, inclusion: Array(10_000).fill(good.inclusion[0]) }),
  failing('a proof that is an object', { ...good, inclusion: { length: 0 } }),
  failing('a record that is a list of bytes', { ...good, record: [...Buffer.from(good.record)] }),
  failing('a hash that is a list', { ...good, inclusion: good.inclusion.map((hash) => [hash]) }),
  failing('half of a surrogate pair instead of a replacement character', {
    ...recorded((text) => text.replace('🍵', '\ufffd\ufffd')),
    ...{ record: record.replace('🍵', '\ud800\ufffd') },
  }),
  failing(
    'half of a surrogate pair in the checkpoint',
    withNote((note) => note.replace('ledger.example', 'ledger.exampl\udc00')),
  ),
  failing(
    'carriage returns in the checkpoint',
    withNote((note) => note.replaceAll('\n', '\r\n')),
  ),
  failing(
    'one carriage return',
    withNote((note) => note.replace(/\n$/, '\r\n')),
  ),
  failing(
    'a checkpoint without its last line break',
    withNote((note) => note.slice(0, -1)),
  ),
  failing(
    'a base64 with other unused bits',
    withNote((note) =>
      note
        .replace(/=\n/, (end) => end)
        .replace(/(.)=\n$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}=\n`),
    ),
  ),
  failing(
    'a base64 without padding',
    withNote((note) => note.replace(/=+\n$/, '\n')),
  ),
  failing(
    'a base64 of the URL alphabet',
    withNote((note) =>
      note.replace(/ (\S+)\n$/, (_, text: string) => ` ${text.replaceAll('+', '-').replaceAll('/', '_')}-\n`),
    ),
  ),
  failing('an unknown key under the id of a known one', withNote(forged)),
  failing(
    'the signature of the known key, and one by an unknown key under its id',
    withNote((note) => `${note}${forged(note).split('\n\n')[1] as string}`),
  ),
  holding(
    'the same signature twice',
    withNote((note) => `${note}— ledger.example ${signatureOf(note)}\n`),
  ),
  holding(
    'the signature of an unknown key',
    withNote((note) => note + unknownLine('other.example')),
  ),
  failing(
    'a signature by a name with a plus sign',
    withNote((note) => note + unknownLine('other+example')),
  ),
  failing(
    'a signature by a name with a line of Unicode',
    withNote((note) => note + unknownLine('other\u2028example')),
  ),
  failing(
    'a signature by a name with the space U+0085',
    withNote((note) => note + unknownLine('other\u0085example')),
  ),
  failing(
    'a signature by a name with the space U+FEFF',
    withNote((note) => note + unknownLine('other\ufeffexample')),
  ),
  failing(
    'a signature without base64',
    withNote((note) => `${note}— other.example *\n`),
  ),
  failing(
    'the origin of another installation',
    noted((text) => text.replace('ledger.example/', 'other.example/')),
  ),
  failing(
    'an origin that only begins like the name of the key',
    noted((text) => text.replace('ledger.example/', 'ledger.example.com/')),
  ),
  failing(
    'the origin of the log of a tenant',
    noted((text) => text.replace('ledger.example/', 'ledger.example/tenants/')),
  ),
  failing(
    'an origin without a ledger',
    noted((text) => text.replace(/\/.*/, '/')),
  ),
  {
    ...failing('the origin of a service, signed by another service that is trusted too', {
      ...receiptOf({ by: ['witness'] }),
    }),
    keys: [current.verifierKey, witness.verifierKey],
  },
  failing(
    'a size with zeros in front',
    noted((text) => text.replace('\n300\n', '\n0300\n')),
  ),
  failing(
    'a size in Arabic digits',
    noted((text) => text.replace('\n300\n', '\n٣٠٠\n')),
  ),
  failing(
    'a size of 2^53 + 1',
    noted((text) => text.replace('\n300\n', '\n9007199254740993\n')),
  ),
  failing(
    'a root of 31 bytes',
    noted((text) => text.replace(/\n\S{43}=\n/, `\n${Buffer.alloc(31).toString('base64')}\n`)),
  ),
  failing(
    'a time that is not a time',
    noted((text) => text.replace(/at .*\n/, 'at lunch\n')),
  ),
  failing(
    'the 30th of February',
    noted((text) => text.replace(/at .{10}/, 'at 2026-02-30')),
  ),
  failing(
    'a time of the year 0',
    noted((text) => text.replace(/at .{10}/, 'at 0000-01-01')),
  ),
  failing(
    'a time with a leap second',
    noted((text) => text.replace(/at .*\n/, 'at 2016-12-31T23:59:60.000Z\n')),
  ),
  failing('an event with one more member', receiptOf({ written: (text) => `${text}1:x;` })),
  failing('an event with one member less', receiptOf({ written: (text) => text.replace(/66:[^;]*;$/, '') })),
  failing('an event without a valid time', receiptOf({ written: (text) => text.replace(/24:2026[^;]*;/, '5:never;') })),
  failing(
    'a record that ends in the name of a member',
    recorded((text) => `${text}7:expires;`),
  ),
  failing(
    'a record whose hold expires at an invalid time',
    recorded((text) => `${text}7:expires;5:never;`),
  ),
  failing(
    'a record with more entries than it has',
    recorded((text) => text.replace(/1:2;(?=36:)/, '1:9;')),
  ),
  failing(
    'a record without a count of entries',
    recorded((text) => text.replace(/1:2;(?=36:)/, '-;')),
  ),
  failing(
    'an amount in hexadecimal digits',
    recorded((text) => text.replace(/(debit;)\d+:\d+;/, '$14:0x10;')),
  ),
  failing(
    'an amount in Arabic digits',
    recorded((text) => text.replace(/(debit;)\d+:\d+;/, '$12:٣٠;')),
  ),
  failing(
    'an amount with a sign',
    recorded((text) => text.replace(/(debit;)\d+:\d+;/, '$12:-5;')),
  ),
  failing(
    'an amount of a hundred digits',
    recorded((text) => text.replace(/(debit;)\d+:\d+;/, `$1100:${'9'.repeat(100)};`)),
  ),
  failing(
    'metadata that is no JSON',
    recorded((text) => text.replace(/\d+:\{[^;]*\};/, '3:NaN;')),
  ),
  failing(
    'a day that does not exist',
    recorded((text) => text.replace(/10:\d{4}-\d\d-\d\d;/, '10:2026-02-30;')),
  ),
  failing(
    'a record without an id',
    recorded((text) => text.replace(/36:[^;]*;/, '-;')),
  ),
  pair('two roots of no bytes', noteOf('4', ''), noteOf('4', '')),
  pair('two sizes that differ beyond 2^53', noteOf('9007199254740992', root), noteOf('9007199254740993', root)),
  pair('a size of four hundred digits', noteOf('4', root), noteOf('9'.repeat(400), root)),
];
