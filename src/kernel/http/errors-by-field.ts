/** The errors of each field, for an answer that reports on one item among many. */
import * as t from 'io-ts';
import { Codec, failure, isObject, named } from './codecs';

const words =
  'Errors by field. A nested field is named by its path, such as `entries.0.amount`; the body as a whole is `body`.';

export const errorsByField: Codec<Readonly<Record<string, unknown>>> = named(
  'FieldErrors',
  words,
  new Codec<Readonly<Record<string, unknown>>>(
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    (input) => (isObject(input) ? t.success(input) : failure(input, 'must be an object')),
  ),
);
