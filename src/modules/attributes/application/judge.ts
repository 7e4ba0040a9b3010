/**
 * Judging attributes on the write path. Nothing is held meanwhile: the judgement names the version of the rules that it was
 * made by, the write takes that version along, and the database refuses it where the rules have another one by then. So a
 * change of the rules (strict mode, a definition, an index) that is answered holds for everything that commits later.
 *
 * Rules that were read before are good for a guess: a write by old ones is refused. A refusal is not recorded, so a request is only
 * refused, and a key only declared, by rules that were read for this request.
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

/** Tenants whose rules are remembered; beyond them the one that was read longest ago is forgotten. */
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
    // A write that needed more than these keys comes again with what it was judged by.
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

/** Two transactions that bring the same key declare one definition, whichever of them is written. */
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
