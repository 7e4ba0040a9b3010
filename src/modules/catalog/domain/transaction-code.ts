/** A transaction code: a reusable template of entries with parameters. Only its status may change. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { Id, LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';

export type JsonObject = Readonly<Record<string, unknown>>;

export type TransactionCodeId = Id<'transaction code'>;

export const transactionCodeStatuses = ['active', 'deprecated'] as const;
export type TransactionCodeStatus = (typeof transactionCodeStatuses)[number];

/** The definition as the client writes it. `domain/template.ts` says which texts may contain placeholders. */
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
  /** Selects the codes whose code, name or description contains this text, regardless of case; undefined: all codes. */
  readonly search?: string | undefined;
}

/** The result of an expansion: the entries to post, and the data that is stored with the transaction. */
export interface Expansion {
  readonly code: string;
  readonly version: number;
  /** The balanced entries of one layer, in the order of the template and of the items, without optional entries that are left out. */
  readonly entries: readonly ExpandedEntry[];
  /** Attributes of the template. Attributes of the request override them. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Metadata of the template. Metadata of the request is merged over it. */
  readonly metadata: JsonObject | null;
  /** The total size in bytes of all descriptions (UTF-8) and metadata (JSON). */
  readonly textBytes: number;
  /** The parameters by value, equal for two spellings of the same parameters, without those that only name accounts. */
  readonly params: string;
}

export interface ExpandedEntry {
  readonly account: AccountSelector;
  readonly type: EntryType;
  readonly layer: Layer;
  /** The amount in minor units, always positive. */
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
}

export type AccountSelector =
  { readonly kind: 'code'; readonly code: string } | { readonly kind: 'id'; readonly id: string };

export const transactionCodePattern = /^[A-Z0-9_-]{1,50}$/;
export const minTemplateEntries = 2;
export const maxTemplateEntries = 100;
/** An expansion has the same limits for its number of entries as any transaction. */
export const minExpandedEntries = 2;
export const maxExpandedEntries = 100;
/** The maximum length of a description, in code points. */
export const maxDescriptionLength = 1_000;
export const maxMetadataBytes = 16_384;
/**
 * The maximum total size in bytes of the descriptions and metadata in an expansion. Without this limit, thirteen bytes of parameters could
 * produce thirteen kilobytes.
 */
export const maxRenderedBytes = 65_536;
/** The limit for all JSON of one code, in bytes, so that the size of a page of a hundred codes is bounded too. */
export const maxDefinitionBytes = 65_536;
