import { SYNONYM_LIMITS, type SynonymRuleDraft } from '@/lib/contract/synonym-rule';
import { ApiError } from '@/server/base/errors';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { noteSiteChange } from '@/server/queries/public-changes';
import {
  countSynonymRules,
  deleteSynonymRule,
  insertSynonymRule,
  lockSynonymRules,
} from '@/server/queries/search/synonym-rules';
import { readQueryParts } from '@/server/search/query-parts';
import { say, text } from '@/lib/texts/texts';

type RuleDeps = Pick<Deps, 'db' | 'now'>;

const { wordsMax, rulesMax } = SYNONYM_LIMITS;

/** @throws ApiError `bad_request` for a side without a word or with too many; `conflict` for a rule that exists, and too many. */
export async function addSynonymRule(
  { db, now }: RuleDeps,
  viewer: Viewer,
  rule: SynonymRuleDraft,
): Promise<string> {
  const texts = { words: tidy(rule.words), meaning: tidy(rule.meaning) };
  for (const [field, side] of Object.entries(texts)) {
    const count = readQueryParts(side).filter(({ kind }) => kind !== 'sign').length;
    if (count >= 1 && count <= wordsMax) continue;
    const message =
      count === 0
        ? text('synonymRule.lettersOrDigits', 'Use letters or digits.')
        : text('synonymRule.tooManyWords', 'Use at most {wordsMax} words.', { wordsMax });
    throw new ApiError('bad_request', message, { fields: { [field]: say(message) } });
  }
  if (texts.words === texts.meaning) {
    const message = text('synonymRule.sameSides', 'Both sides are the same.');
    throw new ApiError('bad_request', message, { fields: { meaning: say(message) } });
  }
  return db.transaction(async (tx) => {
    await lockSynonymRules(tx);
    const id = await insertSynonymRule(tx, { ...rule, ...texts, createdAt: now() });
    if (id === undefined)
      throw new ApiError('conflict', text('synonymRule.exists', 'This rule exists already.'));
    if ((await countSynonymRules(tx)) > rulesMax)
      throw new ApiError(
        'conflict',
        text('synonymRule.tooMany', 'There are at most {rulesMax} rules. Remove one first.', {
          rulesMax,
        }),
      );
    await noteSiteChange(tx);
    await logAction(tx, viewer, { action: 'synonym.add', createdAt: now(), details: texts });
    return id;
  });
}

/** @throws ApiError `not_found` for a rule that is gone. */
export async function removeSynonymRule({ db, now }: RuleDeps, viewer: Viewer, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await deleteSynonymRule(tx, id);
    if (!removed) throw new ApiError('not_found', text('synonymRule.gone', 'This rule is gone.'));
    await noteSiteChange(tx);
    const { words, meaning } = removed;
    await logAction(tx, viewer, { action: 'synonym.remove', createdAt: now(), details: { words, meaning } });
  });
}

const tidy = (side: string): string => side.trim().replace(/\s+/g, ' ').toLowerCase();
