/** No text of a tenant can send control sequences to the terminal of a person who runs a command or reads the log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../src/app/log';
import { terminalJson, terminalLines, terminalText } from '../../../src/app/terminal-text';
import { steering } from '../../../src/kernel/wording';

const hostile = 'Ann\u001b[2J\u001b]0;pwned\u0007 \u009b31m \u202egnp.exe\u2066 \u0000\u007f';
const speaks = (text: string): boolean => text.replaceAll('\n', '').search(steering) >= 0;

test('a text keeps its letters and lines, and loses its control sequences', () => {
  expect(speaks(hostile)).toBe(true);
  expect(terminalLines(`one\r\n${hostile}\ntwo`).split('\n')).toEqual(['one', terminalText(hostile), 'two']);
  expect(speaks(terminalText(hostile))).toBe(false);
  expect(terminalText('Žlutý kůň, 山田 太郎, שלום')).toBe('Žlutý kůň, 山田 太郎, שלום');
});

test('JSON keeps its meaning', () => {
  const record = { name: hostile, 'a\u009bkey': [hostile] };
  const printed = terminalJson(`${JSON.stringify(record)}\n`);
  expect(speaks(printed)).toBe(false);
  expect(JSON.parse(printed)).toEqual(record);
});

test('a line of the log contains no control sequences', () => {
  let lines = '';
  createLog('info', { write: (line: string) => void (lines += line) }).warn({ name: hostile }, `about ${hostile}`);
  expect(speaks(lines)).toBe(false);
  expect(JSON.parse(lines)).toMatchObject({ name: hostile, msg: `about ${hostile}` });
});

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : path.endsWith('.ts') ? [path] : [];
  });

test('every write to standard output or standard error goes through one of these functions', () => {
  const root = join(__dirname, '../../..');
  const speaking = ['src/app', 'packages/demo-books/src'].flatMap((folder) => files(join(root, folder)));
  const unguarded = speaking.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\b(?:stdout|stderr)\.write\(|\bconsole\./.test(line) || /\bwrite\(stdout,/.test(line))
      .filter((line) => !/terminal(?:Text|Lines|Json)\(/.test(line) && !isOurs(line))
      .map((line) => `${file.slice(root.length)}: ${line.trim()}`),
  );
  expect(unguarded).toEqual([]);
});

/** True for a line that writes nothing, a line end, or a text that an earlier line made safe. */
const isOurs = (line: string): boolean =>
  [
    "if (isOpen) stderr.write('\\n');",
    'stderr.write(isTTY ? `\\r\\u001B[K${text}` : `${text}\\n`);',
    'if (ended.aborted || stdout.write(text)) return;',
  ].includes(line.trim());
