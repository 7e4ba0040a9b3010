/** Reads the given parameters by their declarations: all of them, so that every error is told at once. */
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { complain, fieldErrorsOf, listed, type Complaints } from './complaints';
import { decodeValue, expectationOf, type ParamsSchema, type ParamValue, type ParamValues } from './parameter';
import { stepsUpTo } from './pattern';
import type { JsonObject } from './transaction-code';

/**
 * A batch of a hundred takes two million steps at most, which is less than 0.1 s of CPU. A usual anchored pattern takes
 * five steps a character or fewer, so that twenty thousand steps are enough for four texts of full length.
 */
export const maxPatternSteps = 20_000;

/** The errors are by parameter. */
export const decodeParams = (schema: ParamsSchema, given: JsonObject): Outcome<FieldErrors, ParamValues> => {
  const values = new Map<string, ParamValue>();
  const complaints: Complaints = new Map();
  const steps = stepsUpTo(maxPatternSteps);
  for (const { name, type, required, fallback, rules } of schema.values()) {
    // Null and left out mean the same: nothing.
    const input = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    if (input === undefined) {
      if (required) complain(complaints, name, `is required: ${expectationOf(type)}`);
      else if (fallback) values.set(name, fallback);
      continue;
    }
    const value = decodeValue(type, rules, input, steps);
    if (refused(value)) complain(complaints, name, value.left);
    else values.set(name, value.right);
  }
  complainOfUnknown(schema, given, complaints);
  return complaints.size > 0 ? refuse(fieldErrorsOf(complaints)) : ok(values);
};

const maxUnknownNames = 20;
const maxShownName = 64;

const complainOfUnknown = (schema: ParamsSchema, given: JsonObject, complaints: Complaints): void => {
  const unknown = Object.keys(given).filter((name) => !schema.has(name));
  for (const name of unknown.slice(0, maxUnknownNames))
    complain(
      complaints,
      name.slice(0, maxShownName),
      `is not a parameter of this transaction code, which has ${listed(schema.keys())}`,
    );
};
