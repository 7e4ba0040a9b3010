/**
 * Every statement of every operation is a failpoint. A run without faults records the statements of an operation; then the operation runs
 * again for each statement and each kind of fault.
 */
import type { Random } from '../support/traffic';
import type { Operation } from './operations';
import type { Deed, Step, Watch } from './postgres-proxy';

export const sqlStates = ['40001', '40P01', '55P03', '57014', '08006', '53100'] as const;

export type Fault =
  | { readonly kind: 'refused'; readonly sqlState: (typeof sqlStates)[number] }
  | { readonly kind: 'connection cut' | 'service killed' | 'database killed'; readonly when: 'before' | 'after' };

export interface Failpoint {
  readonly operation: Operation;
  readonly index: number;
  readonly statement: string;
  readonly fault: Fault;
}

export const nameOf = ({ operation, index, statement, fault }: Failpoint): string =>
  `${operation.name}, step ${index + 1} (${statement}): ${fault.kind} ${fault.kind === 'refused' ? fault.sqlState : fault.when}`;

const moments = ['before', 'after'] as const;
const cheap: readonly Fault[] = [
  ...sqlStates.map((sqlState) => ({ kind: 'refused', sqlState }) as const),
  ...moments.map((when) => ({ kind: 'connection cut', when }) as const),
];
const dear: readonly Fault[] = (['service killed', 'database killed'] as const).flatMap((kind) =>
  moments.map((when) => ({ kind, when }) as const),
);

/** The numbers of faults to choose: cheap faults cost only a moment, and after dear ones a process must start again. */
export interface Measure {
  readonly cheap: number;
  readonly dear: number;
}

/** Chooses the wanted numbers of cheap and dear failpoints at random among all operations. The same seed gives the same choice. */
export const chooseFailpoints = (
  steps: ReadonlyMap<Operation, readonly string[]>,
  measure: Measure,
  random: Random,
): readonly Failpoint[] => {
  const allOf = (faults: readonly Fault[]): Failpoint[] =>
    [...steps].flatMap(([operation, statements]) =>
      statements.flatMap((statement, index) => faults.map((fault) => ({ operation, index, statement, fault }))),
    );
  const draw = (from: Failpoint[], count: number): readonly Failpoint[] => {
    const drawn: Failpoint[] = [];
    while (drawn.length < count && from.length > 0) drawn.push(...from.splice(random(from.length), 1));
    return drawn;
  };
  return [...draw(allOf(cheap), measure.cheap), ...draw(allOf(dear), measure.dear)];
};

/** Calls `at` for each statement within a transaction on one of these ledgers, with the statement's number in order of arrival. */
export const countSteps = (
  ledgerIds: readonly string[],
  at: (index: number, step: Step) => Deed | undefined,
): Watch => {
  const inside = new Set<number>();
  let count = 0;
  return (step) => {
    if (step.name.startsWith('begin'))
      if (ledgerIds.some((id) => step.text.includes(id))) inside.add(step.connection);
      else inside.delete(step.connection);
    return inside.has(step.connection) ? at(count++, step) : undefined;
  };
};

/** The name of the statement. Every `begin` gets the same name, because its text differs between runs. */
export const statementOf = ({ name }: Step): string => (name.startsWith('begin') ? 'begin' : name);
