/**
 * The texts of a transaction (description, reference, metadata), which may be amended: what a form sends, and what an amendment changed.
 */
import type { Schemas } from '../../api/schemas';

type Words = Schemas['TransactionWords'];

/** The values of the form, as they were typed. */
export interface WordsForm {
  readonly description: string;
  readonly reference: string;
  /** JSON. */
  readonly metadata: string;
  readonly reason: string;
}

const jsonOf = (metadata: Words['metadata']): string => (metadata === null ? '' : JSON.stringify(metadata, null, 2));

export const formOf = ({ description, reference, metadata }: Words): WordsForm => ({
  ...{ description, reference: reference ?? '', metadata: jsonOf(metadata), reason: '' },
});

/** The metadata that was typed: null if the field is empty, undefined if the text is not a JSON object. */
export const metadataFrom = (text: string): Words['metadata'] | undefined => {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as NonNullable<Words['metadata']>)
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The body of an amendment. It has only the texts that the user changed, so that changes by
 * other people to the other texts are kept.
 */
export const amendmentOf = (before: WordsForm, form: WordsForm): Schemas['NewAmendment'] => {
  const metadata = metadataFrom(form.metadata);
  return {
    reason: form.reason.trim(),
    ...(form.description === before.description ? {} : { description: form.description.trim() }),
    ...(form.reference === before.reference ? {} : { reference: form.reference.trim() || null }),
    ...(form.metadata === before.metadata || metadata === undefined ? {} : { metadata }),
  };
};

/** Whether the form changes a text, gives a reason, and can be sent. */
export const isAmendment = (before: WordsForm, form: WordsForm): boolean =>
  form.reason.trim() !== '' &&
  form.description.trim() !== '' &&
  metadataFrom(form.metadata) !== undefined &&
  Object.keys(amendmentOf(before, form)).length > 1;

export interface WordChange {
  readonly name: 'description' | 'reference' | 'metadata';
  /** Empty if there was none. */
  readonly before: string;
  readonly after: string;
}

/** The texts that differ. */
export const changesOf = (before: Words, after: Words): readonly WordChange[] => {
  const [old, own] = [formOf(before), formOf(after)];
  return (['description', 'reference', 'metadata'] as const)
    .filter((name) => old[name] !== own[name])
    .map((name) => ({ name, before: old[name], after: own[name] }));
};
