/**
 * Things that outlive a test file: one service for each store, kept by the worker process until jest ends it. Test files are
 * loaded anew, one after the other; the process object is the one thing that they have in common.
 */
interface Closable {
  close(): Promise<void>;
}

const key = Symbol.for('the services of a test worker');
type Host = { [key]?: Map<string, Promise<Closable>> };

/** The one of that name, started by the file that asks first. */
export const serviceOfWorker = <A extends Closable>(name: string, start: () => Promise<A>): Promise<A> => {
  const host = process as unknown as Host;
  if (!host[key]) endWithWorker();
  const services = (host[key] ??= new Map());
  const service = (services.get(name) ?? start()) as Promise<A>;
  services.set(name, service);
  return service;
};

export const closeSharedServices = async (): Promise<void> => {
  const services = (process as unknown as Host)[key];
  for (const service of services?.values() ?? []) await (await service).close();
  services?.clear();
};

/** The message by which jest asks a worker to end: from then on it waits until nothing keeps the process. */
const endMessage = 2;

const endWithWorker = (): void => {
  const hear = (message: unknown): void => {
    if (!Array.isArray(message) || message[0] !== endMessage) return;
    process.off('message', hear);
    void closeSharedServices();
  };
  process.on('message', hear);
};
