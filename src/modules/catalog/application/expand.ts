/**
 * Expands transaction codes for POST /transactions and its dry run. One query reads the state of all codes of a batch; a template is read
 * and compiled only if the cache does not have it. Limits apply to each template and each expansion, so no request is refused because of
 * others in its batch, except for the total number of entries. Requests are expanded code by code, so that at most one uncached template is
 * in memory. All expansions of the process share one time slice per turn of the event loop, however many requests there are.
 */
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/running/slices';
import { expand, type ExpansionRequest } from '../domain/expansion';
import type { ExpansionRefusal } from '../domain/refusals';
import type { CompiledTemplate } from '../domain/template';
import { transactionCodePattern, type Expansion } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { CompiledTemplates } from './compiled-templates';
import type { CodeState, TransactionCodeStore } from './ports';

export const expandTransactionCodes =
  (store: TransactionCodeStore, templates: CompiledTemplates): Catalog['expandMany'] =>
  async (caller, requests) => {
    const placesByCode = placesOf(requests);
    const codes = [...placesByCode.keys()].filter((code) => transactionCodePattern.test(code));
    const states = codes.length > 0 ? await store.states(caller.ledgerId, codes) : [];
    const byCode = new Map(states.map((state) => [state.code, state]));
    const compiled = await templatesFor(store, templates, caller, states);
    const outcomes: Outcome<ExpansionRefusal, Expansion>[] = [];
    const pause = inSlices();
    for (const [code, places] of placesByCode) {
      const state = byCode.get(code);
      const template = state?.status === 'active' ? compiled(state) : undefined;
      for (const place of places) {
        // The first expansion never waits, so a single transaction is not delayed by the batches of others.
        const turn = outcomes.length > 0 ? pause() : undefined;
        if (turn) await turn;
        outcomes[place] = expandOne(requests[place] as ExpansionRequest, state, template);
      }
    }
    return outcomes;
  };

const placesOf = (requests: readonly ExpansionRequest[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [place, { code }] of requests.entries()) {
    const ofCode = places.get(code);
    if (ofCode) ofCode.push(place);
    else places.set(code, [place]);
  }
  return places;
};

const expandOne = (
  { code, params, layer, room }: ExpansionRequest,
  state: CodeState | undefined,
  template: Outcome<FieldErrors, CompiledTemplate> | undefined,
): Outcome<ExpansionRefusal, Expansion> => {
  if (room && room.entriesLeft < 0) return refuse({ kind: 'TrancodeParamsInvalid', code, errors: noRoom });
  if (!state) return refuse({ kind: 'TrancodeNotFound', code });
  if (!template) return refuse({ kind: 'TrancodeDeprecated', code });
  // The template does not compile if the ledger had a different number of decimals when the code was created. Only this request fails.
  if (refused(template)) return refuse({ kind: 'TrancodeParamsInvalid', code, errors: template.left });
  const expanded = expand(template.right, params, layer);
  if (refused(expanded)) return refuse({ kind: 'TrancodeParamsInvalid', code, errors: expanded.left });
  if (room) room.entriesLeft -= expanded.right.entries.length;
  return ok({ code, version: state.version, ...expanded.right });
};

const noRoom: FieldErrors = { entries: ['have no room in the batch: send fewer items at a time'] };

/** Reads, with one statement, the active codes that are not in the cache. Each is compiled when it is first needed. */
const templatesFor = async (
  store: TransactionCodeStore,
  templates: CompiledTemplates,
  { ledgerId, denomination }: Principal,
  states: readonly CodeState[],
): Promise<(state: CodeState) => Outcome<FieldErrors, CompiledTemplate>> => {
  const compiled = new Map<string, CompiledTemplate>();
  const unknown: CodeState['id'][] = [];
  for (const { id, version, status } of states) {
    if (status !== 'active') continue;
    const template = templates.find({ ledgerId, id, version }, denomination);
    if (template) compiled.set(id, template);
    else unknown.push(id);
  }
  const read = unknown.length > 0 ? await store.readAll(ledgerId, unknown) : [];
  const definitions = new Map(read.map((transactionCode) => [transactionCode.id, transactionCode]));
  return ({ id }) => {
    const template = compiled.get(id);
    if (template) return ok(template);
    const definition = definitions.get(id);
    if (!definition) throw new Error(`the transaction code ${id} vanished while it was read`);
    return templates.keep(definition, denomination);
  };
};
