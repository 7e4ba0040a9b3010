/** The statuses and the messages for refusals of the routes that import a file. */
import { ledgerNotFound } from '../../../../src/kernel/http/failures';
import { messageOfScope } from '../../../../src/kernel/http/needs';
import { invalidAnswer, type RefusalAnswers } from '../../../../src/kernel/http/status';
import type { Scope } from '../../../../src/kernel/principal';
import type { FieldErrors } from '../../../../src/kernel/refusal';
import type { Reason } from '../../../import/src';
import type { SessionRequired } from '../../../../src/modules/access';
import { sessionAnswers, type CsrfTokenInvalid } from './status';

interface LedgerNotFound {
  readonly kind: 'LedgerNotFound';
}
interface ScopeMissing {
  readonly kind: 'ScopeMissing';
  readonly scope: Scope;
}
interface MapInvalid {
  readonly kind: 'MapInvalid';
  readonly errors: FieldErrors;
}
/** The file as a whole was refused: nothing of it was imported. */
interface FileRefused {
  readonly kind: 'FileRefused';
  readonly reason: Reason;
}

/** The session ended during the import, so a part of the file may have been posted. */
interface ImportCutOff {
  readonly kind: 'ImportCutOff';
  readonly hasNewRows: boolean;
}

export type NotAdmitted = SessionRequired | CsrfTokenInvalid | LedgerNotFound | ScopeMissing;
export type PreviewRefusal = NotAdmitted | MapInvalid | FileRefused;
export type ImportRefusal = PreviewRefusal | ImportCutOff;

const ledger = ledgerNotFound();

export const previewAnswers: RefusalAnswers<PreviewRefusal> = {
  SessionRequired: sessionAnswers.SessionRequired,
  CsrfTokenInvalid: sessionAnswers.CsrfTokenInvalid,
  LedgerNotFound: {
    status: 404,
    code: ledger.code,
    when: 'There is no such ledger, or it belongs to another tenant.',
    message: () => ledger.message,
  },
  ScopeMissing: {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The person is a viewer. Viewers cannot import, because an import posts and undoes transactions and opens accounts.',
    message: ({ scope }) => messageOfScope(scope),
    example: { scope: 'post' },
  },
  MapInvalid: { ...invalidAnswer, example: { errors: { map: ['is not a valid map: csv.date must be sent'] } } },
  FileRefused: {
    status: 422,
    code: 'FILE_REFUSED',
    when: 'Nothing of the file was imported; `data.reason` is the code of the reason.',
    message: ({ reason }) => reason.message,
    data: ({ reason }) => ({ reason: reason.code }),
    example: { reason: { code: 'NOT_A_JOURNAL', message: 'This is an Excel workbook: save it as CSV.' } },
  },
};

export const importAnswers: RefusalAnswers<ImportRefusal> = {
  ...previewAnswers,
  ImportCutOff: {
    status: sessionAnswers.SessionRequired.status,
    code: sessionAnswers.SessionRequired.code,
    when: 'If the session ended during the import, a part of the file may have been posted.',
    message: ({ hasNewRows }) =>
      `The session ended during the import, so a part of the file may have been posted. Sign in with POST /console/session. ${
        hasNewRows
          ? 'Do not send this file with new_rows again, because that posts every row a second time: compare the transactions, and send a file without the posted rows.'
          : 'Then send the same request again: posted rows are recognised.'
      }`,
    example: { hasNewRows: false },
  },
};
