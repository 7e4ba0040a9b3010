/**
 * The names that belong to the program which uses the server. Data directories, sockets and passwords carry them: a
 * program that changes one of them does not find what it made under the former name.
 */
export interface PostgresNames {
  /** As it stands in a sentence, and in the first line of pg_hba.conf: "the shop". */
  readonly program: string;
  /** Made where it is missing. */
  readonly database: string;
  /** Owns the database, and is no superuser. Its password is derived from its name. */
  readonly ownerRole: string;
  /** Begins the name of every socket folder. A server is recognised by it on its command line. */
  readonly socketPrefix: string;
  /** Begins the name of the folder with the copy of PostgreSQL's binaries that only root needs. */
  readonly binariesPrefix: string;
  /** The environment variables of the program that an error message advises to set. */
  readonly variables: {
    readonly dataDirectory: string;
    /** Names another server, which is used instead of this one. */
    readonly databaseUrl: string;
  };
}

/** Throws where a name does not fit: the names stand unquoted in SQL, in connection strings and in the names of folders. */
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
