/** `ledger webhooks`: receives the messages of webhook endpoints on a machine that has no public address. */
import type { Command } from 'commander';
import type { LedgerId } from '../../kernel/ids';
import { firstSlice, type Page, type Slice } from '../../kernel/page';
import { epochHeader, newSecret, signatureHeaders } from '../../modules/events';
import type { EventType, Ledger, ToldEvent } from '../../modules/ledgering';
import type { Installation } from '../installation';
import { isAddress, wholeNumber } from './arguments';
import { ledgerNamed } from './choose';
import { typesNamed, whole } from './events';
import { CommandError, counted, jsonOption, tenantOption, type Shell } from './run';

interface Listening {
  readonly ledger: string;
  readonly tenant?: string;
  readonly forward: string;
  readonly types?: ReadonlySet<EventType>;
  readonly from?: number;
  readonly json: boolean;
}

const timeoutMs = 10_000;
const againMs = 1_000;
const waitSeconds = 25;

export const addWebhookCommands = (program: Command, shell: Shell): void => {
  const webhooks = program.command('webhooks').description('the delivery of events to webhook endpoints');

  webhooks
    .command('reseal')
    .description(
      'encrypt webhook secrets again, with the current pepper; LEDGER_KEY_PEPPER_PREVIOUS must still be the former pepper',
    )
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) => shell.onInstallation((installation) => reseal(shell, installation, json)));

  webhooks
    .command('listen')
    .description('send the events of a ledger, signed, to a URL on this machine, until interrupted')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .requiredOption('--forward <url>', 'the URL to send events to, such as http://127.0.0.1:3000/webhooks')
    .option(
      '--types <names>',
      'only events of these types, separated by commas, such as transaction.posted,hold.expired',
      typesNamed,
    )
    .option('--from <sequence>', 'the sequence to start with (default: the next event)', wholeNumber(1, 999_999_999))
    .addOption(jsonOption())
    .action(({ ledger, tenant, ...listening }: Listening) =>
      shell.onInstallation(async (installation) => {
        if (!isAddress(listening.forward))
          throw new CommandError(
            '--forward must be a URL that begins with http:// or https://, without a name and a password.',
          );
        const { id } = await ledgerNamed(installation, ledger, tenant);
        await shell.untilTold((ended) => listen(shell, installation, id, listening, ended));
      }),
    );
};

const pageOfLedgers = 100;

const reseal = async (
  { print }: Shell,
  { events, ledgering }: Pick<Installation, 'events' | 'ledgering'>,
  json: boolean,
): Promise<void> => {
  const sealed = { endpoints: 0, resealed: 0 };
  for (let slice: Slice | undefined = firstSlice(pageOfLedgers); slice !== undefined;) {
    const page: Page<Ledger> = await ledgering.ledgerPage(undefined, slice);
    for (const { id } of page.items) {
      const { endpoints, resealed } = await events.reseal(id);
      sealed.endpoints += endpoints;
      sealed.resealed += resealed;
    }
    slice = page.next && { ...slice, from: page.next };
  }
  print(json, sealed, `${counted(sealed.endpoints, 'endpoint')}, ${sealed.resealed} encrypted again.`);
};

const listen = async (
  shell: Shell,
  { events, ledgering }: Pick<Installation, 'events' | 'ledgering'>,
  ledgerId: LedgerId,
  { forward, types, from, json }: Omit<Listening, 'ledger' | 'tenant'>,
  ended: AbortSignal,
): Promise<void> => {
  const { print, clock } = shell;
  const secret = newSecret();
  print(json, { secret }, `Messages are signed with ${secret}`);
  const head = (await ledgering.lastEvents([ledgerId])).get(ledgerId) ?? 0n;
  for (let after = from === undefined ? head : BigInt(from - 1); !ended.aborted;) {
    const feed = whole(await events.read({ ledgerId }, { after, types, limit: 100 }, waitSeconds, ended));
    for (const event of feed.events)
      while (
        !ended.aborted &&
        !(await send(shell, { forward, secret, json, epoch: await events.epoch() }, event, ended))
      )
        await clock.sleep(againMs, ended);
    after = feed.through;
  }
};

/** Returns whether the receiver accepted the message. */
const send = async (
  { print, clock }: Shell,
  {
    forward,
    secret,
    json,
    epoch,
  }: Pick<Listening, 'forward' | 'json'> & { readonly secret: string; readonly epoch: string },
  event: ToldEvent,
  ended: AbortSignal,
): Promise<boolean> => {
  const { sequence, type } = event;
  const body = JSON.stringify(event);
  const signature = signatureHeaders({ id: `msg_listen_${event.id.replace('evt_', '')}`, at: clock.now(), body }, [
    secret,
  ]);
  const startedAt = clock.elapsed();
  const late = new AbortController();
  const deadline = clock.deadline(timeoutMs, () => late.abort(new Error(`no answer within ${timeoutMs / 1_000} s`)));
  try {
    const answer = await fetch(forward, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json; charset=utf-8', [epochHeader]: epoch, ...signature },
      body,
      signal: AbortSignal.any([ended, late.signal]),
    });
    await answer.body?.cancel();
    const milliseconds = Math.round(clock.elapsed() - startedAt);
    const { status } = answer;
    print(json, { sequence, type, status, milliseconds }, `${sequence} ${type}: ${status}, ${milliseconds} ms`);
    return answer.ok;
  } catch (error) {
    const { message, cause } = error as Error;
    const fault = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
    if (!ended.aborted) print(json, { sequence, type, fault }, `${sequence} ${type}: ${fault}`);
    return false;
  } finally {
    deadline.cancel();
  }
};
