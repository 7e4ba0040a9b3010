/**
 * The names that the program chooses. Data directories, sockets and passwords depend on them: after changing one of them, a program does
 * not find what it created under the former name.
 */
export interface PostgresNames {
  /** The program's name in a sentence, and in the first line of pg_hba.conf: "the shop". */
  readonly program: string;
  /** The name of the database, which is created if missing. */
  readonly database: string;
  /** The role that owns the database and is not a superuser. Its password is derived from its name. */
  readonly ownerRole: string;
  /** The prefix of every socket folder's name. A server is recognised by it on its command line. */
  readonly socketPrefix: string;
  /** The prefix of the folder with the copy of PostgreSQL's binaries that only root needs. */
  readonly binariesPrefix: string;
  /** The names of the program's environment variables, for the advice in error messages. */
  readonly variables: {
    readonly dataDirectory: string;
    /** The variable that sets another server to be used instead of this one. */
    readonly databaseUrl: string;
  };
}

/** Throws if a name is invalid: the names are used unquoted in SQL, in connection strings and in folder names. */
export const requireNames = (names: PostgresNames): void => {
  for (const name of [names.database, names.ownerRole])
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
      throw new Error(`${JSON.stringify(name)} names no database and no role: use a-z, 0-9 and _, 63 at the most.`);
  for (const prefix of [names.socketPrefix, names.binariesPrefix])
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(prefix))
      throw new Error(`${JSON.stringify(prefix)} begins no name of a folder: use a-z, 0-9 and -, 32 at the most.`);
  if (!/^[^\r\n]{1,64}$/.test(names.program))
    throw new Error(
      `${JSON.stringify(names.program)} is no name of a program: use one line, 64 characters at the most.`,
    );
};
