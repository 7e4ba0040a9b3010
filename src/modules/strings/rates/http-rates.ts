/**
 * Rates from a service over HTTP. Its response is JSON with a member `rate`, a positive decimal as text or number. A 404 is a valid
 * response: the service does not have this pair. It does not count as a failure, because otherwise a client that requests an unknown pair
 * could cut off the service for everybody. After any other status, a response that is late or too large, a redirect or no response, there
 * is no rate now.
 */
import { Unavailable } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/clock';
import type { RateSnapshot, RateSource } from '../application/ports';

export const timeoutMs = 2_000;
export const maxAnswerBytes = 65_536;
/** The number of consecutive failures after which the service is not called for `openMs`. */
export const failuresToOpen = 5;
export const openMs = 10_000;

const notFound = 404;

const ratePattern = /^(?=.*[1-9])\d{1,20}(\.\d{1,18})?$/;

export class HttpRates implements RateSource {
  private failures = 0;
  private closedAgainAt = 0;

  /** `template` is the URL of the service with the placeholders `{base}` and `{quote}`. */
  constructor(
    private readonly template: string,
    private readonly clock: Clock,
  ) {}

  async rate(base: string, quote: string): Promise<RateSnapshot | undefined> {
    const now = this.clock.now();
    if (now.getTime() < this.closedAgainAt)
      throw new Unavailable(
        'the rate service failed too often and is not asked for a moment',
        Math.ceil((this.closedAgainAt - now.getTime()) / 1000),
      );
    try {
      const answer = await this.ask(base, quote);
      const rate = answer === undefined ? undefined : readRate(answer);
      this.failures = 0;
      if (rate === undefined) return undefined;
      return { rate, source: new URL(this.template.replaceAll(/[{}]/g, '')).host, at: this.clock.now() };
    } catch (cause) {
      // Only a valid response resets the count of failures. So after the service was not called for `openMs`, a single failure starts the
      // next pause.
      this.failures += 1;
      if (this.failures >= failuresToOpen) this.closedAgainAt = this.clock.now().getTime() + openMs;
      throw new Unavailable(`there is no rate from ${base} to ${quote} now`, 1, { cause });
    }
  }

  private async ask(base: string, quote: string): Promise<string | undefined> {
    const url = this.template
      .replaceAll('{base}', encodeURIComponent(base))
      .replaceAll('{quote}', encodeURIComponent(quote));
    const late = new AbortController();
    const limit = this.clock.deadline(timeoutMs, () =>
      late.abort(new Error(`the rate service took more than ${timeoutMs} ms`)),
    );
    try {
      return await Promise.race([answerOf(url, late.signal), aborted(late.signal)]);
    } finally {
      limit.cancel();
    }
  }
}

/** Requests a rate; undefined if the service answers 404. */
const answerOf = async (url: string, late: AbortSignal): Promise<string | undefined> => {
  const answer = await fetch(url, { redirect: 'error', signal: late, headers: { accept: 'application/json' } });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    if (answer.status === notFound) return undefined;
    throw new Error(`the rate service answered ${answer.status}`);
  }
  // Cancels a late body itself, because the signal passed to fetch may have been garbage-collected after the head arrived.
  const reader = answer.body.getReader();
  const cutOff = (): void => void reader.cancel().catch(() => undefined);
  late.addEventListener('abort', cutOff);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxAnswerBytes) {
      cutOff();
      throw new Error(`the rate service answered more than ${maxAnswerBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

const readRate = (answer: string): string => {
  const { rate } = JSON.parse(answer) as { rate?: unknown };
  const text = typeof rate === 'number' ? asWritten(rate, answer) : rate;
  if (typeof text !== 'string' || !ratePattern.test(text))
    throw new Error('the answer of the rate service is not a positive decimal');
  return text;
};

/**
 * Returns the rate as the JSON writes it, because parsing would round it. The pattern may also match the number of a different member, so
 * its value must equal the parsed rate.
 */
const asWritten = (rate: number, answer: string): string | undefined =>
  [...answer.matchAll(/"rate"\s*:\s*([0-9.]+)\s*[,}]/g)]
    .map(([, text = '']) => text)
    .findLast((text) => Number(text) === rate);
