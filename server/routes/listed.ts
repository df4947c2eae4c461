import { Hono } from 'hono';
import { productPathFor } from '@/lib/contract/plain/site';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { withScheme } from '@/lib/contract/submission-fields';
import { findProductAtURL } from '@/server/commands/submissions/require-unlisted-url';
import type { AppEnv } from '@/server/context';
import { isPublicProduct } from '@/server/policies/viewer';
import { canonicalURL } from '@/server/web/canonical-url';

/** The link in a text that another app shares. */
const LINK_IN_TEXT = /https?:\/\/[^\s<>"]+/i;

export const listedRoutes = new Hono<AppEnv>();

/**
 * Redirects a browser that asks whether a URL is listed: to the product's page if it is, otherwise to the submission
 * form with the URL filled in. The bookmarklet and the share target of the installed site open this path. Many apps put
 * the URL that they share into `text`.
 */
listedRoutes.get('/listed', async (c) => {
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
