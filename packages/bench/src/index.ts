/** The bench: measures the service against the textbook way and against the design's targets. Other packages import only this file. */
export { bench, benchParts, maxBenchSeconds, maxBenchSeed, minBenchSeconds, type BenchOptions } from './bench';
