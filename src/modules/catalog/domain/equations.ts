/** Equations between polynomials, and what they leave of another: linear algebra in which every product is an unknown. */
import { dividedBy, isTrouble, type Exact } from './exact';
import {
  charactersPerProduct,
  constant,
  scaled,
  spend,
  subtracted,
  type Budget,
  type Monomial,
  type Polynomial,
} from './polynomial';

/** An equation `polynomial = 0`, and the unknown that it is used to get rid of. */
export interface Elimination {
  readonly pivot: Monomial;
  readonly coefficient: Exact;
  readonly polynomial: Polynomial;
}

/** Makes eliminations of equations `polynomial = 0`; each is free of the unknowns of those before it. */
export const eliminationsOf = (equations: readonly Polynomial[], budget: Budget): readonly Elimination[] => {
  const eliminations: Elimination[] = [];
  for (const equation of equations) {
    const rest = eliminated(equation, eliminations, budget);
    const pivot = [...(rest ?? [])].find(([monomial]) => monomial !== constant);
    if (rest && pivot) eliminations.push({ pivot: pivot[0], coefficient: pivot[1], polynomial: rest });
  }
  return eliminations;
};

/** What is left of a polynomial when the equations hold; undefined where the budget or the digits do not suffice. */
export const eliminated = (
  polynomial: Polynomial,
  eliminations: readonly Elimination[],
  budget: Budget,
): Polynomial | undefined => {
  let rest = polynomial;
  for (const elimination of eliminations) {
    const coefficient = rest.get(elimination.pivot);
    if (coefficient === undefined) continue;
    if (!spend(budget, (rest.size + elimination.polynomial.size) * charactersPerProduct)) return undefined;
    const factor = dividedBy(coefficient, elimination.coefficient);
    const part = isTrouble(factor) ? undefined : scaled(elimination.polynomial, factor);
    const next = part && subtracted(rest, part);
    if (!next) return undefined;
    rest = next;
  }
  return rest;
};
