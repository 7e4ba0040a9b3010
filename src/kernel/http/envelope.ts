/** The two shapes of every body: `{success: true, data, meta?}` and `{success: false, message, code, errors?}`. */
import type { FieldErrors } from '../refusal';

export interface Success {
  readonly success: true;
  readonly data: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Failure {
  readonly success: false;
  readonly message: string;
  readonly code: string;
  readonly errors?: FieldErrors;
  readonly data?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export const success = (data: unknown, meta?: Readonly<Record<string, unknown>>): Success =>
  meta === undefined ? { success: true, data } : { success: true, data, meta };

export const failure = (
  code: string,
  message: string,
  more: Omit<Failure, 'success' | 'code' | 'message'> = {},
): Failure => ({
  success: false,
  message: message.toWellFormed(),
  code,
  ...more,
  ...(more.errors && { errors: wellFormed(more.errors) }),
});

/**
 * Returns the errors with repaired texts. Texts that the caller sent are cut if they are long, which may leave half of a surrogate pair.
 */
const wellFormed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field.toWellFormed(), texts.map((text) => text.toWellFormed())]),
  );
