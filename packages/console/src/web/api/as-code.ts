/**
 * Prints a request to the API or to administration as code: a curl command, or a call of the TypeScript client. It never
 * contains secrets.
 */

export interface RecordedRequest {
  readonly method: string;
  /** The path from /api/v1 or /admin/v1 on, with its ids. */
  readonly path: string;
  /** The query string, without the question mark. */
  readonly query: string;
  /** JSON; absent if no body was sent. */
  readonly body?: string;
  /** Writes are recorded only if the caller asks for it, because dry runs are not writes. */
  readonly origin: string;
}

/** Whether the request needs an administrator's key, instead of a key of the ledger. */
export const isAdministration = ({ path }: Pick<RecordedRequest, 'path'>): boolean => path.startsWith('/admin/');

const keyOf = (path: string): string => (isAdministration({ path }) ? 'LEDGER_ADMIN_KEY' : 'LEDGER_KEY');

export const asCurl = ({ method, path, query, body, origin }: RecordedRequest): string => {
  const address = quoted(`${origin}${path}${query === '' ? '' : `?${query}`}`);
  // curl reads brackets in an address as a range, unless it gets `-g`.
  const flags = query.includes('[') || query.includes('%5B') ? '-sg' : '-s';
  return [
    `curl ${flags}${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    `-H "Authorization: Bearer $${keyOf(path)}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
};

/** Quotes a text for a shell. */
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

/** The name of the path parameter that follows each collection, as in the API's document. */
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
/** Collections followed by a fixed word, which is not an id. */
const words: ReadonlySet<string> = new Set(['transactions/batch', 'transactions/correlation', 'accounts/code']);

const templateOf = (path: string): { readonly template: string; readonly params: Record<string, string> } => {
  const names = isAdministration({ path }) ? inAdministration : inBooks;
  const params: Record<string, string> = {};
  const template: string[] = [];
  for (const part of path.split('/')) {
    // The part after an id is a fixed word, even if the id equals the name of a collection: a string may have the code `accounts`.
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

/** Reads a query string; `attributes[merchant]=Grocer` becomes a member of the object `attributes`. */
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
