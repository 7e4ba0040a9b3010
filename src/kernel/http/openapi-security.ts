/** The security schemes of the document: a key, or a signed-in person. */
const apiKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'sk_{prefix}_{secret}',
  description:
    'An API key opens one ledger, and is sent with every request: `Authorization: Bearer sk_…`. It stays on a server, never in a browser or an app.',
};
const adminKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'ak_{prefix}_{secret}',
  description:
    'The key of an administrator, of one tenant or of all: `Authorization: Bearer ak_…`. `ledger admin-keys create` creates one.',
};
const session = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-ledger-session',
  description:
    'A person who signed in with POST /console/session opens the ledgers of a tenant. It is used if the request has no key.',
};
const ledger = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Ledger',
  description:
    'For requests by session: the id of the ledger, one of those in GET /console/session. A key names its own.',
};
const csrfToken = {
  type: 'apiKey',
  in: 'header',
  name: 'X-CSRF-Token',
  description:
    'For requests by session, for every method but GET: `csrf_token` of GET /console/session. The request must also come from a page of the service itself.',
};

export const bookkeeping = {
  security: [{ apiKey: [] }, { session: [], ledger: [], csrfToken: [] }],
  securitySchemes: { apiKey, session, ledger, csrfToken },
};

export const administering = {
  security: [{ adminKey: [] }, { session: [], csrfToken: [] }],
  securitySchemes: { adminKey, session, csrfToken },
};
