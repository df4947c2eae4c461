import * as z from 'zod/mini';
import { after, nextCursor, defineCall, productId, atMost } from './call';
import { t, text } from '@/lib/texts/texts';

export const SYNONYM_LIMITS = {
  /** Bounds of each side of a rule. */
  charsMax: 60,
  wordsMax: 4,
  rulesMax: 300,
  /** How long the words of searches that found nothing are counted. */
  missedDays: 30,
  /** Counted on one day. */
  missedWordsMax: 200,
  /** A word that fewer searches missed is not shown. */
  missedSearchesMin: 3,
  proposalsMax: 20,
  pageSize: 30,
} as const;

const side = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: () => t('synonymRule.needsWords', 'Some words are missing.') }),
    atMost(SYNONYM_LIMITS.charsMax),
    z.regex(/^\P{C}*$/u),
  );

const rule = z.object({ words: side, meaning: side, isTwoWay: z.boolean() });
/** That products with some words are meant by others, too. */
export type SynonymRuleDraft = z.infer<typeof rule>;

export const synonymRule = z.extend(rule, { id: z.string(), createdAt: z.iso.datetime() });
export type SynonymRule = z.infer<typeof synonymRule>;

export const listSynonymRulesCall = defineCall({
  method: 'get',
  path: '/moderation/synonym-rules',
  summary: text(
    'calls.listSynonymRules',
    'What words mean in searches besides themselves, newest first. The first page also has words that at least three searches of the last 30 days did not find.',
  ),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    rules: z.array(synonymRule),
    missedWords: z.array(z.object({ word: z.string(), searchCount: z.int() })),
    nextCursor,
  }),
  errors: [],
});

export const addSynonymRuleCall = defineCall({
  method: 'post',
  path: '/moderation/synonym-rules',
  summary: text(
    'calls.addSynonymRule',
    'Has searches for some words find products with others, and the other way round if the rule is two-way. Holds within seconds. `conflict` for a rule that exists, and for more than 300.',
  ),
  access: 'moderator',
  body: rule,
  answer: z.object({ id: z.string() }),
  errors: ['bad_request', 'conflict'],
});

export const removeSynonymRuleCall = defineCall({
  method: 'delete',
  path: '/moderation/synonym-rules/:id',
  summary: text('calls.removeSynonymRule', 'Removes a rule.'),
  access: 'moderator',
  params: z.object({ id: productId }),
  answer: z.object({}),
  errors: ['not_found'],
});
