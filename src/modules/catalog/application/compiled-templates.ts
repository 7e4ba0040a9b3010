/**
 * A cache of compiled templates. The key has everything that a template is compiled from: the id and version of the code, whose definition
 * never changes, and the ledger's currency and decimals. If the cache is full, the least recently used templates are dropped.
 */
import type { Denomination } from '../../../kernel/money';
import { refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { compileTemplate, type CompiledTemplate } from '../domain/template';
import type { TransactionCode } from '../domain/transaction-code';
import { bytesOf } from './weight';

export type TemplateName = Pick<TransactionCode, 'ledgerId' | 'id' | 'version'>;

export interface CompiledTemplates {
  find(name: TemplateName, denomination: Denomination): CompiledTemplate | undefined;
  /**
   * Compiles a stored template and caches it. It fails only if the ledger had a different number of decimals when the template was stored.
   */
  keep(transactionCode: TransactionCode, denomination: Denomination): Outcome<FieldErrors, CompiledTemplate>;
}

/**
 * Templates are measured after compiling, because the size of the source is not a guide: six kilobytes of patterns become three megabytes,
 * whereas six kilobytes of texts hardly grow. A typical template takes ten kilobytes.
 */
const maxKeptBytes = 32_000_000;

export const createCompiledTemplates = (maxBytes = maxKeptBytes): CompiledTemplates => {
  const kept = new Map<string, { readonly template: CompiledTemplate; readonly bytes: number }>();
  let keptBytes = 0;
  return {
    find: (name, denomination) => {
      const key = keyOf(name, denomination);
      const found = kept.get(key);
      if (!found) return undefined;
      // The template is inserted again, so that it is dropped last: a map keeps the order of insertion.
      kept.delete(key);
      kept.set(key, found);
      return found.template;
    },
    keep: (transactionCode, denomination) => {
      const compiled = compileTemplate(transactionCode, denomination);
      const key = keyOf(transactionCode, denomination);
      if (refused(compiled) || kept.has(key)) return compiled;
      const template = compiled.right;
      const bytes = bytesOf(template);
      kept.set(key, { template, bytes });
      keptBytes += bytes;
      for (const [oldest, { bytes: freed }] of kept) {
        if (keptBytes <= maxBytes) break;
        kept.delete(oldest);
        keptBytes -= freed;
      }
      return compiled;
    },
  };
};

const keyOf = (
  { ledgerId, id, version }: TemplateName,
  { currency, storageDecimals, displayDecimals }: Denomination,
): string => [ledgerId, id, version, currency, storageDecimals, displayDecimals].join('/');
