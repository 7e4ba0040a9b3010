/** The types that a client generator would create from the document. */
import { compose } from '../../../src/app/compose';
import { onPostgres } from '../../../src/app/installation';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean;
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
/** Resolves a reference to its component. */
const shapeOf = (schema: Schema = {}): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
const successOf = (path: string): Schema =>
  shapeOf(document.paths[`/api/v1${path}`]?.['get']?.responses['200']?.content['application/json'].schema);

describe('the document', () => {
  test.each(['Account', 'AccountNode', 'Transaction', 'Journal', 'AccountSet', 'PeriodLock', 'Activity', 'Ledger'])(
    'requires every member of %s',
    (name) => {
      const { properties = {}, required = [] } = schemas[name] ?? {};
      expect(Object.keys(properties)).not.toEqual([]);
      expect([...required].sort()).toEqual(Object.keys(properties).sort());
    },
  );

  test('declares that some members may be null', () => {
    expect(schemas['Account']?.properties?.['parent_id']).toEqual({
      anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }],
      description: 'The account above it; null for an account at the top.',
    });
  });

  test('gives money a pattern and a unit', () => {
    const { balance = {}, min_balance = {} } = schemas['Account']?.properties ?? {};
    const [limit = {}] = min_balance.anyOf ?? [];
    for (const { description } of [balance, min_balance]) expect(description).toMatch(/major units/);
    for (const { pattern = '' } of [balance, limit]) {
      expect(['10.50', '-0.01', '7'].every((text) => new RegExp(pattern).test(text))).toBe(true);
      expect(['1e3', '+1', '.5', '1,50', ''].some((text) => new RegExp(pattern).test(text))).toBe(false);
    }
  });

  test('describes the meta of a page', () => {
    const pagination = { $ref: '#/components/schemas/Pagination' };
    expect(successOf('/journals').required).toContain('meta');
    expect(shapeOf(successOf('/journals').properties?.['meta'])).toMatchObject({ properties: { pagination } });
    const { account, pagination: wrapped } =
      successOf('/accounts/{accountId}/entries').properties?.['meta']?.properties ?? {};
    expect(shapeOf(account).required).toEqual(['id', 'code', 'name', 'normal_balance']);
    expect(shapeOf(wrapped)).toMatchObject({ properties: { pagination } });
  });

  test('distinguishes the tree of accounts from a page of their list', () => {
    const [page, tree] = (successOf('/accounts').oneOf ?? []).map(shapeOf);
    expect(page?.properties?.['data']?.items).toEqual({ $ref: '#/components/schemas/Account' });
    expect(page?.required).toContain('meta');
    const nodes = { $ref: '#/components/schemas/AccountNode' };
    expect(shapeOf(tree?.properties?.['data']).items).toEqual(nodes);
    expect(schemas['AccountNode']?.properties?.['children']?.items).toEqual(nodes);
    expect(tree?.additionalProperties).toBe(false);
    expect(Object.keys(tree?.properties ?? {})).not.toContain('meta');
  });
});
