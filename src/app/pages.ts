/** The pages outside the API: health for operators, documentation for developers. They need no key. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context, Middleware } from 'koa';
import type { ProcessTime } from '../kernel/clock';
import { failure } from '../kernel/http/envelope';
import { createStaticPage } from '../kernel/http/static-page';
import { systemClock } from '../kernel/running/system-clock';
import type { Events } from '../modules/events';
import type { Proof } from '../modules/proof';
import type { Admission } from './fair-shares/admission';
import { llmsText } from './llms';
import type { Documents } from './compose';
import type { Metrics, MetricsSources } from './metrics';
import type { Receiving } from './fair-shares/receiving';
import { nameRoute } from './route-names';
import type { Readiness } from './readiness';
import { startPage, styleSheet } from './start-page';

/** The build copies the few files of Swagger UI that the API reference uses, so that the package omits the rest of its 10 MB. */
const builtSwaggerUi = join(__dirname, 'swagger-ui');
const swaggerUi = existsSync(builtSwaggerUi)
  ? builtSwaggerUi
  : dirname(require.resolve('swagger-ui-dist/package.json'));

export interface PageSources {
  readonly readiness: () => Promise<Readiness>;
  /** Returns the metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Returns all public keys that have ever signed a checkpoint. */
  readonly signingKeys: () => Promise<readonly string[]>;
}

/** The sources of the pages: the service, and the limits in front of it. */
export interface PageGround extends Pick<MetricsSources, 'readiness' | 'pools' | 'replicaLag'> {
  readonly events: Pick<Events, 'openStreams'>;
  readonly proof: Pick<Proof, 'keys'>;
  readonly admission: Admission;
  readonly receiving: Receiving;
  readonly clock?: Pick<ProcessTime, 'elapsed'>;
}

export const pageSources = (
  { readiness: ask, pools, replicaLag, events, proof, admission, receiving, clock = systemClock }: PageGround,
  metrics: Metrics,
): PageSources => {
  const readiness = sharedFor(answerAgeMs, ask, clock);
  const sources: MetricsSources = {
    ...{ readiness, pools, replicaLag },
    openStreams: () => events.openStreams(),
    admission: () => ({ ...admission.counts(), arriving: receiving.count() }),
  };
  return {
    readiness,
    signingKeys: sharedFor(answerAgeMs, proof.keys, clock),
    metrics: sharedFor(
      answerAgeMs,
      async () => ({ text: await metrics.text(sources), contentType: metrics.contentType }),
      clock,
    ),
  };
};

type Page = (context: Context) => void | Promise<void>;
type Pages = ReadonlyMap<string, Page>;

/** Serves the start page, health and documentation; passes every other path on. */
export const createPages = (documents: () => Documents, sources: PageSources): Middleware => {
  const pages = new Map([
    ...healthPages(sources),
    ...documentationPages(documents),
    ['/start.css', styleSheet],
    [signingKeysPath, signingKeysPage(sources)],
  ]);
  return (context, next) => startPage(context, async () => (pageFor(pages, context) ?? next)(context));
};

/** Serves every request to a worker: health, and 404 for any other path. */
export const createWorkerPages = (sources: PageSources): Middleware => {
  const pages = healthPages(sources);
  return (context) => (pageFor(pages, context) ?? answerNotFound)(context);
};

const pageFor = (pages: Pages, context: Context): ReturnType<Pages['get']> => {
  const { method, path } = context;
  const page = method === 'GET' || method === 'HEAD' ? pages.get(path) : undefined;
  if (page) nameRoute(context, path);
  return page;
};

const answerNotFound = (context: Context): void => {
  context.status = 404;
  context.body = failure(
    'NOT_FOUND',
    `This path does not exist: a worker serves only ${healthPaths.join(', ')}. Send the request to a process that serves the API.`,
  );
};

export const healthPaths = ['/healthz', '/readyz', '/metrics'] as const;

const healthPages = (sources: PageSources): Pages => {
  const { readiness, metrics } = sources;
  const pages: Readonly<Record<(typeof healthPaths)[number], (context: Context) => void | Promise<void>>> = {
    '/healthz': (context) => {
      context.body = { status: 'ok' };
    },
    '/readyz': async (context) => {
      const { status, checks, posterLagSeconds } = await readiness();
      context.status = status === 'not ready' ? 503 : 200;
      context.body = { status, ...checks, poster_lag_seconds: posterLagSeconds };
    },
    '/metrics': async (context) => {
      const { text, contentType } = await metrics();
      context.type = contentType;
      context.body = text;
    },
  };
  return new Map(Object.entries(pages));
};

/** Programs that do not know this service look for its keys at this well-known address (RFC 8615). */
export const signingKeysPath = '/.well-known/ledger-keys';

/** Lists the verifier keys of signed notes, one per line, newest first. */
const signingKeysPage =
  ({ signingKeys }: PageSources): Page =>
  async (context) => {
    const keys = await signingKeys();
    context.type = 'text/plain; charset=utf-8';
    context.body = keys.map((key) => `${key}\n`).join('');
  };

const json = 'application/json; charset=utf-8';

const documentationPages = (documents: () => Documents): Pages =>
  new Map([
    ['/llms.txt', whenAsked(() => createStaticPage('text/plain; charset=utf-8', llmsText(documents().document)))],
    ['/openapi.json', whenAsked(() => createStaticPage(json, JSON.stringify(documents().document, null, 2)))],
    [
      '/openapi-admin.json',
      whenAsked(() => createStaticPage(json, JSON.stringify(documents().adminDocument, null, 2))),
    ],
    ['/docs', createStaticPage('text/html; charset=utf-8', docsPage)],
    ['/docs/start.js', createStaticPage(script, docsScript)],
    ['/docs/swagger-ui-bundle.js', createStaticPage(script, asset('swagger-ui-bundle.js'))],
    ['/docs/swagger-ui.css', createStaticPage('text/css; charset=utf-8', asset('swagger-ui.css'))],
    ['/docs/favicon-32x32.png', createStaticPage('image/png', asset('favicon-32x32.png'))],
  ]);

/** Creates the page at the first request for it, and keeps it. */
const whenAsked = (make: () => Page): Page => {
  let page: Page | undefined;
  return (context) => (page ??= make())(context);
};

const script = 'text/javascript; charset=utf-8';

const asset = (name: string): Buffer => readFileSync(join(swaggerUi, name));

/**
 * These pages need no key, so their answers are cached briefly: frequent requests cost the database no more than rare
 * ones.
 */
const answerAgeMs = 250;

const sharedFor = <A>(
  ageMs: number,
  ask: () => Promise<A>,
  clock: Pick<ProcessTime, 'elapsed'>,
): (() => Promise<A>) => {
  let askedAt = -Infinity;
  let answer: Promise<A> | undefined;
  return () => {
    const now = clock.elapsed();
    if (answer && now - askedAt < ageMs) return answer;
    askedAt = now;
    answer = ask();
    return answer;
  };
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
