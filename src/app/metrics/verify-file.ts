/**
 * `ledger verify --metrics <file>`: writes the outcome for the textfile collector of Prometheus' node exporter, because a command ends
 * before anybody reads its metrics. The file is written under a temporary name and then renamed, so that nobody reads an incomplete file.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import type { EndedVerification } from '../../kernel/observations';
import { inOnePiece } from './index';
import { createVerifyMetrics } from './work';

export const writeVerifyMetrics = async (file: string, verification: EndedVerification): Promise<void> => {
  const registry = new Registry();
  createVerifyMetrics(registry)(verification);
  const beside = `${file}.${process.pid}`;
  try {
    // The file is readable by everyone, because the collector runs as a different user from the command.
    writeFileSync(beside, inOnePiece(await registry.metrics()), { mode: 0o644 });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
};
