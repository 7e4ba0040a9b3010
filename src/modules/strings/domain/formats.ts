/**
 * The hash by which two conversions or transfers count as the same: everything asked for, except the key
 * (docs/recipes.md).
 */
import { formatsOf, jsonMember, membersText } from '../../../kernel/formats';
import type { OperationRequest } from './operation';

const operationV1 = (request: OperationRequest): string =>
  membersText([
    request.operation,
    '1',
    request.stringCode,
    request.sourceLedgerCode,
    request.targetLedgerCode,
    request.sourceAccountCode,
    request.targetAccountCode,
    request.sourceAmount,
    request.targetAmount,
    request.rate,
    request.reference,
    request.effectiveDate,
    request.description,
    jsonMember(request.attributes),
  ]);

export const operationFormats = formatsOf(1, { 1: operationV1 });
