/**
 * Follows a page of the documentation literally: runs its `sh` blocks in order, in one shell and one new folder. The environment contains
 * only what the page says that the reader has. If a block fails, the test fails with the line of the page on which the block begins.
 *
 * - ```` ```sh yours ```` contains values that readers fill in (`DATABASE_URL=postgresql://…`). It is not run: the test gives a value for
 *   each name that the block assigns, and for no other.
 * - ```` ```sh refused ```` must fail, as the page says; variables that it sets are not visible to later blocks.
 * - ```` ```text ```` (or `csv`, `hledger`) directly after an `sh` block is the output of that block. `…` in it matches any text.
 * - ```` ```json ```` shows the last answer that the block before it prints, or its `data`: every member that the page shows must be there.
 * - `npx ledger` and `node_modules/.bin/ledger` are the program of this checkout. Background processes (`&`) end with the page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { groupEnded, killBelow } from './outside';
import { ledgerProgram } from './service-process';
import { isLike, jsonValuesIn, showsJson } from './shown-answers';

export interface PageOptions {
  /** The values that readers fill in, by the names that a `sh yours` block assigns. */
  readonly yours?: Readonly<Record<string, string>>;
  /** Further environment variables. The page must say that its reader has them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Replacements for programs that this machine lacks, or that the page must not run: name → shell script. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Runs the real npx. A page about processes needs it; other pages use a script, which saves half a second per command. */
  readonly isNpxReal?: boolean;
  /** Folders put before PATH, for programs that the page says are installed. */
  readonly path?: readonly string[];
  /** Texts of the page that the test replaces, such as an address or a port. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** The commands that readers have run before this page. */
  readonly before?: string;
  /** Symbolic links in the folder in which the page is followed: name → target. */
  readonly linked?: Readonly<Record<string, string>>;
  /** The owner of the folder, if a server that runs as a different user writes into it. */
  readonly account?: { readonly uid: number; readonly gid: number };
  readonly withinMs?: number;
}

export interface RunBlock {
  /** The line of the page with the block's opening fence. */
  readonly line: number;
  readonly stdout: string;
}

const repository = path.resolve(__dirname, '../..');
const usualWithinMs = 120_000;

/**
 * Runs the blocks of a page and returns their outputs. `page` is a path from the root of the repository. Throws if a block fails or prints
 * anything other than what the page shows.
 */
export const runPage = async (page: string, options: PageOptions = {}): Promise<readonly RunBlock[]> => {
  const blocks = blocksOf(fs.readFileSync(path.join(repository, page), 'utf8'));
  const commands = blocks.filter(({ words: [language] }) => language === 'sh');
  requireValues(page, commands, options.yours ?? {});
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-page-'));
  try {
    fs.chmodSync(folder, 0o755);
    const bin = path.join(folder, 'programs');
    const home = path.join(folder, 'home');
    for (const made of [bin, home]) fs.mkdirSync(made);
    for (const [name, target] of Object.entries(options.linked ?? {})) fs.symlinkSync(target, path.join(home, name));
    if (options.account) fs.chownSync(home, options.account.uid, options.account.gid);
    const installed = path.join(home, 'node_modules/.bin');
    fs.mkdirSync(installed, { recursive: true });
    const programs = Object.entries({ ...(options.isNpxReal ? {} : { npx }), ...options.programs });
    for (const [file, text] of [
      ...programs.map(([name, script]) => [path.join(bin, name), script] as const),
      [path.join(installed, 'ledger'), ledger] as const,
    ])
      fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    if (options.isNpxReal) fs.writeFileSync(path.join(home, '.npmrc'), 'update-notifier=false\noffline=true\n');
    const script = path.join(folder, 'page.sh');
    const mark = `block-${path.basename(folder)}`;
    fs.writeFileSync(script, scriptOf(commands, mark, options));
    const ended = await runScript(
      script,
      home,
      {
        PATH: [bin, ...(options.path ?? []), path.dirname(process.execPath), '/usr/local/bin:/usr/bin:/bin'].join(':'),
        HOME: home,
        LANG: 'C.UTF-8',
        ...options.environment,
      },
      options.withinMs ?? usualWithinMs,
    );
    // A line with this mark precedes each block's output. It begins with a line break, because the output before it need not end with one.
    const printed = ended.stdout.split(`\n${mark} `).slice(1);
    const ran = printed.map((text): RunBlock => {
      const [, line = '0', stdout = ''] = /^(\d+)\n([^]*)$/.exec(text) ?? [];
      return { line: Number(line), stdout };
    });
    if (ended.code !== 0) {
      const last = ran.at(-1);
      const said = [last?.stdout, ended.stderr.split(`${mark} ${last?.line}\n`).at(-1)].join('').trim();
      throw new Error(`${page}:${last?.line} ended with ${ended.code ?? ended.signal}: ${said}`);
    }
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1];
      if (before?.words[0] !== 'sh' || before.words[1] === 'yours') continue;
      const stdout = ran.find(({ line }) => line === before.line)?.stdout ?? '';
      if (!isShown(block, stdout))
        throw new Error(`${page}:${block.line} shows\n${block.text}\nand this was printed:\n${stdout}`);
    }
    return ran;
  } finally {
    await removeFolder(folder);
  }
};

