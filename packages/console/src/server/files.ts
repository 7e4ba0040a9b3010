/** Serves the console's files. Every address below /console gets the same page, which loads its other files from this process only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Context, Middleware } from 'koa';
import { failure } from '../../../../src/kernel/http/envelope';
import { createStaticPage } from '../../../../src/kernel/http/static-page';
import { packageRoot } from '../../../../src/kernel/running/package-root';
import { consolePath } from './routes';

const built = join(packageRoot, 'dist/console');

/** Allows no content from other origins, no inline scripts or styles, and no frame around the page. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

type Page = (context: Context) => void | Promise<void>;

/** Answers GET and HEAD below /console, except for the paths of the console's own routes (`/session`). */
export const createConsoleFiles = (answeredByRoutes: ReadonlySet<string>, folder = built): Middleware => {
  const files = existsSync(folder) ? filesIn(folder) : new Map<string, Page>();
  const start = files.get('index.html') ?? notBuilt;
  return async (context, next) => {
    const { method, path } = context;
    if (path !== consolePath && !path.startsWith(`${consolePath}/`)) return next();
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (answeredByRoutes.has(path.slice(consolePath.length))) return next();
    const name = path.slice(consolePath.length + 1);
    // A path with an extension names a file. Every other path gets the page.
    const page = files.get(name) ?? (extname(name) === '' ? start : undefined);
    if (!page) return next();
    // All files count as one route in the metrics.
    context['_matchedRoute'] = `${consolePath}/*`;
    context.set('Content-Security-Policy', contentSecurityPolicy);
    context.set('Referrer-Policy', 'no-referrer');
    await page(context);
  };
};

/** Reads the files of the folder. Browsers may cache a file in `assets` without limit, because its name changes with its content. */
const filesIn = (folder: string): Map<string, Page> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && mediaTypes[extname(entry.name)] !== undefined)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(folder, path);
        const mediaType = mediaTypes[extname(name)] as string;
        return [
          name,
          createStaticPage(mediaType, readFileSync(path), { isNamedByContent: name.startsWith('assets/') }),
        ];
      }),
  );

const notBuilt: Page = (context) => {
  context.status = 404;
  context.body = failure('NOT_FOUND', 'The console is not built. Run make build, and start again.');
};
