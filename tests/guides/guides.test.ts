/** Runs the README, the concepts and the guides block by block, concurrently, against one service that `make run` started. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeRun, repository, type DocumentedService } from '../support/documented-service';
import { blocksOf, runPage, type Block } from '../support/page-runner';

const guides = fs.readdirSync(path.join(repository, 'docs/use/guides')).map((name) => `docs/use/guides/${name}`);
const pages = ['README.md', 'docs/use/concepts.md', ...guides];
const blocksIn = (page: string): readonly Block[] => blocksOf(fs.readFileSync(path.join(repository, page), 'utf8'));

/**
 * The block of the README that every guide needs first: it sets the address and a key, and defines the function that selects a part of an
 * answer.
 */
const begun = blocksIn('README.md').find(({ text }) => text.includes('pick()'))?.text ?? '';

describe.each(pages)('%s', (page) => {
  const blocks = blocksIn(page);

  test('labels each block, and shows answers only after a command', () => {
    const known = ['sh', 'sh refused', 'json', 'text', 'csv', 'hledger'];
    expect(blocks.filter(({ words }) => !known.includes(words.join(' ')))).toEqual([]);
    const answers = blocks.filter(({ words, line }, index) => {
      const before = blocks[index - 1];
      return words[0] !== 'sh' && (before === undefined || before.words[0] !== 'sh' || before.line > line);
    });
    expect(answers).toEqual([]);
  });

  test('pastes fewer requests at once than a key may send per second', () => {
    const most = Math.max(...blocks.map(({ text }) => text.split('curl ').length - 1));
    expect(most).toBeLessThan(10);
  });
});

describe('pasted block by block', () => {
  let service: DocumentedService;
  beforeAll(async () => {
    service = await makeRun();
  });
  afterAll(() => service.stop());

  // Each guide has a ledger of its own, so that all can run at the same time.
  test('every page runs and gives the answers that it shows', async () => {
    const ran = await Promise.allSettled(
      pages.map((page) =>
        runPage(page, {
          ...service.pageOptions,
          withinMs: pageWithinMs,
          ...(page === 'README.md' ? { programs: { make: runsAlready } } : { before: begun }),
        }),
      ),
    );
    expect(ran.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual([]);
  });
});

/** The time limit of a page, long enough for ten guides that run at once on a busy machine. */
const pageWithinMs = 200_000;

/** The program that runs in place of `make`. The service is running already, so `make run` does nothing, and every other target fails. */
const runsAlready = `[ "$*" = run ]`;
