/** Parameters made up to try a template with: within the declared bounds, the same ones every time. */
import { formatAmount, type Denomination } from '../../../kernel/money';
import { exactOf } from './exact';
import {
  comparisonOf,
  isAlwaysPresent,
  type Parameter,
  type ParamsSchema,
  type ParamValue,
  type ParamValues,
} from './parameter';

export const sampleParams = (schema: ParamsSchema, denomination: Denomination, seed: number): ParamValues => {
  const random = randomFrom(seed);
  const values = new Map<string, ParamValue>();
  for (const parameter of schema.values()) {
    if (!isAlwaysPresent(parameter) && random() < absentShare) continue;
    const { allowed } = parameter.rules;
    const chosen = allowed?.[Math.floor(random() * allowed.length)];
    values.set(parameter.name, chosen ?? made(parameter, denomination, random));
  }
  return values;
};

type Random = () => number;

const absentShare = 0.3;

/** Mulberry32: a small generator is enough, and it gives every machine the same samples. */
const randomFrom = (seed: number): Random => {
  let state = (seed * 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const made = (parameter: Parameter, { storageDecimals }: Denomination, random: Random): ParamValue => {
  switch (parameter.type) {
    case 'integer':
      return madeNumber(parameter, 0, random);
    case 'decimal':
      return madeNumber(parameter, random() < wholeShare ? 0 : storageDecimals, random);
    case 'boolean': {
      const value = random() < 0.5;
      return { kind: 'boolean', text: String(value), value };
    }
    case 'date':
      return { kind: 'text', text: parameter.rules.min?.text ?? parameter.rules.max?.text ?? '2026-01-15' };
    case 'uuid':
      return { kind: 'text', text: '00000000-0000-7000-8000-000000000000' };
    case 'string':
    case 'account_code':
      // Amounts do not depend on texts; a rule may, and then this sample is simply not valid.
      return { kind: 'text', text: 'SAMPLE' };
  }
};

const wholeShare = 0.2;
const maxMagnitude = 7;

/** Between the bounds; where one is missing, at a distance of up to ten million from the other. */
const madeNumber = ({ rules: { min, max } }: Parameter, decimals: number, random: Random): ParamValue => {
  const reach = 10n ** BigInt(decimals + Math.floor(random() * maxMagnitude));
  const low = min ? unitsIn(min.text, decimals) : max ? unitsIn(max.text, decimals) - reach : 0n;
  const high = max ? unitsIn(max.text, decimals) : low + reach;
  const units = low + (((high - low) * BigInt(Math.floor(random() * 2 ** 32))) >> 32n);
  const text = formatAmount(units, { currency: '', storageDecimals: decimals, displayDecimals: decimals });
  const value: ParamValue = { kind: 'number', text, value: exactOf(text) };
  // A bound finer than the decimals was cut above.
  if (min && comparisonOf(value, min) < 0) return min;
  return max && comparisonOf(value, max) > 0 ? max : value;
};

const unitsIn = (text: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
};
