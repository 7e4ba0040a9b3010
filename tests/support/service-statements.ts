/** The SQL statements that the service's contexts and kernel declare. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredStatements, type Statement } from '../../src/kernel/postgres/sql';

const source = join(__dirname, '..', '..', 'src');

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => join(source, folder, name))
    .sort();

/** Leaves out statements that the bench or earlier tests declared in this process: the service's files do not contain their names. */
export const serviceStatements = (): readonly Statement[] => {
  const files = [...filesBelow('modules'), ...filesBelow('kernel')];
  for (const file of files) if (/\/modules\/.*\/postgres\/.*\.ts$/.test(file)) require(file);
  const words = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/[\w-]+/g) ?? []));
  return declaredStatements().filter(({ name }) => words.has(name));
};
