import { createLog } from '../../../src/app/log';
import { formatsOf } from '../../../src/kernel/formats';
import { Unavailable } from '../../../src/kernel/refusal';

const linesOf = (level: Parameters<typeof createLog>[0], error: unknown) => {
  const lines: string[] = [];
  const log = createLog(level, { write: (line: string) => void lines.push(line) });
  log.error({ requestId: 'r-1', key: '0123456789ab', error }, 'a request failed');
  return lines.map((line) => JSON.parse(line));
};

const databaseError = Object.assign(
  new Error('insert into entries (id) values ($1) - duplicate key value violates unique constraint "entries_pkey"'),
  { code: '23505', table: 'entries', constraint: 'entries_pkey', query: 'insert into entries' },
);

describe('a line of the log', () => {
  test('names the event, the request, the key and the error, without the stack', () => {
    const [line] = linesOf('info', new Error('broken'));
    expect(line).toMatchObject({ level: 'error', requestId: 'r-1', key: '0123456789ab', msg: 'a request failed' });
    expect(line.error).toMatchObject({ name: 'Error', message: 'broken' });
    expect(line.error.stack).toBeUndefined();
  });

  test('names the innermost place in our own code, and no place in other code', async () => {
    const placeOf = (error: unknown): unknown => linesOf('info', error)[0].error.place;
    const outside = new Error('broken');
    outside.stack = [
      'Error: broken',
      '    at Socket.end (/srv/ledger/node_modules/pg/lib/client.js:12:3)',
      '    at Store.read (/srv/ledger/dist/src/modules/ledgering/postgres/log.js:45:7)',
      '    at Server.answer (/srv/ledger/dist/src/app/server.js:9:1)',
    ].join('\n');
    expect(placeOf(outside)).toBe('modules/ledgering/postgres/log.js:45');
    const thrown = await Promise.resolve()
      .then(() => formatsOf(1, {}))
      .catch((error: unknown) => error);
    expect(placeOf(thrown)).toMatch(/^kernel\/formats\.ts:\d+$/);
    expect(linesOf('info', new Error('a test is not our own code'))[0].error).not.toHaveProperty('place');
  });

  test('names the code and the table of a database error, but no statement or constraint', () => {
    const [line] = linesOf('info', new Unavailable('busy', 1, { cause: databaseError }));
    expect(line.error.cause).toMatchObject({ message: 'PostgreSQL answered 23505', code: '23505', table: 'entries' });
    expect(JSON.stringify(line)).not.toMatch(/entries_pkey|insert into/);
  });

  test('has the stack at level debug, but not the constraint of a database error', () => {
    expect(linesOf('debug', new Error('broken'))[0].error.stack).toContain('log.test.ts');
    expect(JSON.stringify(linesOf('debug', databaseError))).not.toContain('entries_pkey');
  });

  test('is not prepared for a level that is switched off', () => {
    expect(createLog('info', { write: () => undefined }).debug).toBeUndefined();
    expect(createLog('debug', { write: () => undefined }).debug).toBeDefined();
  });
});
