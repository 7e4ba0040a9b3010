/** The page at `/`, which links to all others. Programs that request `/` get the usual answer for an unknown path. */
import type { Middleware } from 'koa';
import { createStaticPage } from '../kernel/http/static-page';

const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ledger</title>
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/start.css"></head>
<body><main>
<h1>Ledger</h1>
<p>Double-entry books for many companies, kept exactly and never rewritten.</p>
<ul>
<li><a href="/console">Console</a><span>look at the books, and keep them</span></li>
<li><a href="/docs">API reference</a><span>every operation, to be tried in place</span></li>
<li><a href="/openapi.json">OpenAPI document</a><span>for the tools that make clients</span></li>
<li><a href="/readyz">Readiness</a><span>whether the service can do its work now</span></li>
</ul>
</main></body>
</html>
`;

const styleText = `:root { color-scheme: light dark; --paper: #fbfaf6; --ink: #1f1d1a; --quiet: #645f57; --rule: #d9d4c9; --accent: #1d5c4a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1a18; --ink: #ece7dd; --quiet: #a8a196; --rule: #3b3833; --accent: #8fc9b3; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 ui-serif, Georgia, 'Times New Roman', serif; }
main { max-width: 36rem; margin: 16vh auto 4rem; padding: 0 1.5rem; }
h1 { font-weight: 500; font-size: 2.4rem; margin: 0; }
p { color: var(--quiet); margin: 0.25rem 0 2rem; }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--rule); }
li { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding: 0.7rem 0; border-bottom: 1px solid var(--rule); }
a { color: var(--accent); text-underline-offset: 0.2em; }
span { color: var(--quiet); }
`;

/** The styles are a separate file, because the security policy of our pages allows no inline styles. */
export const styleSheet = createStaticPage('text/css; charset=utf-8', styleText);
const page = createStaticPage('text/html; charset=utf-8', text);

/** Answers `/` if the client wants a page. */
export const startPage: Middleware = (context, next) =>
  context.path === '/' && ['GET', 'HEAD'].includes(context.method) && context.accepts('json', 'html') === 'html'
    ? page(context)
    : next();
