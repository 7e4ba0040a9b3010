/** What stands beside the API: health for whoever runs the service, documentation for whoever uses it. No key needed. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import type { Ledgering } from '../modules/ledgering';
import type { Admission } from './admission';
import type { Metrics } from './metrics';
import type { Readiness } from './readiness';

const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

export interface PageSources {
  readonly readiness: () => Promise<Readiness>;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

export const pageSources = (
  { ledgering, readiness }: { readonly ledgering: Ledgering; readonly readiness: () => Promise<Readiness> },
  metrics: Metrics,
  admission: Admission,
): PageSources => ({
  readiness,
  metrics: async () => ({
    text: await metrics.text({
      backlog: () => ledgering.backlog().catch(() => undefined),
      admission: admission.counts,
    }),
    contentType: metrics.contentType,
  }),
});

export const createPages = (document: object, sources: PageSources): Middleware => {
  const readiness = sharedFor(answerAgeMs, sources.readiness);
  const metrics = sharedFor(answerAgeMs, sources.metrics);
  const openApi = JSON.stringify(document, null, 2);
  const assets = new Map(
    ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map((name) => [
      `/docs/${name}`,
      readFileSync(join(swaggerUi, name)),
    ]),
  );
  const pages: Readonly<Record<string, (context: Context) => void | Promise<void>>> = {
    '/healthz': (context) => {
      context.body = { status: 'ok' };
    },
    '/readyz': async (context) => {
      const { isReady, checks, posterLagSeconds } = await readiness();
      context.status = isReady ? 200 : 503;
      context.body = {
        status: isReady ? 'ready' : 'not ready',
        ...checks,
        poster_lag_seconds: posterLagSeconds,
      };
    },
    '/metrics': async (context) => {
      const { text, contentType } = await metrics();
      context.type = contentType;
      context.body = text;
    },
    '/openapi.json': (context) => {
      context.type = 'application/json';
      context.body = openApi;
    },
    '/docs': (context) => {
      context.type = 'text/html; charset=utf-8';
      context.body = docsPage;
    },
    '/docs/start.js': (context) => {
      context.type = 'text/javascript; charset=utf-8';
      context.body = docsScript;
    },
  };
  return async (context: Context, next: Next) => {
    const asset = assets.get(context.path);
    const page = pages[context.path];
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    if (asset) {
      context.type = contentTypes[context.path.slice(context.path.lastIndexOf('.'))] ?? 'application/octet-stream';
      context.body = asset;
    } else if (page && Object.hasOwn(pages, context.path)) await page(context);
    else return next();
  };
};

/** Nobody needs a key to ask, so asking often must not cost the database more than asking now and then. */
const answerAgeMs = 250;

const sharedFor = <A>(ageMs: number, ask: () => Promise<A>): (() => Promise<A>) => {
  let askedAt = -Infinity;
  let answer: Promise<A> | undefined;
  return () => {
    const now = performance.now();
    if (answer && now - askedAt < ageMs) return answer;
    askedAt = now;
    answer = ask();
    return answer;
  };
};

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};

const docsPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ledger API</title>
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body>
</html>
`;

const docsScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true });
`;
