/** Tests that the requests of the tools agree with the API's OpenAPI document. */
import { contractOf } from '../../../tests/support/answers';
import { readingRows } from '../src/reading';
import { asQuery } from '../src/tool';
import { writingRows } from '../src/writing-rows';

describe('the tools', () => {
  interface Operation {
    readonly parameters?: readonly { readonly name: string }[];
  }
  const { paths } = contractOf().document as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };

  test.each(readingRows.map((row) => [row.name, row] as const))(
    '%s sends only parameters that its endpoint has',
    (_, row) => {
      const parameters = paths[`/api/v1${row.path}`]?.['get']?.parameters;
      const known = (parameters ?? []).map(({ name }) => name);
      const asked = Object.keys(row.parameters).filter((name) => !(row.byAccountCode && name === 'code'));
      expect(parameters).toBeDefined();
      expect(asked.filter((name) => !known.includes(name))).toEqual([]);
    },
  );

  test.each(writingRows.map((row) => [row.name, row] as const))(
    '%s calls an endpoint that the document has',
    (_, row) => {
      expect(paths[`/api/v1${row.path}`]?.[row.method ?? 'post']).toBeDefined();
      if (row.shows !== undefined) expect(paths[`/api/v1${row.shows}`]?.['get']).toBeDefined();
    },
  );

  test('send lists with commas and leave out missing values', () => {
    expect(asQuery({ types: ['a', 'b'], limit: 5, active: false, cursor: undefined, layer: null })).toEqual({
      types: 'a,b',
      limit: '5',
      active: 'false',
    });
  });

  test('send each member of an object as its own parameter', () => {
    expect(asQuery({ metadata: { invoice: '2026-17', page: 2 }, attributes: {} })).toEqual({
      'metadata[invoice]': '2026-17',
      'metadata[page]': '2',
    });
  });
});
