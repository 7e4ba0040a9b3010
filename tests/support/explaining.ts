/** Reads that note how they were carried out: for tests of what a list costs. */
import { queryText, type PostgresTx } from '../../src/kernel/postgres/sql';
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
      // Begins the transaction, which is done no earlier than its first statement.
      await queryText(tx, 'select 1', []);
      const { client } = tx as PostgresTx;
      const query = async ({ text, values }: { text: string; values: unknown[] }): Promise<unknown> => {
        const explained = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
        this.plans.push({ text, plan: explained.rows[0]['QUERY PLAN'][0].Plan });
        return client.query(text, values);
      };
      return work({ client: { query } } as unknown as Tx);
    });
  }
}

export const nodesOf = (plan: Plan): readonly string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What no list does whose index yields its order. */
export const costlyNodes = ['Sort', 'Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join'];

/** Pages of the database that all of the noted statements read. */
export const pagesOf = ({ plans }: ExplainingUnitOfWork): number =>
  plans.reduce((sum, { plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
