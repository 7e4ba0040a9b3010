/** Tests that an address opens the same books for everybody who may open them. */
import { decoded, ledgerNamed, rootOf } from '../src/web/api/address';

const ledger = (id: string, code: string) => ({ id, code });
const [alfa, bravo] = [ledger('0198-alfa', 'MAIN'), ledger('0198-bravo', 'MAIN')];

test('the address of a ledger has its id, which no other company uses', () => {
  expect(rootOf(bravo)).toBe('/l/0198-bravo');
  for (const all of [[bravo], [alfa, bravo], [bravo, alfa]]) expect(ledgerNamed('0198-bravo', all)).toBe(bravo);
});

test('a code opens the only ledger that has it, and none if two companies use it', () => {
  expect(ledgerNamed('MAIN', [bravo])).toBe(bravo);
  expect(ledgerNamed('MAIN', [alfa, bravo])).toBeUndefined();
});

test('a code that equals the id of another ledger does not shadow that ledger', () => {
  const shadow = ledger('0198-other', '0198-bravo');
  expect(ledgerNamed('0198-bravo', [shadow, bravo])).toBe(bravo);
});

test.each(['%E0%A4%A', '%', '%zz', '%C3%28'])('the malformed part %s is not decoded', (part) => {
  expect(decoded(part)).toBeUndefined();
});
test('a percent-encoded part is decoded', () => expect(decoded('A%20B%2F%C3%A9')).toBe('A B/é'));
