/**
 * The texts of a transaction that may be amended: description, reference and metadata. Builds the body of an amendment, and compares the
 * texts before and after it.
 */
import type { Schemas } from '../../api/schemas';

type Words = Schemas['TransactionWords'];

/** The values of the form, as they were typed. */
export interface WordsForm {
  readonly description: string;
  readonly reference: string;
  /** The metadata in JSON, as typed. */
  readonly metadata: string;
  readonly reason: string;
}

const jsonOf = (metadata: Words['metadata']): string => (metadata === null ? '' : JSON.stringify(metadata, null, 2));

export const formOf = ({ description, reference, metadata }: Words): WordsForm => ({
  ...{ description, reference: reference ?? '', metadata: jsonOf(metadata), reason: '' },
});

/** Reads the typed metadata. Returns null if the field is empty, and undefined if the text is not a JSON object. */
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
 * Returns the body of an amendment. It contains only the texts that the person changed, so that it does not overwrite changes by others.
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

/** Returns whether the form can be sent: it has a reason, changes a text, and every text is valid. */
export const isAmendment = (before: WordsForm, form: WordsForm): boolean =>
  form.reason.trim() !== '' &&
  form.description.trim() !== '' &&
  metadataFrom(form.metadata) !== undefined &&
  Object.keys(amendmentOf(before, form)).length > 1;

export interface WordChange {
  readonly name: 'description' | 'reference' | 'metadata';
  /** The text before the amendment; empty if there was none. */
  readonly before: string;
  readonly after: string;
}

/** Returns the texts that differ between the two versions. */
export const changesOf = (before: Words, after: Words): readonly WordChange[] => {
  const [old, own] = [formOf(before), formOf(after)];
  return (['description', 'reference', 'metadata'] as const)
    .filter((name) => old[name] !== own[name])
    .map((name) => ({ name, before: old[name], after: own[name] }));
};
