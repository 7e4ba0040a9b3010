/** The README and the guides, pasted block by block into a shell, beside each other, against one service that `make run` started. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeRun, repository, type DocumentedService } from '../support/documented-service';
import { blocksOf, runPage } from '../support/page-runner';

jest.setTimeout(120_000);

const guides = path.join(repository, 'docs/guides');
const readme = path.join(repository, 'README.md');
const pages = fs.readdirSync(guides).map((name) => path.join(guides, name));

let service: DocumentedService;
beforeAll(async () => {
  service = await makeRun();
});
afterAll(() => service.stop());

/** What every guide takes from the five minutes: the address and the function that picks a part of an answer. */
const begun = blocksOf(readme).find(({ text }) => text.includes('pick()'));

describe('a page does what it says', () => {
  test.concurrent.each(pages.map((page) => [path.relative(repository, page), page]))('%s', async (_, page) => {
    await runPage(page, { ...service.surroundingsOf(path.basename(page, '.md')), before: [begun!] });
  });
});
