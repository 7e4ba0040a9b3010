/**
 * The public interface of the package. `ledger bench` compares the service with a textbook ledger and with the targets of the design. Other
 * packages import only this file.
 */
export { bench, benchParts, maxBenchSeconds, maxBenchSeed, minBenchSeconds, type BenchOptions } from './bench';
