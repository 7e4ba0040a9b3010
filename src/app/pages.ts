/** What stands beside the API: health for whoever runs the service, documentation for whoever uses it. No key needed. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';

const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

export interface Health {
  /** What keeps the service from being ready, or nothing. */
  readonly problem: () => Promise<string | undefined>;
}

export const createPages = (document: object, { problem }: Health): Middleware => {
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
      const found = await problem();
      context.status = found === undefined ? 200 : 503;
      context.body = found === undefined ? { status: 'ready' } : { status: 'not ready', problem: found };
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
