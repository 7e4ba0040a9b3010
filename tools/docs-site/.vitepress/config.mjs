/**
 * The site of the pages in docs, README.md and CHANGELOG.md: static, searchable in the browser, and without a request to another host.
 * README.md is the front page, and its table "Where to read on" is the navigation, so no page is listed twice.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const readme = readFileSync(resolve(repository, 'README.md'), 'utf8');

const installed = (path) => resolve(repository, 'tools/docs-site/node_modules', path);

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The rows of the README's table of pages: the purpose of a group, and its pages. */
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

/** Files that are no pages are named and not linked: the site has none of them. */
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
  rewrites: { 'README.md': 'index.md', ':path(.*)/README.md': ':path/index.md' },
  markdown: { html: false, config: withoutLinksToFiles },
  vite: {
    logLevel: 'error',
    // The pages lie outside of this package, so they do not find its Vue by themselves.
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
