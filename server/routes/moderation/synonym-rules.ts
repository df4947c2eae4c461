import { Hono } from 'hono';
import {
  addSynonymRuleCall,
  listSynonymRulesCall,
  removeSynonymRuleCall,
  SYNONYM_LIMITS,
} from '@/lib/contract/synonym-rule';
import { addSynonymRule, removeSynonymRule } from '@/server/commands/tags/curate-synonym-rules';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { listMissedWords, listSynonymRules, synonymRuleOrder } from '@/server/queries/search/synonym-rules';

export const synonymRuleRoutes = new Hono<AppEnv>();

memberEndpoint(synonymRuleRoutes, listSynonymRulesCall, async (c, { query: { after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: SYNONYM_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, synonymRuleOrder, page, (from) =>
    listSynonymRules(db, from),
  );
  const { missedSearchesMin, proposalsMax } = SYNONYM_LIMITS;
  return {
    rules: rows.map(({ createdAt, ...rule }) => ({ ...rule, createdAt: createdAt.toISOString() })),
    missedWords:
      after === undefined
        ? await listMissedWords(db, { searchesMin: missedSearchesMin, limit: proposalsMax })
        : [],
    nextCursor,
  };
});

memberEndpoint(synonymRuleRoutes, addSynonymRuleCall, async (c, { viewer, body }) => {
  const id = await addSynonymRule(c.var.deps, viewer, body);
  await c.var.deps.vocabulary.readAgain(c.var.deps.db);
  return { id };
});

memberEndpoint(synonymRuleRoutes, removeSynonymRuleCall, async (c, { viewer, params: { id } }) => {
  await removeSynonymRule(c.var.deps, viewer, id);
  await c.var.deps.vocabulary.readAgain(c.var.deps.db);
});
