import { Hono } from 'hono';
import { listRulesCall } from '@/lib/contract/rule';
import { describeRules } from '@/server/commands/submissions/check-rules';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { findGateFigures } from '@/server/queries/products/gate';

export const ruleRoutes = new Hono<AppEnv>();

endpoint(ruleRoutes, listRulesCall, async (c) => {
  const { db, env } = c.var.deps;
  return { rules: describeRules(env), figures: (await findGateFigures(db)) ?? null };
});
