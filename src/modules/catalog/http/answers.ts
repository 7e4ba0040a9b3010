/** The response shape of transaction codes, for the HTTP layers of other contexts. */
export { transactionCodeShape } from './codecs';
