/** A ledger: one set of books in one currency, with a fixed number of decimals. */
import { after, type Duration } from '../../../kernel/duration';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { maxStorageDecimals, type Denomination } from '../../../kernel/money';
import { ok, refuse, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { januaryFirst, parseFiscalYearStart, type FiscalYearStart } from '../../../kernel/fiscal-year';
import { parseTimeZone, utc, type TimeZone } from '../../../kernel/time-zone';
import { isBlank } from '../../../kernel/wording';
import { isIsoCurrency, isoDecimalsOf } from './currency';

export type CurrencyType = 'fiat' | 'crypto';

export interface Ledger {
  readonly id: LedgerId;
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  readonly currencyType: CurrencyType;
  readonly denomination: Denomination;
  /** The time zone of the ledger's days. It decides which day is today, and on which day a hold expires. */
  readonly timeZone: TimeZone;
  /** The day on which fiscal years begin. Reports separate the earnings of prior fiscal years from those of the current one. */
  readonly fiscalYearStart: FiscalYearStart;
  readonly isActive: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The milliseconds by which the ledger's test clock is ahead of real time; null if the ledger has no test clock. */
  readonly testClockMs: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A currency. If decimals are undefined, the currency's usual decimals apply. */
export interface NewCurrency {
  readonly currency: string;
  readonly currencyType?: CurrencyType;
  readonly storageDecimals?: number;
  readonly displayDecimals?: number;
}

export interface NewLedger extends NewCurrency {
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  /** The IANA name of the ledger's time zone; undefined for UTC. */
  readonly timeZone?: string;
  /** The month and the day on which fiscal years begin, as MM-DD; undefined for 01-01. */
  readonly fiscalYearStart?: string;
  /** Whether the ledger has a test clock: callers can move its time ahead to test their programs. */
  readonly hasTestClock?: boolean;
}

export interface InvalidLedger {
  readonly kind: 'InvalidLedger';
  readonly errors: FieldErrors;
}

/** The currency of a ledger cannot change any longer, because the ledger is in use. */
export interface LedgerInUse {
  readonly kind: 'LedgerInUse';
  readonly because: string;
}

const cryptoDecimals = 8;
/** Creates a ledger. If the request has no decimals, the currency's usual decimals apply. */
export const openLedger = (request: NewLedger, id: LedgerId, now: Date): Outcome<InvalidLedger, Ledger> => {
  const denomination = denominationOf(request);
  const timeZone = request.timeZone === undefined ? utc : parseTimeZone(request.timeZone);
  const fiscalYearStart =
    request.fiscalYearStart === undefined ? januaryFirst : parseFiscalYearStart(request.fiscalYearStart);
  const errors = {
    ...(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,50}$/.test(request.code)
      ? {}
      : { code: ['must be 1 to 50 of the characters A-Z a-z 0-9 . _ -, but not "." or ".."'] }),
    ...(isBlank(request.name) || [...request.name].length > 255
      ? { name: ['must have 1 to 255 characters, and not white space only'] }
      : {}),
    ...errorsOf(request, denomination),
    ...(timeZone === undefined ? notAZone : {}),
    ...(fiscalYearStart === undefined ? notAStart : {}),
  };
  if (timeZone === undefined || fiscalYearStart === undefined || Object.keys(errors).length > 0)
    return refuse({ kind: 'InvalidLedger', errors });
  return ok({
    id,
    tenantId: request.tenantId,
    code: request.code,
    name: request.name,
    currencyType: request.currencyType ?? 'fiat',
    denomination,
    timeZone,
    fiscalYearStart,
    isActive: true,
    metadata: null,
    testClockMs: request.hasTestClock ? 0 : null,
    createdAt: now,
    updatedAt: now,
  });
};

const notAZone: FieldErrors = {
  time_zone: ['must be the name of a time zone of the IANA database, such as Europe/Zurich or UTC'],
};

const notAStart: FieldErrors = {
  fiscal_year_start: ['must be a month and a day that every year has, such as 04-01'],
};

/** A change to a ledger's calendar. Undefined members do not change. */
export interface CalendarChange {
  readonly timeZone?: string | undefined;
  readonly fiscalYearStart?: string | undefined;
}

/** Changes the time zone or the fiscal year of a ledger. Posted transactions keep their effective date. */
export const changeCalendar = (
  ledger: Ledger,
  { timeZone: zone = ledger.timeZone, fiscalYearStart: start = ledger.fiscalYearStart }: CalendarChange,
  now: Date,
): Outcome<InvalidLedger, Ledger> => {
  const timeZone = parseTimeZone(zone);
  const fiscalYearStart = parseFiscalYearStart(start);
  if (timeZone === undefined || fiscalYearStart === undefined) {
    const errors = { ...(timeZone === undefined ? notAZone : {}), ...(fiscalYearStart === undefined ? notAStart : {}) };
    return refuse({ kind: 'InvalidLedger', errors });
  }
  const isSame = timeZone === ledger.timeZone && fiscalYearStart === ledger.fiscalYearStart;
  return ok(isSame ? ledger : { ...ledger, timeZone, fiscalYearStart, updatedAt: now });
};

/** This installation does not allow callers to move the time of ledgers. */
export interface TestClocksOff {
  readonly kind: 'TestClocksOff';
}

export interface NoTestClock {
  readonly kind: 'NoTestClock';
}

/** The ledger's time would be after the year 9999, the last year with supported days. */
export interface TimeTooLate {
  readonly kind: 'TimeTooLate';
}

const lastInstantMs = Date.parse('9999-12-31T00:00:00.000Z');

/** Moves the ledger's test clock ahead. `now` is the ledger's own time, and `at` the real time of the change. */
export const advanceClock = (
  ledger: Ledger,
  duration: Duration,
  now: Date,
  at: Date,
): Outcome<NoTestClock | TimeTooLate, Ledger & { readonly testClockMs: number }> => {
  if (ledger.testClockMs === null) return refuse({ kind: 'NoTestClock' });
  const until = after(now, duration).getTime();
  if (!(until < lastInstantMs)) return refuse({ kind: 'TimeTooLate' });
  return ok({ ...ledger, testClockMs: ledger.testClockMs + until - now.getTime(), updatedAt: at });
};

/** The facts that decide whether the currency can be corrected. */
export interface LedgerUse {
  readonly hasTransactions: boolean;
  /** Whether accounts of the ledger have limits. Their amounts are stored in the present decimals, so the decimals cannot change. */
  readonly hasLimits: boolean;
}

/**
 * Corrects the currency of a ledger. It cannot change after the first transaction, and its decimals cannot change if accounts have limits.
 */
export const correctCurrency = (
  ledger: Ledger,
  request: NewCurrency,
  { hasTransactions, hasLimits }: LedgerUse,
  now: Date,
): Outcome<InvalidLedger | LedgerInUse, Ledger> => {
  const denomination = denominationOf(request);
  const errors = errorsOf(request, denomination);
  if (Object.keys(errors).length > 0) return refuse({ kind: 'InvalidLedger', errors });
  const currencyType = request.currencyType ?? 'fiat';
  const before = ledger.denomination;
  const movesThePoint = denomination.storageDecimals !== before.storageDecimals;
  const isSame =
    !movesThePoint &&
    denomination.currency === before.currency &&
    denomination.displayDecimals === before.displayDecimals &&
    currencyType === ledger.currencyType;
  if (isSame) return ok(ledger);
  if (hasTransactions) return refuse({ kind: 'LedgerInUse', because: 'it has transactions' });
  if (movesThePoint && hasLimits) return refuse({ kind: 'LedgerInUse', because: 'its accounts have balance limits' });
  return ok({ ...ledger, currencyType, denomination, updatedAt: now });
};

const denominationOf = ({
  currency,
  currencyType,
  storageDecimals: asked,
  displayDecimals,
}: NewCurrency): Denomination => {
  const usual = currencyType === 'crypto' ? cryptoDecimals : isoDecimalsOf(currency);
  const storageDecimals = asked ?? usual;
  return { currency, storageDecimals, displayDecimals: displayDecimals ?? Math.min(storageDecimals, usual) };
};

const errorsOf = (
  { currencyType }: NewCurrency,
  { currency, storageDecimals, displayDecimals }: Denomination,
): FieldErrors => ({
  ...(/^[A-Z0-9]{1,12}$/.test(currency)
    ? currencyType === 'crypto' || isIsoCurrency(currency)
      ? {}
      : { currency: ['must be a currency of ISO 4217, such as EUR, unless the currency type is crypto'] }
    : { currency: ['must be 1 to 12 capital letters and digits, such as EUR'] }),
  ...(isDecimals(storageDecimals, maxStorageDecimals)
    ? {}
    : { storage_decimals: [`must be a whole number from 0 to ${maxStorageDecimals}`] }),
  ...(isDecimals(displayDecimals, storageDecimals)
    ? {}
    : { display_decimals: ['must be a whole number from 0 to storage_decimals'] }),
});

const isDecimals = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;
