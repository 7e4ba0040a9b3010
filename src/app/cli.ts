/** `ledger`: the operator's command line. With --json, standard output is one JSON object and nothing else. */
// First, so that it sees everything else being loaded.
import './telemetry';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addCheckCommands } from './cli/checks';
import { addKeyCommands } from './cli/keys';
import { addLedgerCommands } from './cli/ledgers';
import { addServiceCommands } from './cli/service';
import { addRateCommands, addStringCommands } from './cli/strings';
import { addTenantCommands } from './cli/tenants';
import { giveUp } from './reason';

/** From src/ and from dist/ alike. */
const packageFile = join(__dirname, '..', '..', 'package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

const program = new Command('ledger')
  .description('Operates a ledger installation.')
  .version(version, '--version', 'print the version')
  .showHelpAfterError('(--help shows how)');

addServiceCommands(program);
addTenantCommands(program);
addLedgerCommands(program);
addKeyCommands(program);
addStringCommands(program);
addRateCommands(program);
addCheckCommands(program);

program.parseAsync().catch(giveUp);
