/**
 * Finds the filters in the page's address that cannot be read. Without such a filter the list would contain all transactions, so the page
 * shows no rows, no totals and no export until the filter is corrected.
 */
import { amountFrom, isAmount } from '../../parts/amount';
import { isDay } from '../../parts/day';
import { layerNames } from '../../parts/layers';
import { holdStates, orders, releasesHidden, statuses, unreadablePairs } from './filters';

export interface Unreadable {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** A sentence about how the filter is written. */
  readonly cure: string;
}

interface Rule {
  readonly label: string;
  /** Returns how to write the filter; undefined if the value can be read. */
  readonly cureOf: (value: string) => string | undefined;
}

const oneOf = (values: readonly string[]) => (value: string) =>
  values.includes(value) ? undefined : `Choose one of: ${values.join(', ')}.`;

const day = (value: string): string | undefined =>
  isDay(value) ? undefined : 'Enter a day that exists, such as 2026-01-31.';

const amount = (value: string): string | undefined =>
  isAmount(amountFrom(value)) ? undefined : 'Enter an amount with a point before its decimals, such as 10.50.';

const pairs = (example: string) => (value: string) => {
  const { unread, repeated } = unreadablePairs(value);
  if (unread.length > 0) return `Write key=value, such as ${example}, and a comma between pairs.`;
  return repeated.length > 0 ? `Give each key once: ${repeated.join(', ')}.` : undefined;
};

const rules: Readonly<Record<string, Rule>> = {
  status: { label: 'Status', cureOf: oneOf(statuses) },
  layer: { label: 'Layer', cureOf: oneOf(layerNames) },
  hold: { label: 'Hold', cureOf: oneOf(holdStates) },
  from: { label: 'From', cureOf: day },
  to: { label: 'To', cureOf: day },
  sort: { label: 'Order', cureOf: oneOf(orders.map(({ value }) => value)) },
  min: { label: 'Amount from', cureOf: amount },
  max: { label: 'Amount to', cureOf: amount },
  attributes: { label: 'Attributes', cureOf: pairs('merchant=Grocer') },
  metadata: { label: 'Metadata', cureOf: pairs('invoice=2026-17') },
  releases: { label: 'Hide releases and expiries', cureOf: oneOf([releasesHidden]) },
};

export const unreadableIn = (get: (name: string) => string | undefined): readonly Unreadable[] =>
  Object.entries(rules).flatMap(([name, { label, cureOf }]) => {
    const value = get(name);
    const cure = value === undefined ? undefined : cureOf(value);
    return value === undefined || cure === undefined ? [] : [{ name, label, value, cure }];
  });