const isShown = ({ words: [language = ''], text }: Block, printed: string): boolean => {
  if (language === 'json') return showsJson(JSON.parse(text), jsonValuesIn(printed));
  return !printedLanguages.includes(language) || isLike(text, printed);
};

const printedLanguages: readonly string[] = ['text', 'csv', 'hledger'];

export interface Block {
  readonly line: number;
  /** The words after the fence: the language first. */
  readonly words: readonly string[];
  readonly text: string;
}

/** The fenced blocks of a page, including those in lists. */
export const blocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map(([, indent = '', info = '', text = ''], index, all) => ({
    line: markdown.slice(0, all[index]?.index).split('\n').length,
    words: info.trim().split(/\s+/),
    text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
  }));

const assignment = /^(?:export )?([A-Z_]+)=/gm;

const namesIn = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .filter(({ words }) => words[1] === 'yours')
    .flatMap(({ text }) => [...text.matchAll(assignment)].map(([, name = '']) => name));

const requireValues = (page: string, blocks: readonly Block[], yours: Readonly<Record<string, string>>): void => {
  const [asked, given] = [[...new Set(namesIn(blocks))].sort(), Object.keys(yours).sort()];
  if (asked.join() !== given.join())
    throw new Error(`${page} asks for ${asked.join()}; the test gives ${given.join()}`);
  const strange = blocks.find(({ words }) => words.length > 1 && !['sh yours', 'sh refused'].includes(words.join(' ')));
  if (strange) throw new Error(`${page}:${strange.line}: nobody knows what \`${strange.words.join(' ')}\` means`);
};

const ledger = `exec '${ledgerProgram[0]}' "$@"`;
const npx = `[ "$1" = ledger ] || { echo "npx $1 is not for pages" >&2; exit 1; }\nshift\n${ledger}`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const scriptOf = (
  blocks: readonly Block[],
  mark: string,
  { yours = {}, replaced = {}, before = '' }: PageOptions,
): string => {
  const here = (text: string): string =>
    Object.entries(replaced).reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return [
    'set -e',
    here(before),
    ...blocks.map(({ line, words, text }) => {
      const commands =
        words[1] === 'yours'
          ? text.replace(
              /^((?:export )?([A-Z_]+)=).*$/gm,
              (_, start: string, name: string) => start + quoted(yours[name] ?? ''),
            )
          : here(text);
      const run =
        words[1] === 'refused' ? `! (\n${commands}\n) || { echo 'It was not refused.' >&2; exit 1; }` : commands;
      return `printf '\\n%s\\n' '${mark} ${line}'; echo '${mark} ${line}' >&2\n${run}`;
    }),
  ].join('\n');
};

interface EndedScript {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in its own process group, and ends the group with it. */
const runScript = async (
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  withinMs: number,
): Promise<EndedScript> => {
  const [out, err] = ['stdout', 'stderr'].map((name) => path.join(path.dirname(script), name)) as [string, string];
  const files = [fs.openSync(out, 'w'), fs.openSync(err, 'w')] as const;
  const limits = { timeout: withinMs, killSignal: 'SIGKILL' } as const;
  const shell = spawn('/bin/sh', [script], { cwd, env, detached: true, stdio: ['ignore', ...files], ...limits });
  const [code, signal] = (await once(shell, 'exit')) as [number | null, NodeJS.Signals | null];
  files.forEach((file) => fs.closeSync(file));
  await endGroup(shell.pid ?? 0);
  return { code, signal, stdout: fs.readFileSync(out, 'utf8'), stderr: fs.readFileSync(err, 'utf8') };
};

/** SIGTERM lets a service finish its running requests. */
const endGroup = async (group: number): Promise<void> => {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    return;
  }
  await groupEnded(group);
};

/** The server of an embedded database has its own process group, but its working directory is below the folder. */
const removeFolder = async (folder: string): Promise<void> => {
  await killBelow(folder);
  fs.rmSync(folder, { recursive: true, force: true });
};
