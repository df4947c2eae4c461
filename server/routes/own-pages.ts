import { Hono } from 'hono';
import {
  changeOwnPageCall,
  createOwnPageCall,
  deleteOwnPageCall,
  findOwnPageCall,
  listOwnPagesCall,
  listOwnPageVersionsCall,
  OWN_PAGE_LIMITS,
  previewOwnPageCall,
  readOwnPageCall,
  restoreOwnPageCall,
} from '@/lib/contract/own-page';
import { ApiError } from '@/server/base/errors';
import {
  changeOwnPage,
  createOwnPage,
  removeOwnPage,
  renderOwnPage,
  restoreOwnPage,
} from '@/server/commands/own-pages/change-page';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import {
  findOwnPage,
  findPublishedPage,
  listOwnPages,
  listOwnPageVersions,
  ownPageVersionsOrder,
} from '@/server/queries/own-pages';
import { firstSentence, plainText } from '@/server/text/plain-text';
import { text } from '@/lib/texts/texts';

export const ownPageRoutes = new Hono<AppEnv>();

const noPage = () => new ApiError('not_found', text('page.missing', 'There is no such page.'));

/** The first sentence of the first paragraph. Headings are no sentences. */
const describe = (html: string): string => firstSentence(plainText(/<p>.*?<\/p>/s.exec(html)?.[0] ?? html));

endpoint(
  ownPageRoutes,
  findOwnPageCall,
  async (c, { params: { slug } }) => {
    const page = await findPublishedPage(c.var.deps.db, slug);
    if (!page) throw noPage();
    const { title, html, updatedAt } = page;
    return { slug, title, html, updatedAt, description: describe(html) || title };
  },
  { isPublic: true },
);

memberEndpoint(ownPageRoutes, listOwnPagesCall, async (c) => ({
  pages: (await listOwnPages(c.var.deps.db)).map(({ body: _, ...page }) => page),
}));

memberEndpoint(ownPageRoutes, previewOwnPageCall, async (c, { body: { body } }) => ({
  html: await renderOwnPage(c.var.deps, body),
}));

memberEndpoint(ownPageRoutes, createOwnPageCall, async (c, { viewer, body }) => ({
  page: await createOwnPage(c.var.deps, viewer, body),
}));

memberEndpoint(ownPageRoutes, readOwnPageCall, async (c, { params: { id } }) => {
  const page = await findOwnPage(c.var.deps.db, id);
  if (!page) throw noPage();
  return { page };
});

memberEndpoint(
  ownPageRoutes,
  changeOwnPageCall,
  async (c, { viewer, params: { id }, body: { basedOn, ...input } }) => ({
    page: await changeOwnPage(c.var.deps, viewer, { id, basedOn, input }),
  }),
);

memberEndpoint(ownPageRoutes, deleteOwnPageCall, async (c, { viewer, params: { id } }) => {
  await removeOwnPage(c.var.deps, viewer, id);
});

memberEndpoint(ownPageRoutes, listOwnPageVersionsCall, async (c, { params, query: { after } }) => {
  const { rows, nextCursor } = await readPage(
    c,
    ownPageVersionsOrder,
    { after, limit: OWN_PAGE_LIMITS.versionsPageSize },
    ({ after: from, limit }) =>
      listOwnPageVersions(c.var.deps.db, {
        ...{ pageId: params.id, limit },
        ...(from && { before: Number(from.id) }),
      }),
  );
  return { versions: rows, nextCursor };
});

memberEndpoint(ownPageRoutes, restoreOwnPageCall, async (c, { viewer, params, body: { basedOn } }) => ({
  page: await restoreOwnPage(c.var.deps, viewer, { id: params.id, version: Number(params.version), basedOn }),
}));
