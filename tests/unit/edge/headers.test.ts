import type { IncomingMessage } from 'node:http';
import { duplicateHeader } from '../../../src/app/headers';

const duplicateIn = (...rawHeaders: readonly string[]) => duplicateHeader({ rawHeaders } as unknown as IncomingMessage);

describe('a header that must stand once', () => {
  test.each([
    ['Host', ['Host', 'a', 'host', 'b']],
    ['Authorization', ['Authorization', 'Bearer x', 'X', 'y', 'AUTHORIZATION', 'Bearer x']],
    ['Idempotency-Key', ['idempotency-key', '1', 'Idempotency-Key', '1']],
  ])('is found when it stands twice: %s', (name, headers) => {
    expect(duplicateIn(...headers)).toBe(name);
  });

  test.each([
    [['Host', 'a', 'Authorization', 'Bearer x', 'Idempotency-Key', '1']],
    [['Accept', 'a', 'Accept', 'b', 'Date', '1', 'Date', '2']],
    [['X', 'Host', 'Y', 'Host']],
    [[]],
  ])('is not missed in %j, where it does not', (headers) => {
    expect(duplicateIn(...headers)).toBeUndefined();
  });
});
