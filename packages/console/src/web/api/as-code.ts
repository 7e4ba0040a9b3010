/**
 * Prints a request to the API or to the administration API as code: a curl command, or a call to the TypeScript client. The code never
 * contains secrets.
 */

export interface RecordedRequest {
  readonly method: string;
  /** The path of the request, beginning with /api/v1 or /admin/v1, with its ids filled in. */
  readonly path: string;
  /** The query string, without the question mark. */
  readonly query: string;
  /** The body as JSON; absent if the request had none. */
  readonly body?: string;
  /** The scheme, host and port of the service. */
  readonly origin: string;
}

/** Returns whether the request needs an administrator's key instead of a ledger's key. */
export const isAdministration = ({ path }: Pick<RecordedRequest, 'path'>): boolean => path.startsWith('/admin/');

const keyOf = (path: string): string => (isAdministration({ path }) ? 'LEDGER_ADMIN_KEY' : 'LEDGER_KEY');

export const asCurl = ({ method, path, query, body, origin }: RecordedRequest): string => {
  const address = quoted(`${origin}${path}${query === '' ? '' : `?${query}`}`);
  // Without `-g`, curl reads brackets in an address as a range.
  const flags = query.includes('[') || query.includes('%5B') ? '-sg' : '-s';
  return [
    `curl ${flags}${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    `-H "Authorization: Bearer $${keyOf(path)}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
};

/** Quotes a text for use in a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const asTypeScript = ({ method, path, query, body, origin }: RecordedRequest): string => {
  const { template, params } = templateOf(path);
  const parameters = [
    ...(Object.keys(params).length > 0 ? [`path: ${literal(params)}`] : []),
    ...(query === '' ? [] : [`query: ${literal(queryObject(query))}`]),
  ];
  const options = [
    ...(parameters.length > 0 ? [`  params: { ${parameters.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: ${indented(literalOfJson(body))},`]),
  ];
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  const create = isAdministration({ path }) ? 'createAdminClient' : 'createLedgerClient';
  return [
    `const client = ${create}({ baseUrl: '${origin}', key: process.env.${keyOf(path)} ?? '' });`,
    `const answer = dataOf(await client.${method}('${template}'${rest}));`,
  ].join('\n');
};

/** Maps each collection in a path to the name of the parameter after it, as the API's document names it. */
const inBooks: Readonly<Record<string, string>> = {
  accounts: 'accountId',
  transactions: 'transactionId',
  journals: 'journalId',
  'webhook-endpoints': 'endpointId',
  members: 'memberId',
  code: 'code',
  strings: 'code',
  'attribute-definitions': 'key',
  trancodes: 'id',
  'account-sets': 'id',
  'period-locks': 'id',
};
const inAdministration: Readonly<Record<string, string>> = {
  tenants: 'tenantId',
  ledgers: 'ledgerId',
  keys: 'keyId',
  operators: 'operatorId',
  sessions: 'sessionId',
  strings: 'code',
  verifications: 'verificationId',
};
/** Paths in which a fixed word follows the collection instead of an id. */
const words: ReadonlySet<string> = new Set(['transactions/batch', 'transactions/correlation', 'accounts/code']);

const templateOf = (path: string): { readonly template: string; readonly params: Record<string, string> } => {
  const names = isAdministration({ path }) ? inAdministration : inBooks;
  const params: Record<string, string> = {};
  const template: string[] = [];
  for (const part of path.split('/')) {
    // An id may equal the name of a collection: the code of a string may be `accounts`. The part of the path after an id is always a fixed
    // word.
    const before = template.at(-1) ?? '';
    const name = names[before];
    if (name === undefined || words.has(`${before}/${part}`)) template.push(part);
    else {
      params[name] = decodeURIComponent(part);
      template.push(`{${name}}`);
    }
  }
  return { template: template.join('/'), params };
};

/** Converts a query string to an object. `attributes[merchant]=Grocer` becomes a member of the object `attributes`. */
const queryObject = (query: string): Record<string, unknown> => {
  const found: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const [, outer, inner] = /^(\w+)\[(.+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) found[name] = typed(value);
    else found[outer] = { ...(found[outer] as object | undefined), [inner]: value };
  }
  return found;
};

const typed = (value: string): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? quotedText(value) : `${value}`;
  const members = Object.entries(value).map(([key, member]) => `${propertyName(key)}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

const quotedText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const propertyName = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quotedText(key));

const literalOfJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
  } catch {
    return quotedText(body);
  }
};

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
