/**
 * The second mode of POST /transactions, and its dry run. One read tells the state of all codes of a list; a template is
 * read and compiled only the first time it is used.
 */
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused } from '../../../kernel/refusal';
import { expand } from '../domain/expansion';
import type { CompiledTemplate } from '../domain/template';
import { transactionCodePattern } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { CompiledTemplates } from './compiled-templates';
import type { CodeState, TransactionCodeStore } from './ports';

export const expandTransactionCodes =
  (store: TransactionCodeStore, templates: CompiledTemplates): Catalog['expandMany'] =>
  async (caller, requests) => {
    const codes = [...new Set(requests.map(({ code }) => code))].filter((code) => transactionCodePattern.test(code));
    const states = codes.length > 0 ? await store.states(caller.ledgerId, codes) : [];
    const byCode = new Map(states.map((state) => [state.code, state]));
    const compiled = await compiledFor(store, templates, caller, states);
    return requests.map(({ code, params, layer }) => {
      const state = byCode.get(code);
      if (!state) return refuse({ kind: 'TrancodeNotFound', code });
      if (state.status === 'deprecated') return refuse({ kind: 'TrancodeDeprecated', code });
      const template = compiled.get(code);
      if (!template) throw new Error(`the transaction code ${state.id} vanished while it was read`);
      const expanded = expand(template, params, layer);
      if (refused(expanded)) return refuse({ kind: 'TrancodeParamsInvalid', code, errors: expanded.left });
      return ok({ code, version: state.version, ...expanded.right });
    });
  };

/** Compiled templates of the active codes, by code. */
const compiledFor = async (
  store: TransactionCodeStore,
  templates: CompiledTemplates,
  { ledgerId, denomination }: Principal,
  states: readonly CodeState[],
): Promise<ReadonlyMap<string, CompiledTemplate>> => {
  const compiled = new Map<string, CompiledTemplate>();
  const unknown: CodeState[] = [];
  for (const state of states) {
    if (state.status !== 'active') continue;
    const template = templates.find({ ledgerId, id: state.id, version: state.version });
    if (template) compiled.set(state.code, template);
    else unknown.push(state);
  }
  if (unknown.length === 0) return compiled;
  for (const transactionCode of await store.readAll(
    ledgerId,
    unknown.map(({ id }) => id),
  ))
    compiled.set(transactionCode.code, templates.keep(transactionCode, denomination));
  return compiled;
};
