/** Reads that note how they were carried out: for tests of what a list costs. */
import type { PostgresTx } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Scope, Tx } from '../../src/kernel/unit-of-work';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** Notes the plan of everything it reads, as it was carried out. */
export class ExplainingUnitOfWork extends PostgresUnitOfWork {
  readonly plans: { readonly text: string; readonly plan: Plan }[] = [];

  override read<A>(scope: Scope, work: (tx: Tx) => Promise<A>): Promise<A> {
    return super.read(scope, async (tx) => {
      const { pipeline } = tx as PostgresTx;
      const ask = async ({ text, values }: { text: string; values: unknown[] }): Promise<unknown> => {
        const explained = await pipeline.ask({ text: `explain (analyze, buffers, format json) ${text}`, values });
        this.plans.push({ text, plan: explained.rows[0]?.['QUERY PLAN'][0].Plan });
        return pipeline.ask({ text, values });
      };
      return work({ pipeline: { ask } } as unknown as Tx);
    });
  }
}

export const nodesOf = (plan: Plan): readonly string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What no list does whose index yields its order. */
export const costlyNodes = ['Sort', 'Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join'];

/** Pages of the database that all of the noted statements read. */
export const pagesOf = ({ plans }: ExplainingUnitOfWork): number =>
  plans.reduce((sum, { plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
