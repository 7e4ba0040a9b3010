/** Expands a code without posting anything (POST /trancodes/{id}/validate-params). */
import { ok, refuse, refused } from '../../../kernel/refusal';
import { expand } from '../domain/expansion';
import type { Catalog } from '../index';
import type { CompiledTemplates } from './compiled-templates';
import type { TransactionCodeStore } from './ports';

/** The layer of a template's entries that name no layer. */
const defaultLayer = 'settled';

export const validateParams =
  (store: TransactionCodeStore, templates: CompiledTemplates): Catalog['validateParams'] =>
  async ({ ledgerId, denomination }, id, params) => {
    const found = await store.read(ledgerId, id);
    if (!found) return refuse({ kind: 'TrancodeMissing' });
    const known = templates.find(found, denomination);
    const template = known ? ok(known) : templates.keep(found, denomination);
    if (refused(template)) return refuse({ kind: 'TrancodeParamsInvalid', code: found.code, errors: template.left });
    const expanded = expand(template.right, params, defaultLayer);
    return refused(expanded)
      ? refuse({ kind: 'TrancodeParamsInvalid', code: found.code, errors: expanded.left })
      : ok(expanded.right);
  };
