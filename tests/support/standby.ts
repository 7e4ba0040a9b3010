/** A hot standby of a test's own server: a copy of its cluster that streams from it. The test controls its replay. */
import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { runnableBinaries } from '../../packages/embedded-postgres/src/binaries';
import { connected } from './database';
import { query } from './embedded';
import { databaseAnswers, killBelow, logIsReplayed, processesBelow, replayIsPaused } from './outside';
import type { OwnServer } from './own-server';

export interface Standby {
  /** Connects as the owner of the database `ledger`. */
  readonly url: string;
  /** Pauses the replay until `resume`. */
  pause(): Promise<void>;
  /** Resumes the replay, and resolves when everything that the primary has written so far is replayed. */
  resume(): Promise<void>;
  start(): Promise<void>;
  /** Kills all its processes at once. */
  kill(): Promise<void>;
  standStill(): void;
  goOn(): void;
  /** Ends all its processes and deletes its folder. */
  remove(): Promise<void>;
}

/** A standby refuses to start if `max_connections` or `max_locks_per_transaction` is lower than on its primary. */
const settings = {
  max_connections: '60',
  max_locks_per_transaction: '256',
  shared_buffers: '64MB',
  // Cancels a read at once if it blocks the replay.
  max_standby_streaming_delay: '0',
  wal_retrieve_retry_interval: '100ms',
};

export const startStandby = async (primary: OwnServer): Promise<Standby> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-standby-'));
  const { uid, gid } = fs.statSync(primary.cluster);
  fs.chownSync(folder, uid, gid);
  const cluster = path.join(folder, 'cluster');
  await copyCluster(primary, cluster);
  const binaries = await runnableBinaries(process.getuid?.() === 0 ? { uid, gid } : undefined, ledgerNames);
  const onSocket = (url: string): string => url.replace(/@[^:]*:/, `@${encodeURIComponent(folder)}:`);
  const url = onSocket(primary.ownerUrl);
  const superuserUrl = onSocket(primary.superuserUrl);
  const flags = Object.entries({
    ...settings,
    primary_conninfo: conninfoOf(primary.superuserUrl),
    listen_addresses: '',
    unix_socket_directories: folder,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async (): Promise<void> => {
    spawn(path.join(binaries, 'postgres'), ['-D', cluster, ...flags], { uid, gid, cwd: cluster, stdio: 'ignore' });
    await databaseAnswers(superuserUrl);
  };
  const kill = (): Promise<void> => killBelow(folder);
  await start();
  return {
    url,
    start,
    kill,
    standStill: () => processesBelow(folder).forEach((pid) => process.kill(pid, 'SIGSTOP')),
    goOn: () => processesBelow(folder).forEach((pid) => process.kill(pid, 'SIGCONT')),
    pause: async () => {
      await query(superuserUrl, 'select pg_wal_replay_pause()');
      await replayIsPaused(superuserUrl);
    },
    resume: async () => {
      const [written] = await query(primary.superuserUrl, 'select pg_current_wal_flush_lsn()');
      await query(superuserUrl, 'select pg_wal_replay_resume()');
      await logIsReplayed(superuserUrl, String(written));
    },
    remove: async () => {
      await kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Copies the cluster while it runs. Changes during the copy are replayed from the write-ahead log, from the start of the backup. */
const copyCluster = (primary: OwnServer, cluster: string): Promise<void> =>
  connected(primary.superuserUrl, async (superuser) => {
    // The primary keeps this much write-ahead log until the standby streams.
    await superuser.query(`alter system set wal_keep_size = '256MB'`);
    await superuser.query('select pg_reload_conf()');
    await superuser.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', primary.cluster, cluster]);
    const { rows } = await superuser.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
    const { uid, gid } = fs.statSync(cluster);
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      fs.writeFileSync(path.join(cluster, name), text);
      fs.chownSync(path.join(cluster, name), uid, gid);
    }
  });

const conninfoOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`;
};
