/** The SQL statements of the service: all that its contexts and its kernel declare. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredStatements, type Statement } from '../../src/kernel/postgres/sql';

const source = join(__dirname, '..', '..', 'src');

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => join(source, folder, name))
    .sort();

/** Others of the same process have declared statements too: the bench, and tests that ran before. The service's files do not name those. */
export const serviceStatements = (): readonly Statement[] => {
  const files = [...filesBelow('modules'), ...filesBelow('kernel')];
  for (const file of files) if (/\/modules\/.*\/postgres\/.*\.ts$/.test(file)) require(file);
  const words = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/[\w-]+/g) ?? []));
  return declaredStatements().filter(({ name }) => words.has(name));
};
