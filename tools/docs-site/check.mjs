/** Checks the built site. Fails if a page loads something from another host, or links to a page that does not exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const out = join(import.meta.dirname, 'out');
const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
const loads = /<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)="([^"]+)"/g;
const links = /<a\b[^>]*?\bhref="(\/[^"#]*)/g;

const complaints = pages.flatMap((page) => {
  const html = readFileSync(join(out, page), 'utf8');
  const foreign = [...html.matchAll(loads)].map(([, url]) => url).filter((url) => /^([a-z]+:)?\/\//.test(url));
  const missing = [...html.matchAll(links)]
    .map(([, path]) => decodeURIComponent(path))
    .filter((path) => ![path, `${path}.html`, `${path}/index.html`].some((file) => existsSync(join(out, file))));
  return [
    ...foreign.map((url) => `${page} loads ${url}`),
    ...missing.map((path) => `${page} links to ${path}, which is no page`),
  ];
});
if (pages.length === 0) complaints.push('no page was built');
for (const complaint of new Set(complaints)) console.error(complaint);
console.log(`${pages.length} pages, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
