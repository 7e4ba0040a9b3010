/** What events need of the world. */
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { WebhookUrlForbidden } from '../domain/refusals';

/** What is sent to an endpoint: a POST, whose headers are lower-case and whose body is sent as it is. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of an attempt. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered';
      /** A redirect is an answer like any other: nobody follows it. */
      readonly status: number;
      /** The beginning of the answer, as text. */
      readonly body: string;
      readonly milliseconds: number;
    }
  /** Nobody was connected to. */
  | { readonly kind: 'forbidden'; readonly reason: string; readonly milliseconds: number }
  /** No answer: too late, cut off, refused, no such name. */
  | { readonly kind: 'failed'; readonly reason: string; readonly milliseconds: number };

export interface WebhookSender {
  /** Whether webhooks may go there, as far as can be said today: a name is resolved, and every address of it is judged. */
  judge(url: string): Promise<Outcome<WebhookUrlForbidden, void>>;
  /** One attempt. It is judged again, and the connection goes to an address that was judged. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Ends the connections that are kept open. */
  close(): void;
}

export const WEBHOOK_SENDER = token<WebhookSender>('WebhookSender');
