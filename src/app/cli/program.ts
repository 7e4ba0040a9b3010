/** All commands of `ledger`, ready to read its arguments. */
import { Command } from 'commander';
import { version } from '../version';
import { addAdminKeyCommands } from './admin-keys';
import { addBackupCommands } from './backups';
import { addCheckCommands } from './checks';
import { addDemoCommand } from './demo';
import { addDoctorCommand } from './doctor';
import { addEventCommands } from './events';
import { addImportCommand } from './import';
import { addExportCommand } from './export';
import { addKeyCommands } from './keys';
import { addLedgerCommands } from './ledgers';
import { addMcpCommand } from './mcp';
import { addOperatorCommands } from './operators';
import { addRolesCommand } from './roles';
import { addServiceCommands } from './service';
import { addRateCommands, addStringCommands } from './strings';
import { addTenantCommands } from './tenants';
import { addWebhookCommands } from './webhooks';

export const createProgram = (): Command => {
  const program = new Command('ledger')
    .description('Operates a ledger installation.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows how)');
  addServiceCommands(program);
  addRolesCommand(program);
  addBackupCommands(program);
  addDoctorCommand(program);
  addDemoCommand(program);
  addTenantCommands(program);
  addLedgerCommands(program);
  addKeyCommands(program);
  addAdminKeyCommands(program);
  addOperatorCommands(program);
  addStringCommands(program);
  addRateCommands(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addMcpCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addCheckCommands(program);
  return program;
};
