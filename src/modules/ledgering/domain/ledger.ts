/** A ledger: one set of books in one currency, kept in a fixed number of decimals. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { maxStorageDecimals, type Denomination } from '../../../kernel/money';
import { ok, refuse, type FieldErrors, type Outcome } from '../../../kernel/refusal';

export type CurrencyType = 'fiat' | 'crypto';

export interface Ledger {
  readonly id: LedgerId;
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  readonly currencyType: CurrencyType;
  readonly denomination: Denomination;
  readonly isActive: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewLedger {
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly currencyType?: CurrencyType;
  readonly storageDecimals?: number;
  readonly displayDecimals?: number;
}

export interface InvalidLedger {
  readonly kind: 'InvalidLedger';
  readonly errors: FieldErrors;
}

const cryptoDecimals = 8;
const usualFiatDecimals = 2;

/** The currencies whose minor unit in ISO 4217 is not a hundredth. */
const isoDecimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((code) => [code, 4])),
};

/** A new ledger with the decimals of its currency where none were asked for. */
export const openLedger = (request: NewLedger, id: LedgerId, now: Date): Outcome<InvalidLedger, Ledger> => {
  const { currencyType = 'fiat', currency } = request;
  const storageDecimals =
    request.storageDecimals ??
    (currencyType === 'crypto' ? cryptoDecimals : (isoDecimals[currency] ?? usualFiatDecimals));
  const displayDecimals =
    request.displayDecimals ??
    Math.min(
      storageDecimals,
      currencyType === 'crypto' ? cryptoDecimals : (isoDecimals[currency] ?? usualFiatDecimals),
    );
  const errors: Record<string, string[]> = {};
  const require = (holds: boolean, field: string, message: string): void => {
    if (!holds) errors[field] = [message];
  };
  require(/^[A-Za-z0-9._-]{1,50}$/.test(request.code), 'code', 'must be 1 to 50 of the characters A-Z a-z 0-9 . _ -');
  require(request.name.length > 0 && [...request.name].length <= 255, 'name', 'must have 1 to 255 characters');
  require(/^[A-Z0-9]{1,12}$/.test(currency), 'currency', 'must be 1 to 12 capital letters and digits, such as EUR');
  require(isDecimals(
    storageDecimals,
    maxStorageDecimals,
  ), 'storage_decimals', `must be a whole number from 0 to ${maxStorageDecimals}`);
  require(isDecimals(
    displayDecimals,
    storageDecimals,
  ), 'display_decimals', 'must be a whole number from 0 to storage_decimals');
  if (Object.keys(errors).length > 0) return refuse({ kind: 'InvalidLedger', errors });
  return ok({
    id,
    tenantId: request.tenantId,
    code: request.code,
    name: request.name,
    currencyType,
    denomination: { currency, storageDecimals, displayDecimals },
    isActive: true,
    metadata: null,
    createdAt: now,
    updatedAt: now,
  });
};

const isDecimals = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;
