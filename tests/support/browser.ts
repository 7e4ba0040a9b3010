/**
 * A real browser in front of the console. What a visitor must never meet is collected on the way and judged at the end of each
 * test: a request to elsewhere, a violation of the page's policy, an error in its console.
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const program = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && path !== '' && existsSync(path));

/** They skip visibly where there is no Chromium. */
export const describeInBrowser = program === undefined ? describe.skip : describe;

/** The name of a test that is skipped does not show, unless somebody asks for names. */
export const tellWhereSkipped = (what: string): void => {
  if (program === undefined)
    process.stdout.write(`${what}: skipped, because there is no Chromium (CHROMIUM names one)\n`);
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
  /** What went wrong so far. */
  readonly complaints: string[];
  /** How often the page asked its own service, since it was asked last. */
  requests(): number;
  leave(): Promise<void>;
}

export interface VisitOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Errors that a test provokes: the browser itself complains about each answer from 400 on. */
  readonly expects?: RegExp;
}

export const visit = async (
  browser: Browser,
  baseUrl: string,
  { theme = 'light', width = 1280, height = 900, expects }: VisitOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    ...{ baseURL: baseUrl, colorScheme: theme, viewport: { width, height }, reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  let requests = 0;
  const complain = (text: string): void => {
    if (!expects?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`${error.stack ?? error.message}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== baseUrl) complain(`a foreign request: ${request.url()}`);
    else requests += 1;
  });
  return {
    page,
    context,
    complaints,
    requests: () => {
      const count = requests;
      requests = 0;
      return count;
    },
    leave: () => context.close(),
  };
};

const axe = (): string => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical faults that axe finds on the page as it stands, one line each. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // Evaluated by the browser's own debugger: the policy of the page lets no script in that way.
  await page.evaluate(axe());
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run(): Promise<{
            violations: {
              id: string;
              impact: string;
              help: string;
              nodes: { html: string; failureSummary: string }[];
            }[];
          }>;
        };
      }
    ).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
      );
  });
};
