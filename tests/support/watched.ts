/** Reads what monitoring depends on: the metrics that the service exposes, and the names that the dashboard and the alerts use. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const repository = join(__dirname, '../..');

export interface ServedMetric {
  readonly type: string;
  /** The labels of all series of the metric, without a histogram's `le`; undefined if the metric has no series yet. */
  readonly labels: readonly string[] | undefined;
}

/** The metrics by name. The parts of a histogram are one metric. */
export const servedIn = (text: string): ReadonlyMap<string, ServedMetric> => {
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const labels = new Map<string, Set<string>>();
  for (const [, series = '', inside = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const name = types.has(series) ? series : series.replace(/_(bucket|sum|count)$/, '');
    const found = labels.get(name) ?? new Set();
    for (const [, label = ''] of inside.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) if (label !== 'le') found.add(label);
    labels.set(name, found);
  }
  return new Map(
    [...types].map(([name, type]) => [
      name,
      { type, labels: labels.has(name) ? [...(labels.get(name) ?? [])] : undefined },
    ]),
  );
};

/** The sum of all series with this name whose labels include these. */
export const valueOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
    .filter(([, series]) => series === name)
    .filter(([, , inside = '']) =>
      Object.entries(labels).every(([label, value]) => inside.includes(`${label}="${value}"`)),
    )
    .reduce((sum, [, , , value]) => sum + Number(value), 0);

/** The metrics that an expression uses. The parts of a histogram are one metric. */
export const metricsIn = (expression: string): readonly string[] =>
  [...expression.replaceAll(/"[^"]*"/g, '""').matchAll(/\b(?:ledger|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly severity: string;
  readonly runbook: string;
}

/** The alert rules, read field by field from single lines; promtool checks the rest of the file. */
export const alertRules = (): readonly Rule[] =>
  readFileSync(join(repository, 'deploy/prometheus/rules.yml'), 'utf8')
    .split(/^ +- alert: /m)
    .slice(1)
    .map((text) => {
      const field = (pattern: RegExp): string => pattern.exec(text)?.[1]?.trim() ?? '';
      return {
        alert: field(/^(\w+)$/m),
        expr: field(/^ +expr: \|-\n((?: {10}.*\n)+)/m),
        severity: field(/^ +severity: (\w+)$/m),
        runbook: field(/^ +runbook: (\S+)$/m),
      };
    });

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: object;
  readonly targets?: readonly { readonly expr: string; readonly datasource: object; readonly refId: string }[];
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly definition?: string;
}

export interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
}

export const dashboard = (): Dashboard =>
  JSON.parse(readFileSync(join(repository, 'deploy/grafana/ledger.json'), 'utf8')) as Dashboard;

/** The rows of all tables on the page that have this heading over their first column. */
export const tableRows = (page: string, firstColumn: string): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of readFileSync(join(repository, page), 'utf8').split('\n')) {
    const cells = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    if (cells?.[0] === firstColumn) isInside = true;
    else if (!cells) isInside = false;
    else if (isInside && !/^-+$/.test(cells[0] ?? '')) rows.push(cells);
  }
  return rows;
};

/** True if promtool, the checker of Prometheus, is installed. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** The folders of PATH that have promtool. */
export const foldersOfPromtool: readonly string[] = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => existsSync(join(folder, 'promtool')));

export const skippedWithoutPromtool = (what: string): void =>
  void process.stdout.write(`skipped, because promtool is not installed: ${what}\n`);

export interface Judged {
  readonly status: number | null;
  readonly said: string;
}

export const promtool = (args: readonly string[], input = ''): Judged => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, cwd: repository, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
};
