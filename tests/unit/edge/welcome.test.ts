/**
 * Whether the service prints the key and the invitation when it starts: to a person who tries it out, but never into the log of a service
 * manager.
 */
import { welcome } from '../../../src/app/welcome';

const key = `sk_0123456789ab_${'x'.repeat(49)}`;
const invitation = 'http://127.0.0.1:8080/console/invitation#invite_token';
const config = { role: 'all', dataDirectory: '.data' } as const;
const service = (isNew: boolean) => ({
  ...({ url: 'http://127.0.0.1:8080', store: 'embedded', isEmpty: false } as const),
  ...{ demo: { keys: { 'USD-MAIN': key }, isNew }, invitation: isNew ? invitation : undefined },
});

test.each([
  ['the first start', true, false, true],
  ['the first start on a terminal', true, true, true],
  ['a later start on a terminal', false, true, true],
  ['a later start in a service manager', false, false, false],
])('%s', (_, isNew, isTerminal, isPrinted) => {
  const text = welcome(service(isNew), config, isTerminal);
  expect(text.includes(key)).toBe(isPrinted);
  expect(text.includes('demo-keys.json')).toBe(!isPrinted);
  expect(text.includes('invite_')).toBe(isNew);
});

test('a worker prints neither the key nor the invitation', () => {
  expect(welcome(service(true), { ...config, role: 'worker' }, true)).not.toMatch(/sk_|invite_/);
});
