/**
 * The names that the program chooses. The paths of data and sockets and the passwords depend on them, so a program that changes a name no
 * longer finds what it created before.
 */
export interface PostgresNames {
  /** The program's name, such as "the shop", for use in a sentence and in the first line of pg_hba.conf. */
  readonly program: string;
  /** The name of the database. The database is created if it is missing. */
  readonly database: string;
  /** The role that owns the database and is not a superuser. Its password is derived from its name. */
  readonly ownerRole: string;
  /** The prefix of the names of socket folders. A server's command line contains the folder, which identifies the server. */
  readonly socketPrefix: string;
  /** The prefix of the folder with a copy of PostgreSQL's binaries. Only root needs a copy. */
  readonly binariesPrefix: string;
  /** The names of environment variables that error messages mention. */
  readonly variables: {
    readonly dataDirectory: string;
    /** The variable that makes the program use a different PostgreSQL server. */
    readonly databaseUrl: string;
  };
}

/** Throws if a name is invalid. The names are used without quotes in SQL, in connection strings and in folder names. */
export const requireNames = (names: PostgresNames): void => {
  for (const name of [names.database, names.ownerRole])
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
      throw new Error(
        `${JSON.stringify(name)} cannot be the name of a database or role: use a letter, then a-z, 0-9 and _, at most 63 characters.`,
      );
  for (const prefix of [names.socketPrefix, names.binariesPrefix])
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(prefix))
      throw new Error(
        `${JSON.stringify(prefix)} cannot be the prefix of a folder's name: use a letter, then a-z, 0-9 and -, at most 32 characters.`,
      );
  if (!/^[^\r\n]{1,64}$/.test(names.program))
    throw new Error(
      `${JSON.stringify(names.program)} cannot be the name of a program: use one line of at most 64 characters.`,
    );
};
