/** The words with which banks name columns and describe rows, in several languages. */

/** The words in the names of the columns with numbers. */
export const words = {
  balance: /balance|\bbal\b|saldo|solde|kontostand|bakiye|stan\b|z[uů]statek|余额|餘額|残高|잔액/i,
  amount:
    /amount|betrag|umsatz|montant|importe|importo|bedrag|valor|kwota|bel[oø]p|belopp|\bnet\b|\bnetto\b|brutto|\btotal\b|\bvalue\b|\bsum\b|金额|金額/i,
  out: /withdraw|paid out|money out|debit|d[eé]bit|debet|ausgang|soll|belast|\baf\b|\bout\b|sortie|charge|cargo|uscite|支出|支払|引出|출금/i,
  into: /deposit|paid in|money in|credit|cr[eé]dit|eingang|haben|gutschrift|\bbij\b|\bin\b|entr[eé]|abono|收入|預か|預入|入金|입금/i,
  fee: /\bfees?\b|geb[uü]hr|entgelt|\bfrais\b|commission|provision|comisi[oó]n|comiss[aã]o|commissioni|\bkosten\b/i,
  net: /\bnet\b|\bnetto\b|\bpayout\b|auszahlung/i,
  /** Numbers beside the amounts of the rows: parts of them, prices and quantities. */
  beside:
    /\btax(?:es)?\b|\bvat\b|\bgst\b|mwst|\bust\b|steuer|\btva\b|\biva\b|\bbtw\b|\btips?\b|trinkgeld|discount|rabatt|refunded|shipping|versand|\bprice\b|quantity|menge|st[uü]ck|anzahl/i,
  /** Numbers that are no amounts of money. */
  other:
    /check|cheque|\bno\b\.?|number|nummer|\bnr\b|\bcode\b|\bid\b|\bzip\b|postcode|exchange rate|\brate\b|\bkurs\b/i,
};

export const takesAway = new Set(
  'd dr db debit debet debito débit dbit af soll s out o withdraw withdrawal uit expense payment - 支出 出金 払戻し 출금'.split(
    ' ',
  ),
);
export const bringsIn = new Set(
  'c cr k credit credito crédit crdt bij haben h in i deposit income receipt + 收入 入金 입금'.split(' '),
);

/** A row with this text pays the debt of a card. */
export const paymentToCard = /payment received|payment.*thank you|zahlung erhalten|lastschrifteinzug|merci/i;

export const names = {
  description:
    /desc|text|tekst|memo|narrat|payee|purpose|zweck|verwend|auftrag|beg[uü]nst|empf|name|omschr|mededel|details|particular|concept|libell|causale|merchant|counterparty|beskriv|selite|popis|opis|摘要|内容|商品|적요/i,
  reference: /\bref|reference|referen[zc]|\bid\b|transaction (?:id|no|number)|\bnumber\b|nummer|belegnr|fitid/i,
  /** Columns that number the rows of the file. */
  row: /^(?:#|row|line|zeile|rad|r[aæ]kke|linje|rij|regel|ligne|l[ií]nea|riga|linha|wiersz|lfd|laufende)/i,
  /** Columns with the currency of a different amount, such as the price abroad. */
  foreignCurrency:
    /local|original|orig\.|foreign|exchange|fremd|urspr|oorspr|devise d'origine|converted|\bfrom\b|\bto\b/i,
};

export const pendingWords =
  /^(?:pending|reverted|failed|declined|cancelled|canceled|authori[sz]ed|.*vorgemerkt.*|open|processing|venter|afventer|v[aä]ntar|reserver(?:et|ad|t)|en attente|pendiente|pendente|in sospeso|oczekuj[aą]c[aey])$/i;

/** A row that only states a balance or a sum, and moves no money. A day may follow the words. */
export const summaryWords =
  /^(?:(?:opening|closing|beginning|ending|starting) balance|balance (?:brought|carried) forward|turnover|(?:anfangs|end|schluss)saldo|solde (?:initial|final)|saldo (?:inicial|final|anterior|iniziale|finale|do dia))(?:\s+(?:as of|on|am|au|al|em)\b)?[\s\d./:-]*$/i;
