/**
 * One service for each kind of store. The worker process keeps the services until jest ends the process. Jest loads every test file anew,
 * one after the other; they have only the process object in common.
 */
interface Closable {
  close(): Promise<void>;
}

const key = Symbol.for('the services of a test worker');
type Host = { [key]?: Map<string, Promise<Closable>> };

/** Returns the service of this name. The first test file that asks for it starts it. */
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

/** The code of the message by which jest asks a worker to end. Afterwards jest waits until the process ends by itself. */
const endMessage = 2;

const endWithWorker = (): void => {
  const hear = (message: unknown): void => {
    if (!Array.isArray(message) || message[0] !== endMessage) return;
    process.off('message', hear);
    void closeSharedServices();
  };
  process.on('message', hear);
};
