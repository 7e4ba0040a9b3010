/** A unit of work that records the plan of each read, for tests of the cost of lists. */
import { escapeLiteral } from 'pg';
import type { PostgresTx } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Scope, Tx } from '../../src/kernel/unit-of-work';

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/**
 * Records the plan of each statement as PostgreSQL executed it. As in the service, it is the generic plan of a prepared statement; a plain
 * `explain` would plan for the given values.
 */
export class ExplainingUnitOfWork extends PostgresUnitOfWork {
  readonly plans: { readonly text: string; readonly plan: Plan }[] = [];

  override read<A>(scope: Scope, work: (tx: Tx) => Promise<A>): Promise<A> {
    return super.read(scope, async (tx) => {
      const { pipeline } = tx as PostgresTx;
      const explain = async (asked: { text: string; values: unknown[] }): Promise<unknown> => {
        const { text, values } = asked;
        await pipeline.ask({ text: `prepare explained as ${text}` });
        const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
        const explained = await pipeline.ask({
          text: `explain (analyze, buffers, format json) execute explained ${given}`,
        });
        await pipeline.ask({ text: 'deallocate explained' });
        this.plans.push({ text, plan: explained.rows[0]?.['QUERY PLAN'][0].Plan });
        return pipeline.ask(asked);
      };
      // Statements that are sent together are explained one after the other.
      let before: Promise<unknown> = Promise.resolve();
      const ask = (asked: { text: string; values: unknown[] }): Promise<unknown> =>
        (before = before.then(() => explain(asked)));
      return work({ pipeline: { ask }, last: () => undefined } as unknown as Tx);
    });
  }
}

const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  const array = (items: readonly unknown[]): string => `{${items.map((item) => JSON.stringify(item)).join(',')}}`;
  return escapeLiteral(Array.isArray(value) ? array(value) : String(value));
};

const allOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allOf)];

export const nodesOf = (plan: Plan): readonly string[] => allOf(plan).map((node) => node['Node Type']);

/** The nodes of the plan that read a table or an index. */
export const scansOf = (plan: Plan): readonly Plan[] =>
  allOf(plan).filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined);

/** Nodes that are unnecessary in the plan of a list if an index yields the list's order. */
export const costlyNodes = ['Sort', 'Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan', 'Hash Join', 'Merge Join'];

/** The number of database pages that all recorded statements read together. */
export const pagesOf = ({ plans }: ExplainingUnitOfWork): number =>
  plans.reduce((sum, { plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
