/** Reads the map that `--map` names. */
import { readFileSync } from 'node:fs';
import { emptyMap, readMap, type ImportMap } from '../../../packages/import/src';
import { refused } from '../../kernel/refusal';
import { CommandError } from './run';

export const mapIn = (file: string | undefined): ImportMap => {
  if (file === undefined) return emptyMap;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The map cannot be read: ${(error as Error).message}.`);
  }
  const map = readMap(text);
  if (refused(map)) throw new CommandError(`The map ${file} is not valid:\n${map.left.join('\n')}`);
  return map.right;
};
