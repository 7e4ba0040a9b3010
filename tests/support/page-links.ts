/** The pages of the repository, the links between them, and the names of pages in other files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

const repository = resolve(__dirname, '../..');
const folders = ['bin', 'clients', 'deploy', 'docs', 'packages', 'src', 'tests', 'tools'];
const inRoot = ['.dependency-cruiser.cjs', 'CHANGELOG.md', 'Makefile', 'README.md', 'SECURITY.md', 'eslint.config.mjs'];
const notOurs = /(^|\/)(node_modules|dist|out|\.cache|\.venv|__pycache__|\.next|\.tools)\//;
const text = /(^|\/)([^./]+|[^/]*\.(c?js|css|json|md|mjs|py|sh|sql|toml|tsx?|txt|ya?ml))$/;

export const textOf = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** All files that have text in them, by their paths from the root. */
export const textFiles = (): readonly string[] => [
  ...inRoot,
  ...folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1))
      .filter((file) => !notOurs.test(file) && text.test(file))
      .sort(),
  ),
];

const withoutCode = (page: string): string =>
  page.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/\]\(/g, ''));

/** The anchors of a page's headings, as web pages form them: the anchor of a second heading with the same words ends with `-1`. */
export const anchorsIn = (page: string): readonly string[] => {
  const seen = new Map<string, number>();
  return (page.replace(/^ *```[^]*?^ *```/gm, '').match(/^#+ .*$/gm) ?? []).map((line) => {
    const anchor = line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
};

/** The targets of a page's links within the repository. */
export const linksIn = (page: string): readonly string[] =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** The pages of docs that a text names by their paths from the root, with the section if there is one: `docs/use/proof.md#byte-for-byte`. */
export const pagesNamedIn = (file: string): readonly string[] =>
  (file.match(/(?<![\w-])docs\/[\w./-]*?\.md(?:#[\w-]+)?/g) ?? []).filter((name) => !name.includes('…'));

/** True if the target, a path from the root with or without a section, is a file, a folder, or a section of a page. */
export const leadsSomewhere = (target: string): boolean => {
  const [file = '', anchor] = target.split('#');
  const path = join(repository, file);
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  return statSync(path).isFile() && anchorsIn(textOf(file)).includes(anchor);
};

/** The target of a link as a path from the root. */
export const targetOf = (page: string, link: string): string =>
  link.startsWith('#') ? page + link : normalize(join(dirname(page), link));
