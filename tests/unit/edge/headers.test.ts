import type { IncomingMessage } from 'node:http';
import { refusalByHeaders } from '../../../src/app/headers';
import { maxHeaderCount } from '../../../src/kernel/http/request-headers';

const refusalOf = (rawHeaders: readonly string[]) => refusalByHeaders({ rawHeaders } as unknown as IncomingMessage);

describe('a header that may be sent only once', () => {
  test.each([
    ['Host', ['Host', 'a', 'host', 'b']],
    ['Authorization', ['Authorization', 'Bearer x', 'X', 'y', 'AUTHORIZATION', 'Bearer x']],
    ['Idempotency-Key', ['idempotency-key', '1', 'Idempotency-Key', '1']],
  ])('is refused when it is sent twice: %s', (name, headers) => {
    expect(refusalOf(headers)).toMatchObject({
      status: 400,
      body: { message: `The header ${name} was sent more than once. Send it once.` },
    });
  });

  test.each([
    [['Host', 'a', 'Authorization', 'Bearer x', 'Idempotency-Key', '1']],
    [['Accept', 'a', 'Accept', 'b', 'Date', '1', 'Date', '2']],
    [['X', 'Host', 'Y', 'Host']],
    [[]],
  ])('is not refused in %j', (headers) => {
    expect(refusalOf(headers)).toBeUndefined();
  });
});

test('a request with too many headers is refused', () => {
  const many = Array.from({ length: maxHeaderCount }, (_, index) => [`X-${index}`, 'y']).flat();
  expect(refusalOf(many)).toBeUndefined();
  expect(refusalOf([...many, 'X', 'y'])).toMatchObject({ status: 431, body: { code: 'TOO_MANY_HEADERS' } });
});
