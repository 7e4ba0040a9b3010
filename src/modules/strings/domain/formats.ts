/**
 * The hash of a conversion or transfer: two requests with the same hash count as the same. It covers all members of the request except the
 * idempotency key (docs/make/recipes.md).
 */
import { formatsOf, jsonMember, membersText } from '../../../kernel/formats';
import { plainAmount } from '../../../kernel/money';
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

/** Normalises the request, and writes it in format 1: amounts and the rate without superfluous zeros, and null instead of empty attributes. */
const operationV2 = (request: OperationRequest): string =>
  operationV1({
    ...request,
    sourceAmount: plainAmount(request.sourceAmount),
    targetAmount: plainAmount(request.targetAmount),
    rate: request.rate && plainAmount(request.rate),
    attributes: request.attributes && Object.keys(request.attributes).length > 0 ? request.attributes : null,
  });

export const operationFormats = formatsOf(2, { 1: operationV1, 2: operationV2 });
