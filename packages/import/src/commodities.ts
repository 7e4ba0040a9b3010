/** The currency symbols in files of other programs, and the error message for an amount in another currency. */

/**
 * The symbols that stand for one currency unless the map gives a different one. `$` is read as the US dollar, even in a ledger in a
 * different dollar currency.
 */
export const knownCommodities: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

/** The currencies that a symbol may stand for. Such a symbol is only used for advice, because it is ambiguous or not widely known. */
const symbols: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP', 'BRL']],
  ['£', ['GBP', 'EGP', 'GIP', 'LBP', 'SYP']],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['元', ['CNY', 'TWD', 'HKD']],
  ['円', ['JPY']],
  ['₹', ['INR']],
  ['₩', ['KRW', 'KPW']],
  ['₽', ['RUB']],
  ['₴', ['UAH']],
  ['₺', ['TRY']],
  ['₪', ['ILS']],
  ['₫', ['VND']],
  ['฿', ['THB']],
  ['₱', ['PHP']],
  ['₦', ['NGN']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['kc', ['CZK']],
  ['kč', ['CZK']],
  ['zł', ['PLN']],
  ['zl', ['PLN']],
  ['ft', ['HUF']],
  ['lei', ['RON', 'MDL']],
  ['fr', ['CHF', 'XAF', 'XOF']],
  ['sfr', ['CHF']],
  ['rs', ['INR', 'PKR', 'LKR', 'NPR', 'MUR']],
  ['rp', ['IDR']],
  ['r', ['ZAR']],
  ['rm', ['MYR']],
  ['r$', ['BRL']],
  ['us$', ['USD']],
  ['a$', ['AUD']],
  ['c$', ['CAD']],
  ['nz$', ['NZD']],
  ['s$', ['SGD']],
  ['hk$', ['HKD']],
]);

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** Returns whether a text next to a number is a currency code or symbol, so that the number is an amount of money. */
export const isMoneySign = (text: string): boolean =>
  knownCommodities.has(text) || isCurrency(text.toUpperCase()) || symbols.has(text.toLowerCase().replace(/\.$/, ''));

/** Returns whether the symbol may stand for the currency: it is the currency's code in upper or lower case, or one of its symbols. */
const mayMean = (symbol: string, currency: string): boolean => {
  const plain = symbol.toLowerCase().replace(/\.$/, '');
  if (plain.toUpperCase() === currency) return true;
  const known = symbols.get(plain);
  if (known) return known.includes(currency);
  // The ledger's unit is not a national currency but, for example, points. Its name in a file may be any word.
  return !isCurrency(currency) && /^\p{L}{2,}$/u.test(symbol) && !isCurrency(symbol) && !/^(dr|cr|db)$/i.test(symbol);
};

/** Returns the currency of a symbol or of a code in small letters: the ledger's, if the symbol may mean it, or the only possible one. */
export const currencyOfSymbol = (symbol: string, ledger: string | undefined): string | undefined => {
  const plain = symbol.toLowerCase().replace(/\.$/, '');
  const possible = symbols.get(plain) ?? (isCurrency(plain.toUpperCase()) ? [plain.toUpperCase()] : []);
  return possible.find((code) => code === ledger) ?? (possible.length === 1 ? possible[0] : undefined);
};

/**
 * Returns the message for an amount in another currency. It proposes a `commodities` entry for the map only if the symbol may stand for the
 * ledger's currency.
 */
export const otherCurrency = (commodity: string, digits: string, currency: string): string => {
  const cure = (symbol: string): string =>
    `add this to the map: "commodities": {${JSON.stringify(symbol)}: "${currency}"}.`;
  if (commodity === '') return `The amount ${digits} has no currency. If the file means ${currency} there, ${cure('')}`;
  const cause = `The amount is in ${commodity}, but the ledger is in ${currency}`;
  if (mayMean(commodity, currency))
    return `${cause}. If ${commodity} means ${currency} in this file, ${cure(commodity)}`;
  return isCurrency(commodity)
    ? `${cause}: import it into a ledger in ${commodity}.`
    : `${cause}. Neither the ledger nor a map can convert it to ${currency}: correct the amount, or remove the row.`;
};
