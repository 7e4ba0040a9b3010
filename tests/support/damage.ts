/** Damages a file as transport, editors and careless people do. The damage depends only on the random numbers. */
import type { Random } from './random';

type Damage = (bytes: Buffer, random: Random) => Buffer;

const within = (random: Random, most: number): number => Math.floor(random.next() * most);
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n');
const ofLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'), 'latin1');
const inserted = (bytes: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);

export const damages: Readonly<Record<string, Damage>> = {
  cut: (bytes, random) => bytes.subarray(0, within(random, bytes.length)),
  'cut at the beginning': (bytes, random) => bytes.subarray(within(random, bytes.length)),
  'a byte flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const at = within(random, bytes.length);
    flipped[at] = (flipped[at] as number) ^ (1 << within(random, 8));
    return flipped;
  },
  'many bytes flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let times = 0; times < 20; times++) flipped[within(random, bytes.length)] = within(random, 256);
    return flipped;
  },
  NUL: (bytes, random) => inserted(bytes, within(random, bytes.length), Buffer.from([0])),
  'not UTF-8': (bytes, random) => inserted(bytes, within(random, bytes.length), Buffer.from([0xc3, 0x28])),
  'UTF-16': (bytes) => Buffer.from(`\uFEFF${bytes.toString()}`, 'utf16le'),
  'UTF-16 without a mark': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'a line left out': (bytes, random) => {
    const lines = linesOf(bytes);
    lines.splice(within(random, lines.length), 1);
    return ofLines(lines);
  },
  'a line twice': (bytes, random) => {
    const lines = linesOf(bytes);
    const at = within(random, lines.length);
    lines.splice(at, 0, lines[at] as string);
    return ofLines(lines);
  },
  'lines exchanged': (bytes, random) => {
    const lines = linesOf(bytes);
    const [one, other] = [within(random, lines.length), within(random, lines.length)];
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
    return ofLines(lines);
  },
  'another digit': (bytes, random) => {
    const digits = [...bytes.toString('latin1').matchAll(/\d+\.\d\d/g)];
    const changed = Buffer.from(bytes);
    changed.write(String(within(random, 10)), random.pick(digits).index, 'latin1');
    return changed;
  },
  'an unknown account': (bytes, random) => {
    const lines = linesOf(bytes);
    const at = within(random, lines.length);
    lines[at] = (lines[at] as string).replace(/[A-Z][A-Z.:-]{2,}/, 'NOWHERE');
    return ofLines(lines);
  },
  'a formula': (bytes, random) =>
    inserted(bytes, within(random, bytes.length), Buffer.from('=HYPERLINK("http://x","y")')),
  'other white space': (bytes, random) => {
    const spaces = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x20 ? [at] : []));
    const at = random.pick(spaces);
    const other = random.pick(['\t', '\v', '\f', '\r', '\u0085', '\u00a0', '\u2028', '\u3000', '  ', '']);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(other), bytes.subarray(at + 1)]);
  },
  'a quote': (bytes, random) => inserted(bytes, within(random, bytes.length), Buffer.from('"')),
  'a line of two megabytes': (bytes, random) =>
    inserted(bytes, within(random, bytes.length), Buffer.alloc(2_097_152, 'x')),
};
