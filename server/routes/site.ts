import { Hono } from 'hono';
import { findSiteFactsCall } from '@/lib/contract/site-facts';
import { findSiteFacts } from '@/server/commands/site-facts';
import { listRulesCall } from '@/lib/contract/rule';
import { describeRules } from '@/server/commands/submissions/check-rules';
import { sayFigures } from '@/server/commands/submissions/gate-figures';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { findGateFigures } from '@/server/queries/products/gate';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { listLogEntriesCall, LOG_PAGE_SIZE } from '@/lib/contract/moderation-log';
import { readPage } from '@/server/http/page';
import { addSources } from '@/server/http/public-changes';
import { logOrder, listLogEntries } from '@/server/queries/audit-entries';
import { productPathFor } from '@/lib/contract/plain/site';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { withScheme } from '@/lib/contract/submission-fields';
import { findProductAtURL } from '@/server/commands/submissions/duplicates';
import { isPublicProduct } from '@/server/policies/viewer';
import { canonicalURL } from '@/server/web/canonical-url';

/** By what rules the site is run, and what its moderators did. */
export const siteCallRoutes = new Hono<AppEnv>();

endpoint(siteCallRoutes, findSiteFactsCall, (c) => findSiteFacts(c.var.deps), { isPublic: true });

endpoint(siteCallRoutes, listRulesCall, async (c) => {
  const { db, env } = c.var.deps;
  const figures = await findGateFigures(db);
  return { rules: describeRules(env), figures: figures ? sayFigures(figures) : null };
});

endpoint(
  siteCallRoutes,
  listLogEntriesCall,
  async (c, { query: { after } }) => {
    const page = { after, limit: LOG_PAGE_SIZE };
    const { rows: entries, nextCursor } = await readPage(c, logOrder, page, (from) =>
      listLogEntries(c.var.deps.db, { beforeId: from.after?.id, limit: from.limit }),
    );
    const products = new Set(entries.flatMap(({ productId }) => productId ?? []));
    addSources({ products, maxAgeMs: MINUTE_MS });
    return { entries, nextCursor };
  },
  { isPublic: true },
);

const LINK_IN_TEXT = /https?:\/\/[^\s<>"]+/i;

export const sitePathRoutes = new Hono<AppEnv>();

/**
 * Redirects a browser that asks whether a URL is listed: to the product's page if it is, otherwise to the submission
 * form with the URL filled in. The bookmarklet and the share target of the installed site open this path. Many apps put
 * the URL that they share into `text`.
 */
sitePathRoutes.get('/listed', async (c) => {
  const { deps } = c.var;
  const { url = '', text = '' } = c.req.query();
  const asked = url.trim() || (LINK_IN_TEXT.exec(text)?.[0] ?? '');
  if (asked === '' || asked.length > PRODUCT_LIMITS.urlCharsMax) return c.redirect('/account/submit');
  const canonical = canonicalURL(withScheme(asked));
  const row = canonical === null ? undefined : await findProductAtURL(deps, canonical);
  const isPublic = row !== undefined && isPublicProduct(row);
  // An edit that waits for a moderator may have the URL. The public page still has another one.
  if (isPublic && row.canonicalURL === canonical)
    return c.redirect(productPathFor(deps.env.siteNoun, row.slug));
  return c.redirect(`/account/submit?${new URLSearchParams({ url: asked }).toString()}`);
});

/** RFC 9116 recommends less than a year. The date moves on with every day that the site runs. */
const VALID_DAYS = 180;

/** Where to report a security problem, for people and their tools: https://www.rfc-editor.org/rfc/rfc9116 */
sitePathRoutes.get('/.well-known/security.txt', (c) => {
  const { env, now } = c.var.deps;
  const { contacts, policyURL } = env.security;
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Policy: ${policyURL}`,
    `Canonical: ${env.siteURL}/.well-known/security.txt`,
    'Preferred-Languages: en',
  ];
  return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=86400' });
});
