/** Tests finding the line of each member in JSON. */
import fc from 'fast-check';
import { lineOf, readJson } from '../src/web/pages/transaction-code/json-lines';

const text = `{
  "code": "A",
  "entries_template": {
    "entries": [
      { "account": "BANK",
        "amount": "1" },
      { "account": "CASH" }
    ]
  }
}`;

test.each([
  ['code', 2],
  ['entries_template.entries', 4],
  ['entries_template.entries.0.amount', 6],
  ['entries_template.entries.1.account', 7],
  ['entries_template.entries.1.amount', 7],
  ['entries_template.entries.9', 4],
  ['name', 1],
])('the field %s is on line %d', (field, line) => {
  expect(lineOf(readJson(text).lines, field)).toBe(line);
});

test.each([
  ['{\n "a": 1,\n}', 3, 'A name in quotation marks is expected here.'],
  ['{\n "a" 1 }', 2, 'A colon is expected after "a".'],
  ['{\n "a": tru }', 2, 'A value is expected here.'],
  ['{ "a": 1 }\n\n}', 3, 'Nothing may follow the closing brace.'],
  ['[1\n 2]', 2, 'A comma or a closing bracket is expected here.'],
  ['{ "a": "b\n" }', 1, 'The string has no closing quote on its line.'],
  ['', 1, 'A value is expected here.'],
])('a syntax error is reported on its line: %j', (broken, line, message) => {
  expect(readJson(broken).fault).toEqual({ line, message });
});

test('the reader accepts exactly the texts that JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(readJson(json)).toMatchObject({ value: JSON.parse(json) as unknown });
    }),
  );
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '0', '\n'), (json, where, put) => {
      const at = where % (json.length + 1);
      const changed = `${json.slice(0, at)}${put}${json.slice(at + 1)}`;
      let isJson = true;
      try {
        JSON.parse(changed);
      } catch {
        isJson = false;
      }
      expect(readJson(changed).fault === undefined).toBe(isJson);
    }),
  );
});
