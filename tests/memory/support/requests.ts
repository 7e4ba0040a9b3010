/** The helpers of tests/support/requests.ts for a service in memory, which is asked for what it keeps without SQL. */
export * from '../../support/requests';
export { refusedUntouched as refusedWrite } from './untouched';
