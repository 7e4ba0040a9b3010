/** Currencies by the symbols of other programs, and the advice that is right for an amount in another one. */

/** Symbols that mean one currency. `$` means that of the ledger only where it counts in US dollars. */
export const knownCommodities: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
]);

/** Symbols that several currencies have, or that are not known to every program. */
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

/** Whether a text beside a number says that the number is money. */
export const isMoneySign = (text: string): boolean =>
  knownCommodities.has(text) || isCurrency(text.toUpperCase()) || symbols.has(text.toLowerCase().replace(/\.$/, ''));

/** Whether a symbol may be a name of the currency: its own code in other letters, or a sign that it has. */
const mayMean = (symbol: string, currency: string): boolean => {
  const plain = symbol.toLowerCase().replace(/\.$/, '');
  if (plain.toUpperCase() === currency) return true;
  const known = symbols.get(plain);
  if (known) return known.includes(currency);
  // Points, crypto currencies and the like have names of many forms.
  return !isCurrency(currency) && /^\p{L}{2,}$/u.test(symbol) && !isCurrency(symbol) && !/^(dr|cr|db)$/i.test(symbol);
};

/** The sentence for an amount that is not in the currency of the ledger. The map is proposed only where that may be right. */
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
