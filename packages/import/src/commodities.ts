/** The currency symbols of other programs, and the advice for an amount in another currency. */

/** Symbols that are read as one currency. `$` is the ledger's currency only if that is the US dollar. */
export const knownCommodities: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

/** Symbols that several currencies share, or that not every program knows. */
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

/** Whether a text next to a number shows that the number is an amount of money. */
export const isMoneySign = (text: string): boolean =>
  knownCommodities.has(text) || isCurrency(text.toUpperCase()) || symbols.has(text.toLowerCase().replace(/\.$/, ''));

/** Whether a symbol may mean the currency: it is the currency's code in another case, or one of its signs. */
const mayMean = (symbol: string, currency: string): boolean => {
  const plain = symbol.toLowerCase().replace(/\.$/, '');
  if (plain.toUpperCase() === currency) return true;
  const known = symbols.get(plain);
  if (known) return known.includes(currency);
  // Other units, such as points and crypto currencies, have names of many forms.
  return !isCurrency(currency) && /^\p{L}{2,}$/u.test(symbol) && !isCurrency(symbol) && !/^(dr|cr|db)$/i.test(symbol);
};

/** Returns the message for an amount in another currency. It proposes an entry in the map only if that may be correct. */
export const otherCurrency = (commodity: string, digits: string, currency: string): string => {
  const cure = (symbol: string): string =>
    `say so in the map: "commodities": {${JSON.stringify(symbol)}: "${currency}"}.`;
  if (commodity === '')
    return `The amount ${digits} has no currency. If the file means ${currency} where it names none, ${cure('')}`;
  const cause = `The amount is in ${commodity}, and the ledger is kept in ${currency}`;
  if (mayMean(commodity, currency))
    return `${cause}. If ${commodity} means ${currency} in this file, ${cure(commodity)}`;
  return isCurrency(commodity)
    ? `${cause}: import it into a ledger that is kept in ${commodity}.`
    : `${cause}. Neither the ledger nor a map can make ${currency} of it: correct the amount, or take the row out.`;
};
