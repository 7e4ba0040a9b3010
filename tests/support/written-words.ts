/** Every sentence that people read in this repository: comments, texts of the program, and pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

export type KindOfText = 'comment' | 'text' | 'page';

export interface Written {
  readonly kind: KindOfText;
  /** File and line, such as `src/app/config.ts:12`. */
  readonly place: string;
  readonly sentence: string;
}

const repository = resolve(__dirname, '../..');
const folders = ['src', 'packages', 'tests', 'clients', 'migrations', 'docs', 'deploy', 'tools'];

/** Generated files, and files with recorded answers. */
const generated =
  /node_modules|[/\\]dist[/\\]|\/generated\/|recorded-|openapi|schema\.ts$|models\.py$|refusals\.md$|statuses\.md$/;

const blockOrLine = /\/\*\*?([^]*?)\*\/|^[ \t]*\/\/ ?(.*(?:\n[ \t]*\/\/ ?.*)*)/gm;
const dashes = /^[ \t]*-- ?(.*(?:\n[ \t]*-- ?.*)*)/gm;
const hashes = /"""([^]*?)"""|^[ \t]*# ?(.*(?:\n[ \t]*# ?.*)*)/gm;

const commentsOf: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['ts', 'tsx', 'js', 'mjs', 'css'].map((extension) => [extension, blockOrLine])),
  ...{ sql: dashes, py: hashes, sh: hashes, yaml: hashes },
};

/**
 * A literal that starts with a capitalised word and a blank is a text for people. In a template literal, the text ends at the end of the
 * line.
 */
const literal = /(['"`])([A-Z][a-z]+ [^'"`<\n]{2,})/g;

/** The first words of SQL, which no person reads. */
const sql =
  /^(select|insert|update|delete|with|set|alter|create|drop|begin|from|where|and|or|case|order by|lock|grant|revoke) /i;

/** Attributes of elements that hold no text for people. */
const unread = /class|style|^d$/i;

/** The parts of messages: literals of at least three words that begin with a small letter or a value. `…` stands for a value. */
const fragmentsIn = (file: string, text: string): readonly Found[] => {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const said = textOfLiteral(node);
    const isRead = !(ts.isJsxAttribute(node.parent) && unread.test(node.parent.name.getText()));
    if (said !== undefined && isRead && isFragment(said)) found.push({ kind: 'text', at: node.getStart(), text: said });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), visit);
  return found;
};

const textOfLiteral = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => '`…`' + literal.text).join('');
};

const plainWord = /(?:^| )[a-z]+(?=[ ,.:;]|$)/g;

const isFragment = (text: string): boolean =>
  /^(?:`…`|[a-z'’]+)(?: \S+){2,}/.test(text) && (text.match(plainWord) ?? []).length >= 2 && !sql.test(text);

/** The texts between the tags of a page, one for each element. `…` stands for a nested element or a value. */
const textsBetweenTags = (file: string, text: string): readonly Found[] => {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const parts = node.children.map((child) => (ts.isJsxText(child) ? child.text : isBlank(child) ? ' ' : '`…`'));
      if (node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== ''))
        found.push({ kind: 'text', at: (node.children[0] as ts.Node).end, text: parts.join('') });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
};

/** True for `{' '}`, which keeps a blank at the end of a line. */
const isBlank = (child: ts.JsxChild): boolean =>
  ts.isJsxExpression(child) &&
  child.expression !== undefined &&
  ts.isStringLiteral(child.expression) &&
  child.expression.text.trim() === '';

const withoutMarks = (text: string): string =>
  text
    .replace(/\n[ \t]*(\*|\/\/|--|#) ?/g, '\n')
    .replace(/\s+/g, ' ')
    .trim();

const sentencesIn = (text: string): readonly string[] =>
  withoutMarks(text)
    .split(/(?<=[.!?;](?:\*\*|["'’)])?)\s+(?=[A-Z`*[])/)
    .map((sentence) => sentence.replace(/^([-*#>|_\s]+|name: \S+ )/, '').trim())
    .filter((sentence) => sentence !== '');

interface Found {
  readonly kind: KindOfText;
  readonly at: number;
  readonly text: string;
}

const foundIn = (file: string, text: string): readonly Found[] => {
  const extension = file.split('.').at(-1) ?? '';
  if (extension === 'md') {
    const prose = text.replace(/```[^]*?```/g, (block) => block.replace(/[^\n]/g, ' '));
    return [...prose.matchAll(/(?:[^\n]*\S[^\n]*\n?)+/g)].map(({ index, 0: paragraph }) => ({
      ...{ kind: 'page' as const, at: index, text: paragraph },
    }));
  }
  const pattern = commentsOf[extension];
  if (pattern === undefined) return [];
  const comments = [...text.matchAll(pattern)].map(({ index, 1: block = '', 2: lines = '' }) => ({
    ...{ kind: 'comment' as const, at: index, text: block || lines },
  }));
  const isProgram = /^(src|packages\/[^/]+\/src)\//.test(file) && /tsx?$/.test(extension);
  const bare = isProgram ? text.replace(blockOrLine, (comment) => comment.replace(/[^\n]/g, ' ')) : '';
  const texts = [...bare.matchAll(literal)].map(({ index, 2: said = '' }) => ({
    ...{ kind: 'text' as const, at: index, text: said },
  }));
  const fragments = isProgram ? fragmentsIn(file, text) : [];
  return [
    ...comments,
    ...texts,
    ...fragments,
    ...(extension === 'tsx' && isProgram ? textsBetweenTags(file, text) : []),
  ];
};

export const writtenIn = (file: string, text: string): readonly Written[] =>
  foundIn(file, text).flatMap(({ kind, at, text: said }) => {
    const place = `${file}:${text.slice(0, at).split('\n').length}`;
    return sentencesIn(said).map((sentence) => ({ kind, place, sentence }));
  });

export interface Passage {
  readonly kind: KindOfText;
  readonly place: string;
  /** A whole comment, text or paragraph. */
  readonly text: string;
}

const passagesIn = (file: string, text: string): readonly Passage[] =>
  foundIn(file, text).map(({ kind, at, text: said }) => ({
    ...{ kind, place: `${file}:${text.slice(0, at).split('\n').length}`, text: withoutMarks(said) },
  }));

/** Every comment, text and paragraph of the repository, in the order of the files. */
export const allPassages = (): readonly Passage[] => inAllFiles(passagesIn);

/** Every sentence of the repository, in the order of the files. */
export const allWritten = (): readonly Written[] => inAllFiles(writtenIn);

const inAllFiles = <Found>(read: (file: string, text: string) => readonly Found[]): readonly Found[] =>
  folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1))
      .filter((file) => !generated.test(file))
      .sort()
      .flatMap((file) => read(file, readFileSync(join(repository, file), 'utf8'))),
  );

/**
 * True if the sentence begins with a clause instead of a subject. Questions are allowed, and so are sentences such as `Where a, b` and
 * `Whatever a, b`.
 */
export const isHeadless = (sentence: string): boolean =>
  !/\?["'’)*]*$/.test(sentence) &&
  (/^(What|Who|Whoever|Of|Beside) [a-z`*]/.test(sentence) ||
    (/^(Where|Whatever) [a-z`*]/.test(sentence) && !sentence.includes(',')));
