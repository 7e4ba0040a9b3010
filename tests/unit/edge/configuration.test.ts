/** What the environment may say, and what is said of it where it may not. */
import { readConfig } from '../../../src/app/config';

const refusalOf = (environment: Record<string, string>): unknown => {
  const read = readConfig(environment);
  return 'left' in read ? read.left : undefined;
};

describe('the line that stops the start', () => {
  const secret = 'hunter2';
  const wrongUrl = `mysql://ledger:${secret}@db/ledger`;

  test.each([
    ['DATABASE_URL', wrongUrl],
    ['LEDGER_MIGRATION_URL', wrongUrl],
    ['LEDGER_READ_URL', wrongUrl],
    ['REDIS_URL', wrongUrl],
    ['LEDGER_FX_URL', wrongUrl],
    ['LEDGER_KEY_PEPPER', secret.repeat(200)],
  ])('names %s and what it must be, and never prints its value', (variable, value) => {
    const line = refusalOf({ [variable]: value });
    expect(line).toMatch(new RegExp(`^${variable} (must|may)\\b.*\\.$`));
    expect(line).not.toContain(secret);
  });

  test('prints the value of what holds no secret', () => {
    expect(refusalOf({ LEDGER_POOLER: 'session' })).toBe(
      'LEDGER_POOLER must be one of none, transaction. It is "session".',
    );
  });

  test.each([
    ['LEDGER_MIGRATION_URL', 'postgresql://owner@db/ledger'],
    ['LEDGER_POOLER', 'transaction'],
  ])('says that %s is of no use without a database of one’s own', (variable, value) => {
    expect(refusalOf({ [variable]: value })).toBe(`${variable} must stand beside DATABASE_URL, which is not set.`);
  });
});
