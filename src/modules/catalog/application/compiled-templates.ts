/**
 * A cache of compiled templates by ledger, id and version: what these three name never changes. Where the cache is full,
 * the templates that were not used for the longest time are dropped.
 */
import type { Denomination } from '../../../kernel/money';
import { refused } from '../../../kernel/refusal';
import { compileTemplate, type CompiledTemplate } from '../domain/template';
import type { TransactionCode } from '../domain/transaction-code';
import { bytesOf } from './weight';

export type TemplateName = Pick<TransactionCode, 'ledgerId' | 'id' | 'version'>;

export interface CompiledTemplates {
  find(name: TemplateName): CompiledTemplate | undefined;
  /** Compiles a stored template; it compiled when it was stored, so a complaint is a fault. */
  keep(transactionCode: TransactionCode, denomination: Denomination): CompiledTemplate;
}

/**
 * Weighed after compiling, because the source tells little: six kilobytes of patterns become three megabytes, six
 * kilobytes of texts hardly more than that. A usual template takes ten kilobytes.
 */
const maxKeptBytes = 32_000_000;

export const createCompiledTemplates = (maxBytes = maxKeptBytes): CompiledTemplates => {
  const kept = new Map<string, { readonly template: CompiledTemplate; readonly bytes: number }>();
  let keptBytes = 0;
  return {
    find: (name) => {
      const key = keyOf(name);
      const found = kept.get(key);
      if (!found) return undefined;
      // Inserted anew, so that it is the last to be dropped: a map keeps the order of insertion.
      kept.delete(key);
      kept.set(key, found);
      return found.template;
    },
    keep: (transactionCode, denomination) => {
      const template = compiled(transactionCode, denomination);
      const key = keyOf(transactionCode);
      if (kept.has(key)) return template;
      const bytes = bytesOf(template);
      kept.set(key, { template, bytes });
      keptBytes += bytes;
      for (const [oldest, { bytes: freed }] of kept) {
        if (keptBytes <= maxBytes) break;
        kept.delete(oldest);
        keptBytes -= freed;
      }
      return template;
    },
  };
};

const keyOf = ({ ledgerId, id, version }: TemplateName): string => `${ledgerId}/${id}/${version}`;

const compiled = (transactionCode: TransactionCode, denomination: Denomination): CompiledTemplate => {
  const template = compileTemplate(transactionCode, denomination);
  if (refused(template))
    throw new Error(
      `the stored transaction code ${transactionCode.id} does not compile: ${JSON.stringify(template.left)}`,
    );
  return template.right;
};
