/** The peak memory of the service. The peak at full load is compared with the target; the peak after the overload is only reported. */
import { judge, wholeNumber, type Section } from './report';
import { goals } from './targets';

export interface MemoryPeaks {
  /** The peak in bytes at full load; undefined if the system does not report it. */
  readonly fullLoad: number | undefined;
  readonly overload: number | undefined;
}

const bytesPerMegabyte = 1_048_576;

export const describeMemory = (peaks: MemoryPeaks): Section => {
  const megabytes = (bytes: number | undefined): string =>
    bytes === undefined ? '?' : wholeNumber(bytes / bytesPerMegabyte);
  return {
    title: 'Memory: MB of the service at its peak',
    tables: [
      {
        columns: ['until the end of', 'MB'],
        rows: [
          ['full load', megabytes(peaks.fullLoad)],
          ['overload', megabytes(peaks.overload)],
        ],
      },
    ],
    remarks: [],
    judgements:
      peaks.fullLoad === undefined
        ? []
        : [judge('memory of the service under full load', peaks.fullLoad / bytesPerMegabyte, goals.serviceMemory)],
    figures: { memory: peaks },
  };
};
