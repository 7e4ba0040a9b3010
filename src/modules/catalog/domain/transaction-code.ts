/** A transaction code: a reusable template of entries with parameters. Its content never changes, only its status. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { Id, LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';

export type JsonObject = Readonly<Record<string, unknown>>;

export type TransactionCodeId = Id<'transaction code'>;

export const transactionCodeStatuses = ['active', 'deprecated'] as const;
export type TransactionCodeStatus = (typeof transactionCodeStatuses)[number];

/** The definition as the client writes it. Texts may hold placeholders; `domain/template.ts` says which. */
export interface NewTransactionCode {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: TransactionCodeStatus;
  readonly paramsSchema: JsonObject | null;
  readonly entriesTemplate: { readonly entries: readonly EntryTemplate[] };
  readonly attributesTemplate: JsonObject | null;
  readonly validationRules: { readonly rules: readonly RuleTemplate[] } | null;
  readonly metadata: JsonObject | null;
}

export interface EntryTemplate {
  /** The list that the entry repeats over, as `params.<name>`. */
  readonly repeat?: string | null | undefined;
  readonly account: string;
  readonly type: string;
  readonly amount: string;
  readonly layer?: string | null | undefined;
  /** Whether the entry is left out when its amount is zero. */
  readonly optional?: boolean | null | undefined;
  readonly description?: string | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
}

export interface RuleTemplate {
  readonly expression: string;
  readonly message: string;
}

export interface TransactionCode extends NewTransactionCode {
  readonly id: TransactionCodeId;
  readonly ledgerId: LedgerId;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TransactionCodeFilter {
  readonly status?: TransactionCodeStatus | undefined;
  /** A part of the code, the name or the description, in upper or lower case. */
  readonly search?: string | undefined;
}

/** The result of an expansion: what is posted, and what the transaction keeps of it. */
export interface Expansion {
  readonly code: string;
  readonly version: number;
  /** In the order of the template, and of the items where an entry repeats, without what is left out; they balance, and all are of one layer. */
  readonly entries: readonly ExpandedEntry[];
  /** The attributes of the request win over these. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The metadata of the request is merged over this. */
  readonly metadata: JsonObject | null;
  /** The size of its descriptions and metadata, in bytes of UTF-8 and JSON. */
  readonly textBytes: number;
  /** The same text for two spellings of the same parameters, without those that only name accounts. */
  readonly params: string;
}

export interface ExpandedEntry {
  readonly account: AccountSelector;
  readonly type: EntryType;
  readonly layer: Layer;
  /** Greater than zero. */
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
}

export type AccountSelector =
  { readonly kind: 'code'; readonly code: string } | { readonly kind: 'id'; readonly id: string };

export const transactionCodePattern = /^[A-Z0-9_-]{1,50}$/;
export const minTemplateEntries = 2;
export const maxTemplateEntries = 100;
/** The same bounds as for a transaction. */
export const minExpandedEntries = 2;
export const maxExpandedEntries = 100;
/** In code points. */
export const maxDescriptionLength = 1_000;
export const maxMetadataBytes = 16_384;
/** The limit for the descriptions and metadata of all entries of an expansion: thirteen bytes of parameters may produce a thousand times as many. */
export const maxRenderedBytes = 65_536;
/** Bytes of all JSON that a client writes for one code, so that a page of a hundred codes is bounded too. */
export const maxDefinitionBytes = 65_536;
