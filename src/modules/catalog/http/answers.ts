/** How transaction codes are answered, for the http rooms of other contexts. */
export { transactionCodeShape } from './codecs';
