import { createLog } from '../../../src/app/log';
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
  test('says what happened to which request and key, and where in our own code', () => {
    const [line] = linesOf('info', new Error('broken'));
    expect(line).toMatchObject({ level: 'error', requestId: 'r-1', key: '0123456789ab', msg: 'a request failed' });
    expect(line.error).toMatchObject({ name: 'Error', message: 'broken' });
    expect(line.error.stack).toBeUndefined();
  });

  test('says of an error of the database its code and table, and nothing of statements and constraints', () => {
    const [line] = linesOf('info', new Unavailable('busy', 1, { cause: databaseError }));
    expect(line.error.cause).toMatchObject({ message: 'PostgreSQL answered 23505', code: '23505', table: 'entries' });
    expect(JSON.stringify(line)).not.toMatch(/entries_pkey|insert into/);
  });

  test('has the stack where the level asks for it, though not that of the database', () => {
    expect(linesOf('debug', new Error('broken'))[0].error.stack).toContain('log.test.ts');
    expect(JSON.stringify(linesOf('debug', databaseError))).not.toContain('entries_pkey');
  });

  test('is not prepared for a level that nobody asked for', () => {
    expect(createLog('info', { write: () => undefined }).debug).toBeUndefined();
    expect(createLog('debug', { write: () => undefined }).debug).toBeDefined();
  });
});
