/**
 * Checks that each partition of a table has the guards of the table. Changes to a distributed table are refused by the triggers, keys and
 * policies of its partitions, and a superuser of a node can alter these unnoticed.
 */
import { ledgerPlane } from '../../../../kernel/postgres/guard-list';
import type { DatabaseNodes } from '../../../../kernel/postgres/nodes';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type Breach, type CheckResult } from '../../application/books-reader';

type Part = readonly [table: string, part: string, guards: readonly string[]];

/**
 * The guards of each partition, as its node reports them; and the nodes that do not answer. Such a node counts as a violation, because its
 * guards were not checked.
 */
export interface GuardsOfParts {
  readonly parts: readonly Part[];
  readonly away: readonly string[];
}

export const readGuardsOfParts = async (nodes: DatabaseNodes): Promise<GuardsOfParts> => {
  const plane = ledgerPlane();
  const answers = await nodes.ask(sql['guards-of-parts'], { plane });
  return {
    parts: answers.rows.flatMap(({ parts }) => parts ?? []),
    away: answers.nodes.flatMap(({ name, isAway }) => (isAway ? name : [])),
  };
};

export const judgeParts = async (tx: Tx, { parts, away }: GuardsOfParts): Promise<CheckResult> => {
  const plane = ledgerPlane();
  const tables = await fetchRows(tx, sql['guards-of-tables'], { plane });
  const wanted = new Map(tables.map(({ table, guards }) => [table, guards]));
  const breaches: Breach[] = [
    ...away.map((node) => ({ where: `node ${node}`, detail: 'cannot be reached' })),
    ...plane
      .filter((table) => away.length === 0 && !parts.some(([of]) => of === table))
      .map((table) => ({ where: `table ${table}`, detail: 'has no part' })),
    ...parts.flatMap(([table, part, guards]) => [
      ...without(wanted.get(table) ?? [], guards).map((guard) => ({
        where: `part ${part}`,
        detail: `lacks: ${guard}`,
      })),
      ...without(guards, wanted.get(table) ?? []).map((guard) => ({ where: `part ${part}`, detail: `has: ${guard}` })),
    ]),
  ];
  return {
    check: {
      name: 'parts-are-guarded',
      promise: 'Each part of a table of the ledger plane has the triggers, keys, policies and rights of the table.',
    },
    total: breaches.length,
    named: breaches.slice(0, maxNamedBreaches),
  };
};

const without = (all: readonly string[], some: readonly string[]): readonly string[] =>
  all.filter((one) => !some.includes(one));

const sql = loadStatements(__filename, {
  'guards-of-tables': parameters('plane').rows<{ table: string; guards: readonly string[] }>(),
  'guards-of-parts': parameters('beside', 'plane').rows<{ parts: readonly Part[] | null }>(),
});
