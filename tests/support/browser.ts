/**
 * A real browser that visits the console. During a test it collects faults that a visitor must never meet, and the test checks them at its
 * end: a request to another origin, a violation of the page's content security policy, an error in the browser's console.
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { describeWhere } from './describing';
import { seedOf } from './random';

const program = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && path !== '' && existsSync(path));

export const describeInBrowser = describeWhere(() => program !== undefined);

/** Prints that tests are skipped, because jest prints no names of skipped tests by default. */
export const tellWhereSkipped = (what: string): void => {
  if (program === undefined)
    process.stdout.write(`${what}: skipped, because there is no Chromium (CHROMIUM names one)\n`);
};

/** True in `make test-browser`, which visits every page. `make test` visits a third of the pages, a different third each time. */
export const isWholeBrowserRun = process.env['LEDGER_TEST_BROWSER'] !== undefined;

/** Returns all pages in a whole run; otherwise every third page, starting at an offset from LEDGER_TEST_SEED. */
export const thoseToVisit = (addresses: readonly string[]): readonly string[] => {
  if (isWholeBrowserRun) return addresses;
  const seed = seedOf('LEDGER_TEST_SEED');
  process.stdout.write(`every third page, from LEDGER_TEST_SEED=${seed} on; \`make test-browser\` visits all\n`);
  return addresses.filter((_, place) => place % 3 === seed % 3);
};

const quietly = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(program === undefined ? {} : { executablePath: program }), args: quietly });

export type Theme = 'light' | 'dark';

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The faults collected so far. */
  readonly complaints: string[];
  /** Returns the paths that the page requested from its own service since the last call. */
  requests(): readonly string[];
  /** Resolves when the page has its heading, all its requests have been answered, and the answers are painted. */
  settled(): Promise<void>;
  leave(): Promise<void>;
}

export interface VisitOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** The path of a script that runs in each page before the page's own scripts. */
  readonly prepared?: string;
  /** Matches errors that the test provokes: the browser logs an error for each response with status 400 or above. */
  readonly expects?: RegExp;
}

/** True for requests to the API; false for scripts and styles, which the browser caches permanently. */
export const isQuestion = (path: string): boolean => /^\/(api|admin)\//.test(path);

const patienceMs = 10_000;
/** The maximum number of times that a test checks whether a page is complete. Before each check the browser paints two frames. */
const maxLooks = 1_000;

export const visit = async (
  browser: Browser,
  baseUrl: string,
  { theme = 'light', width = 1280, height = 900, expects, prepared }: VisitOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    ...{ baseURL: baseUrl, colorScheme: theme, viewport: { width, height }, reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  if (prepared !== undefined) await context.addInitScript({ path: prepared });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  const requests: string[] = [];
  const underWay = new Set<Request>();
  const complain = (text: string): void => {
    if (!expects?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`${error.stack ?? error.message}`));
  context.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== baseUrl) complain(`a foreign request: ${request.url()}`);
    else requests.push(pathname);
    underWay.add(request);
  });
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  return {
    page,
    context,
    complaints,
    requests: () => requests.splice(0),
    settled: async () => {
      await page.locator('h1').first().waitFor();
      // Painting an answer may start another request, so two checks in a row must find that the page is painted and waits for no answer.
      for (let calm = 0, looks = 0; calm < 2; calm++, looks++) {
        if (looks > maxLooks) throw new Error(`the page waits for ${[...underWay].map((one) => one.url()).join()}`);
        if (!(await page.evaluate<boolean>(isDrawn)) || underWay.size > 0) calm = -1;
      }
    },
    leave: () => context.close(),
  };
};

/** The number of bytes transferred for the page and all its requests so far. */
export const bytesOf = (page: Page): Promise<number> =>
  page.evaluate<number>(`['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)`);

/** Resolves to true if the page is painted and shows no placeholder for missing data. */
const isDrawn = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(document.querySelector('.loading, .is-loading') === null))))`;

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical faults that axe finds on the current page, one line each. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // Playwright runs axe through the browser's debugger, because the page's content security policy allows no injected script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: {
              id: string;
              impact: string;
              help: string;
              nodes: { html: string; failureSummary: string }[];
            }[];
          }>;
        };
      }
    ).axe.run({ resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
      );
  });
};
