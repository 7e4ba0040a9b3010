/** Tests the tests: each bug of the list, applied alone, must make the named test fail. */
import { mutants } from './list';
import { openWorkshop } from './workshop';

const timeoutMs = 600_000;

test(
  'without a bug, every test of the list passes',
  async () => {
    const workshop = openWorkshop([]);
    try {
      for (const { caughtBy } of mutants)
        expect({ ...caughtBy, outcome: await workshop.run(caughtBy) }).toEqual({ ...caughtBy, outcome: 'passed' });
    } finally {
      workshop.remove();
    }
  },
  3 * timeoutMs,
);

describe('a ledger that', () => {
  test.each(mutants)(
    '$bug is caught',
    async ({ changes, caughtBy }) => {
      const workshop = openWorkshop(changes);
      try {
        expect({ ...caughtBy, outcome: await workshop.run(caughtBy) }).toEqual({ ...caughtBy, outcome: 'failed' });
      } finally {
        workshop.remove();
      }
    },
    timeoutMs,
  );
});
