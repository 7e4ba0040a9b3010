/**
 * A question to the API, or to administration, as a program would ask it: by curl, or by the client for TypeScript. Secrets never stand
 * in it.
 */

export interface RecordedRequest {
  readonly method: string;
  /** With the ids in it, from /api/v1 or /admin/v1 on. */
  readonly path: string;
  /** The query string, without the question mark. */
  readonly query: string;
  /** JSON; absent if no body was sent. */
  readonly body?: string;
  /** Writes only where it was asked for: no page shows its dry runs as writes. */
  readonly origin: string;
}

/** Whether the request needs an administrator's key, instead of a key of the ledger. */
export const isAdministration = ({ path }: Pick<RecordedRequest, 'path'>): boolean => path.startsWith('/admin/');

const keyOf = (path: string): string => (isAdministration({ path }) ? 'LEDGER_ADMIN_KEY' : 'LEDGER_KEY');

export const asCurl = ({ method, path, query, body, origin }: RecordedRequest): string => {
  const address = quoted(`${origin}${path}${query === '' ? '' : `?${query}`}`);
  // Brackets in an address mean a range to curl.
  const flags = query.includes('[') || query.includes('%5B') ? '-sg' : '-s';
  return [
    `curl ${flags}${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    `-H "Authorization: Bearer $${keyOf(path)}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
};

/** For a shell: nothing in it is read as anything but text. */
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

/** Names of what follows a collection in a path, as the document of that path has them. */
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
/** Paths of a collection and a word that is not an id. */
const words: ReadonlySet<string> = new Set(['transactions/batch', 'transactions/correlation', 'accounts/code']);

const templateOf = (path: string): { readonly template: string; readonly params: Record<string, string> } => {
  const names = isAdministration({ path }) ? inAdministration : inBooks;
  const params: Record<string, string> = {};
  const template: string[] = [];
  for (const part of path.split('/')) {
    // The part after an id is a word, whatever the id is: a string may have the code `accounts`.
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

/** `attributes[merchant]=Grocer` is a member of an object. */
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
