/** Refusals of `ledger serve --memory` to start, and its answers when its memory is full. */
import { compose } from '../../../src/app/compose';
import { inMemory } from '../../../src/app/in-memory';
import { Room } from '../../../src/kernel/memory/kept';
import { ROOM } from '../../../src/kernel/memory/tokens';
import { refused, StoreFull } from '../../../src/kernel/refusal';
import { replace } from '../../../src/kernel/token';
import { runHere } from '../../support/command-line';

const named = (variable: string): string =>
  `--memory keeps everything in this process, and ${variable} names a database. Leave out one of the two.`;

test.each([
  [{ DATABASE_URL: 'postgresql://127.0.0.1:1/ledger' }, named('DATABASE_URL')],
  [{ LEDGER_READ_URL: 'postgresql://127.0.0.1:1/ledger' }, named('LEDGER_READ_URL')],
  [
    { LEDGER_ROLE: 'worker' },
    '--memory serves and posts in one process, and LEDGER_ROLE is "worker". Leave LEDGER_ROLE out.',
  ],
  [
    { LEDGER_ROLE: 'api' },
    '--memory serves and posts in one process, and LEDGER_ROLE is "api". Leave LEDGER_ROLE out.',
  ],
])('serve --memory with %p does not start, and says why and what to change', async (environment, complaint) => {
  const { code, stdout, stderr } = await runHere(['serve', '--memory'], environment);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${complaint}\n` });
});

test('a full store refuses writes and answers reads', async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { access } = compose({ secrets: { installationSecret: Buffer.alloc(32), pepper: '' }, log }, [
    ...inMemory(),
    replace(ROOM, [], () => new Room(1_000)),
  ]);
  const first = await access.createTenant('first');
  if (refused(first)) throw new Error('the first tenant was refused');
  const fill = async (): Promise<void> => {
    for (;;) await access.createTenant('another');
  };
  await expect(fill()).rejects.toThrow(StoreFull);
  expect(await access.tenant(first.right.id)).toEqual(first.right);
});
