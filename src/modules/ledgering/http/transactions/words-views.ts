/** Prints amendments and notes as JSON: instants in UTC, names in snake_case. */
import type { AmendmentRow, NoteRow } from '../../application/words-reader';
import { amendmentTold, noteTold } from '../../domain/formats/records';

export const amendmentView = ({ reason, sequence, actor, ...amendment }: AmendmentRow): object => ({
  ...amendmentTold(amendment),
  ...{ reason, sequence: Number(sequence), actor },
});

export const noteView = ({ sequence, actor, ...note }: NoteRow): object => ({
  ...noteTold(note),
  ...{ sequence: Number(sequence), actor },
});
