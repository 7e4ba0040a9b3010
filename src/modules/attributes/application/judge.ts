/**
 * Checks the attributes of a write without a lock. The judgement names the version of the tenant's rules that it used, the write carries
 * that version, and the database refuses the write if the rules have a different version by then. So once a change to the rules (strict
 * mode, a definition, an index) is confirmed to the client, it applies to every later commit. Cached rules may be used as a guess, because
 * a write that was checked against outdated rules is refused. But a refusal of attributes is final, and so is the declaration of a key:
 * both are decided only by rules that were read for this request.
 */
import type { TenantId } from '../../../kernel/ids';
import { newId } from '../../../kernel/ids';
import { ok, refused } from '../../../kernel/refusal';
import { judgeAdmissions, judgeAttributes, type Admission } from '../domain/admission';
import type { Attributes, Judgement, NewKey } from '../index';
import type { AttributeLimits, DefinitionReader, VersionedRules } from './ports';

export interface JudgeDependencies {
  readonly reader: Pick<DefinitionReader, 'rules'>;
  readonly limits: AttributeLimits;
}

/** The maximum number of tenants whose rules are cached; beyond it, the rules that were read longest ago are dropped. */
const maxRememberedTenants = 1_000;
const noKeys: ReadonlySet<string> = new Set();

export const createJudge = ({ reader, limits }: JudgeDependencies): Attributes['judge'] => {
  const remembered = new Map<TenantId, VersionedRules>();
  const read = async (tenantId: TenantId): Promise<VersionedRules> => {
    const rules = await reader.rules(tenantId);
    remembered.delete(tenantId);
    remembered.set(tenantId, rules);
    const [oldest = tenantId] = remembered.keys();
    if (remembered.size > maxRememberedTenants) remembered.delete(oldest);
    return rules;
  };
  return async ({ tenantId }, maps, stale) => {
    const shapes = maps.map((map) => (map === null ? ok(null) : judgeAttributes(map)));
    const known = remembered.get(tenantId);
    const indexedKeys = known?.indexedKeys ?? noKeys;
    // A key that was once declared and indexed is accepted by all later rules, so the rules need not be read.
    if (!stale && shapes.every((shape) => keysOf(shape).every((key) => indexedKeys.has(key))))
      return { verdicts: shapes, indexedKeys, rules: null, newKeys: [] };
    const judgedBy = (rules: VersionedRules): Judgement => {
      const admissions = judgeAdmissions(shapes, rules, limits.maxKeys);
      const hold = admissions.some(({ newKeys }) => newKeys.length > 0) ? 'alone' : 'shared';
      return {
        verdicts: admissions.map(({ verdict }) => verdict),
        indexedKeys: rules.indexedKeys,
        rules: { tenantId, version: rules.version, hold },
        newKeys: identified(admissions),
      };
    };
    if (known && known.version !== stale?.rules?.version) {
      const guess = judgedBy(known);
      const grantsAll = guess.verdicts.every((verdict, index) => verdict === shapes[index]);
      if (grantsAll && guess.rules?.hold === 'shared') return guess;
    }
    return judgedBy(await read(tenantId));
  };
};

const keysOf = (shape: Admission['verdict']): readonly string[] =>
  refused(shape) ? [] : Object.keys(shape.right ?? {});

/** Gives each new key one id. All transactions with the key use this id, so it does not matter which of them are written. */
const identified = (admissions: readonly Admission[]): readonly (readonly NewKey[])[] => {
  const ids = new Map<string, NewKey>();
  return admissions.map(({ newKeys }) =>
    newKeys.map((key) => {
      const known = ids.get(key) ?? { key, id: newId<'attribute definition'>() };
      ids.set(key, known);
      return known;
    }),
  );
};
