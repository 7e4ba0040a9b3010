/**
 * `ledger import explain`: shows how a file is read, row by row, and the map that it needs (docs/use/import.md). It needs
 * no ledger.
 */
import { Option, type Command } from 'commander';
import {
  explainFile,
  importFormats,
  openSource,
  type Explanation,
  type ImportFormat,
} from '../../../packages/import/src';
import { refused } from '../../kernel/refusal';
import { terminalText } from '../terminal-text';
import { currency as currencyOf, wholeNumber } from './arguments';
import { mapIn } from './import-map';
import { CommandError, jsonOption, type Shell } from './run';

interface Explaining {
  readonly map?: string;
  readonly format?: ImportFormat;
  readonly currency?: string;
  readonly rows: number;
  readonly json: boolean;
}

const usualRows = 5;
const maxRows = 1_000;

export const addExplainCommand = (parent: Command, shell: Shell): void => {
  parent
    .command('explain')
    .description('show how the first rows of a file are read, and propose a map if none is given; needs no ledger')
    .argument('<file>', 'the file, or - for standard input')
    .option('--map <file>', 'the map to try; without it, a map is proposed')
    .addOption(
      new Option('--format <format>', 'the format of the file (default: recognised from its content)').choices(
        importFormats,
      ),
    )
    .option(
      '--currency <currency>',
      'the currency of the ledger (default: the one in the file, or else EUR)',
      currencyOf,
    )
    .option('--rows <number>', 'how many rows to print', wholeNumber(1, maxRows), usualRows)
    .addOption(jsonOption())
    // The parent command has some of the same options, and receives their values.
    .action((file: string, _: Explaining, command: Command) => explain(shell, file, command.optsWithGlobals()));
};

const explain = async (shell: Shell, file: string, options: Explaining): Promise<void> => {
  const map = options.map === undefined ? undefined : mapIn(options.map);
  const opened = await openSource(file, shell.streams.stdin);
  if (refused(opened)) throw new CommandError(opened.left.message);
  const source = opened.right;
  try {
    const { format, currency, rows: most, json } = options;
    const explained = await explainFile({ source, format, map, currency, maxRows: most, clock: shell.clock });
    if (refused(explained)) throw new CommandError(explained.left.message);
    shell.print(json, recordOf(explained.right), linesOf(explained.right).map(terminalText).join('\n'));
    if (explained.right.stopped) shell.exitWith(1);
  } finally {
    await source.close();
  }
};

const recordOf = ({ format, currency, proposal, rows, leftOut, rejected, counts, stopped }: Explanation): object => ({
  ...{
    format,
    currency,
    proposal: proposal ? proposalOf(proposal) : null,
    rows,
    left_out: leftOut,
    rejected,
    stopped: stopped ?? null,
  },
  counts: { transactions: counts.transactions, left_out: counts.leftOut, rejected: counts.rejected },
});

const proposalOf = ({ map, findings, confidence, note }: NonNullable<Explanation['proposal']>): object => ({
  ...{ map, findings, confidence, note },
});

const linesOf = (explained: Explanation): readonly string[] => {
  const { format, currency, proposal, rows, leftOut, rejected, counts, stopped } = explained;
  return [
    `The file is read as ${format}, for a ledger in ${currency}.`,
    ...(proposal ? proposalLines(proposal) : []),
    ...rows.flatMap((row) => ['', ...rowLines(row)]),
    '',
    ...leftOut.map(({ line, message }) => `Left out: line ${line}: ${message}`),
    ...rejected.map(({ line, code, message }) => `Rejected: line ${line}: ${code}: ${message}`),
    stopped
      ? `Nothing of the file would be imported. Line ${stopped.line}: ${stopped.code}: ${stopped.message}`
      : `Transactions: ${counts.transactions}. Left out: ${counts.leftOut}. Rejected: ${counts.rejected}. A dry run shows whether a ledger accepts them.`,
  ];
};

const proposalLines = ({
  map,
  findings,
  confidence,
  note,
}: NonNullable<Explanation['proposal']>): readonly string[] => [
  '',
  `A map for this file (${confidence}):`,
  '',
  ...JSON.stringify(map, null, 2).split('\n'),
  '',
  ...findings.map(({ subject, confidence: each, message }) => `  ${subject} (${each}): ${message}`),
  `  ${note}`,
];

const rowLines = ({
  line,
  date,
  description,
  reference,
  entries,
  cells,
}: Explanation['rows'][number]): readonly string[] => [
  `Line ${line}: ${date} ${JSON.stringify(description)}${reference === null ? '' : `, reference ${JSON.stringify(reference)}`}`,
  ...entries.map(({ account, amount }) => `  ${account} ${amount}`),
  ...cells.map(({ member, column, text }) => `    ${member}: ${JSON.stringify(text)} in column ${column}`),
];
