/**
 * The site of the pages in docs, of README.md and of CHANGELOG.md. It is static, can be searched in the browser, and sends no request to
 * another host. README.md is the front page, and its table "Where to read on" is the navigation, so no page is listed twice.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const readme = readFileSync(resolve(repository, 'README.md'), 'utf8');

const installed = (path) => resolve(repository, 'tools/docs-site/node_modules', path);

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The groups in the README's table of pages: the title of each group, and its pages. */
const groups = readme
  .split('\n')
  .filter((line) => /^\| [a-z]/.test(line) && /\]\((docs|clients|deploy|CHANGELOG)/.test(line))
  .map((line) => {
    const [, purpose = '', pages = ''] = line.split('|').map((cell) => cell.trim());
    const items = [...pages.matchAll(link)]
      .filter(([, , path]) => path.endsWith('.md'))
      .map(([, text, path]) => ({ text, link: addressOf(path) }));
    return { text: `To ${purpose}`, collapsed: false, items };
  });

/** Returns whether a link leads to a page of the site. Links to other files are removed, because the site does not contain these files. */
const isPage = (href) => /^([^:]*\/)?[^/:]*\.md(#.*)?$/.test(href) || href.startsWith('#');

function addressOf(path) {
  return `/${path.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;
}

const withoutLinksToFiles = (markdown) => {
  markdown.core.ruler.push('files-are-not-linked', ({ tokens }) => {
    for (const { children } of tokens)
      for (let at = 0; at < (children?.length ?? 0); at++) {
        const token = children[at];
        const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : undefined;
        if (href === undefined || /^[a-z]+:/.test(href) || isPage(href)) continue;
        const end = children.findIndex((one, index) => index > at && one.type === 'link_close');
        for (const one of [token, children[end]]) Object.assign(one, { tag: 'span', attrs: null });
      }
  });
};

/** Pairs of address prefixes: the present one and the former one. */
const formerAddresses = [
  ['docs/use/guides/', 'docs/guides/'],
  ['docs/use/', 'docs/'],
  ['docs/operate/', 'docs/operating/'],
  ...['administration', 'databases', 'growing', 'people'].map((page) => [`docs/operate/${page}`, `docs/${page}`]),
  ['docs/make/decisions/', 'docs/decisions/'],
  ['docs/make/architecture/', 'docs/architecture/'],
  ['docs/make/', 'docs/'],
  ['docs/reference/', 'docs/'],
];

/** Writes a page at each former address that redirects to the present address, so that old bookmarks and links still work. */
const keepFormerAddresses = ({ outDir, pages }) => {
  for (const page of pages)
    for (const [present, former] of formerAddresses) {
      if (!page.startsWith(present)) continue;
      const file = join(
        outDir,
        page
          .replace(present, former)
          .replace(/README\.md$/, 'index.md')
          .replace(/md$/, 'html'),
      );
      if (existsSync(file)) continue;
      const address = addressOf(page);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">The page has moved.</a>\n`,
      );
    }
};

export default defineConfig({
  title: 'Ledger',
  description: 'A double-entry ledger service over REST',
  srcDir: '../..',
  srcExclude: [
    '**/node_modules/**',
    'dist/**',
    'src/**',
    'packages/**',
    'tests/**',
    'clients/*/dist/**',
    'tools/**',
    '.next/**',
    '.tools/**',
  ],
  outDir: './out',
  cacheDir: './.cache',
  cleanUrls: true,
  lastUpdated: false,
  buildEnd: keepFormerAddresses,
  rewrites: { 'README.md': 'index.md', ':path(.*)/README.md': ':path/index.md' },
  markdown: { html: false, config: withoutLinksToFiles },
  vite: {
    logLevel: 'error',
    // The pages are outside this package, so the import of Vue must be resolved from here.
    resolve: {
      alias: [
        { find: /^vue$/, replacement: installed('vue/dist/vue.runtime.esm-bundler.js') },
        { find: /^vue\/server-renderer$/, replacement: installed('vue/server-renderer/index.mjs') },
      ],
    },
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: 'local' },
    sidebar: groups,
    socialLinks: [],
  },
});
