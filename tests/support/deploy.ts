/** The content of deploy/, as the tests read it. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseDocument } from 'yaml';
import { commands } from './command-line';
import { readConfig } from '../../src/app/config';
import { refused } from '../../src/kernel/refusal';
import { filesBelow, repository } from './packed';

export const deployFolder = path.join(repository, 'deploy');
export const read = (name: string): string => fs.readFileSync(path.join(deployFolder, name), 'utf8');

/** Every file of deploy/ except the secrets that a developer created in the checkout. */
export const deployFiles = filesBelow(deployFolder).filter((name) => !name.startsWith('secrets/'));

/** Parses YAML with anchors merged. Throws on every error and warning. */
export const parseYaml = (text: string): unknown => {
  const document = parseDocument(text, { merge: true, uniqueKeys: true });
  const [complaint] = [...document.errors, ...document.warnings];
  if (complaint !== undefined) throw complaint;
  return document.toJS();
};

const configuration = readConfig({});
if (refused(configuration)) throw new Error(configuration.left);
const settings: ReadonlySet<string> = new Set(configuration.right.settings.map(({ name }) => name));

/** A variable that Node.js reads and that is not a setting of the ledger. */
const ofNode = 'NODE_ENV';

/** Whether the service reads this variable, by its name or as `…_FILE`, the path of a file with the value. */
export const isSetting = (name: string): boolean =>
  name === ofNode || name.startsWith('OTEL_') || settings.has(name.replace(/_FILE$/, ''));

/** The error of `ledger` for these arguments; undefined if it accepts them. */
export const complaintAbout = ([name = '', ...options]: readonly string[]): string | undefined => {
  if (name === '--help') return undefined;
  const command = commands().commands.find((each) => each.name() === name);
  if (command === undefined) return `there is no command ${name}`;
  const unknown = options.find(
    (option) => option.startsWith('--') && !command.options.some(({ long }) => long === option),
  );
  return unknown === undefined ? undefined : `${name} has no option ${unknown}`;
};

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile, one per line. */
export const dockerfile = (): readonly Instruction[] =>
  read('docker/Dockerfile')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** The instructions of the final image, without those of earlier stages. */
export const finalStage = (): readonly Instruction[] => {
  const all = dockerfile();
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
};

export const restOf = (instructions: readonly Instruction[], name: string): string => {
  const found = instructions.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.rest;
};

/** The health command of the image: the words after CMD. */
export const healthCommand = (): readonly string[] =>
  JSON.parse(restOf(finalStage(), 'HEALTHCHECK').replace(/^.* CMD /, '')) as readonly string[];

/**
 * Whether the image build can read this path of the checkout. Follows Docker's rules: the last matching line wins, and a line for a folder
 * covers everything below it.
 */
export const isLetIn = (name: string): boolean =>
  read('docker/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => !/^(#.*)?$/.test(line))
    .reduce((isIn, line) => {
      const pattern = new RegExp(`^${line.replace(/^!/, '').replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*')}(/|$)`);
      return pattern.test(name) ? line.startsWith('!') : isIn;
    }, true);
