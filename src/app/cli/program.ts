/** All commands of `ledger`, ready to read its arguments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addCheckCommands } from './checks';
import { addDemoCommand } from './demo';
import { addEventCommands } from './events';
import { addImportCommand } from './import';
import { addExportCommand } from './export';
import { addKeyCommands } from './keys';
import { addLedgerCommands } from './ledgers';
import { addOperatorCommands } from './operators';
import { addServiceCommands } from './service';
import { addRateCommands, addStringCommands } from './strings';
import { addTenantCommands } from './tenants';
import { addWebhookCommands } from './webhooks';

/** From src/ and from dist/ alike. */
const packageFile = join(__dirname, '..', '..', '..', 'package.json');

export const createProgram = (): Command => {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const program = new Command('ledger')
    .description('Operates a ledger installation.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows how)');
  addServiceCommands(program);
  addDemoCommand(program);
  addTenantCommands(program);
  addLedgerCommands(program);
  addKeyCommands(program);
  addOperatorCommands(program);
  addStringCommands(program);
  addRateCommands(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addImportCommand(program);
  addExportCommand(program);
  addCheckCommands(program);
  return program;
};
