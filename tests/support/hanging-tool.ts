/** A fake pg_dump that writes a little and never ends, so that a test can interrupt a backup in the middle. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface HangingTool {
  /** An environment whose PATH finds this fake first. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves once the fake is running. */
  readonly begun: Promise<unknown>;
}

export const hangingTool = (): HangingTool => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-hanging-'));
  const [tool, begun] = [join(folder, 'pg_dump'), join(folder, 'begun')];
  execFileSync('mkfifo', [begun]);
  writeFileSync(
    tool,
    `#!/bin/sh
case "$*" in *--version*) echo 'pg_dump (PostgreSQL) 99.0'; exit 0;; esac
for each in "$@"; do case "$each" in --file=*) echo half > "\${each#--file=}";; esac; done
echo begun > '${begun}'
exec tail -f /dev/null
`,
  );
  chmodSync(tool, 0o755);
  return { env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }, begun: readFile(begun) };
};
