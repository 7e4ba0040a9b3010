/** `ledger roles`: prints the SQL that a DBA runs. It needs no database and no configuration. */
import type { Command } from 'commander';
import { refused } from '../../kernel/refusal';
import { roleStatements, usualRoles, type RoleNames } from '../operating/roles';
import { CommandError, jsonOption, type Shell } from './run';

export const addRolesCommand = (program: Command, { print }: Shell): void => {
  program
    .command('roles')
    .description('print the SQL with which a DBA creates the database roles: owner, service, backup, reader')
    .option('--owner <name>', 'the role that owns the tables and runs the migrations', usualRoles.owner)
    .option('--app <name>', 'the role with which the service logs in', usualRoles.app)
    .option('--backup <name>', 'the role that copies everything', usualRoles.backup)
    .option('--reader <name>', 'a role that reads the books (default: none is created)')
    .addOption(jsonOption())
    .action(({ json, ...names }: RoleNames & { json: boolean }) => {
      const statements = roleStatements(names);
      if (refused(statements)) throw new CommandError(statements.left);
      print(json, { sql: statements.right }, statements.right);
    });
};
