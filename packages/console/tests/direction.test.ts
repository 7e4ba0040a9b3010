import { setApart } from '../src/web/parts/direction';

describe('a foreign text inside a text of the console', () => {
  test.each([
    ['Rent', 'Rent'],
    ['Miete für Jänner', 'Miete für Jänner'],
    ['شراء', '\u2068شراء\u2069'],
    ['קניה 12', '\u2068קניה 12\u2069'],
    // Marks that begin a direction and do not end it, and a mark that ends a direction which never began.
    ['\u202egpj.exe', '\u2068gpj.exe\u2069'],
    ['a\u202ab\u2066c', '\u2068abc\u2069'],
    ['a\u2069b', '\u2068ab\u2069'],
    // Characters that join letters are harmless, so they stay.
    ['می\u200cخواهم', '\u2068می\u200cخواهم\u2069'],
  ])('%j becomes %j', (text, shown) => expect(setApart(text)).toBe(shown));
});
