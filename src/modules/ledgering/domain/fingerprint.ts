/** What makes two requests the same: the operation and everything asked for, but not the key itself. */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json';

/** SHA-256 over the operation and the request in canonical form. */
export const fingerprintOf = (operation: string, request: { readonly idempotencyKey: string | null }): Buffer =>
  hash('sha256', `${operation} ${canonicalJson({ ...request, idempotencyKey: undefined })}`, 'buffer');
