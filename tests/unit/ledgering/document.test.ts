/** What a generated client would make of the document. */
import { compose } from '../../../src/app/compose';
import { onPostgres } from '../../../src/app/installation';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly description?: string;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { responses: Record<string, { content: { 'application/json': { schema: Schema } } }> }>>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const secrets = { installationSecret: Buffer.alloc(32), pepper: '' };
const document = compose({ secrets, log: silent }, onPostgres(undefined as never)).documents().document as Document;
const { schemas } = document.components;
const successOf = (path: string): Schema =>
  document.paths[`/api/v1${path}`]?.['get']?.responses['200']?.content['application/json'].schema ?? {};

describe('the document', () => {
  test.each(['Account', 'AccountNode', 'Transaction', 'Journal', 'AccountSet', 'PeriodLock', 'Activity', 'Ledger'])(
    'says that every member of %s is always there',
    (name) => {
      const { properties = {}, required = [] } = schemas[name] ?? {};
      expect(Object.keys(properties)).not.toEqual([]);
      expect([...required].sort()).toEqual(Object.keys(properties).sort());
    },
  );

  test('says that some of them may be null', () => {
    expect(schemas['Account']?.properties?.['parent_id']).toEqual({
      anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }],
    });
  });

  test('gives money a pattern and a meaning', () => {
    const { balance = {}, min_balance = {} } = schemas['Account']?.properties ?? {};
    const [limit = {}] = min_balance.anyOf ?? [];
    for (const { pattern = '', description } of [balance, limit]) {
      expect(description).toMatch(/major units/);
      expect(['10.50', '-0.01', '7'].every((text) => new RegExp(pattern).test(text))).toBe(true);
      expect(['1e3', '+1', '.5', '1,50', ''].some((text) => new RegExp(pattern).test(text))).toBe(false);
    }
  });

  test('tells what stands beside a page', () => {
    const pagination = { $ref: '#/components/schemas/Pagination' };
    expect(successOf('/journals').required).toContain('meta');
    expect(successOf('/journals').properties?.['meta']).toMatchObject({ properties: { pagination } });
    const { account, pagination: wrapped } =
      successOf('/accounts/{accountId}/entries').properties?.['meta']?.properties ?? {};
    expect(account?.required).toEqual(['id', 'code', 'name', 'normal_balance']);
    expect(wrapped).toMatchObject({ properties: { pagination } });
  });

  test('knows the tree of accounts beside their list', () => {
    const { properties, required } = successOf('/accounts');
    const [list, tree] = properties?.['data']?.anyOf ?? [];
    expect([list?.items, tree?.items]).toEqual(
      ['Account', 'AccountNode'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    );
    expect(schemas['AccountNode']?.properties?.['children']?.items).toEqual(tree?.items);
    expect(required).not.toContain('meta');
  });
});
