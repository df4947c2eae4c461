import { Hono } from 'hono';
import { hasNoProfile } from '@/lib/contract/plain/site';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { findProfileCall } from '@/lib/contract/profile';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { presentProfile } from '@/server/presenters/people';
import { productOrders, listApprovedProductsOf } from '@/server/queries/products/products';
import { countApprovedProductsOf } from '@/server/queries/products/product-rows';
import { findPublicUser } from '@/server/queries/account/users';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { readPage } from '@/server/http/page';
import { presentListedProducts } from './shown-products';
import { text } from '@/lib/texts/texts';

export const profileRoutes = new Hono<AppEnv>();

endpoint(
  profileRoutes,
  findProfileCall,
  async (c, { params: { handle }, query: { after } }) => {
    const { db } = c.var.deps;
    const user = hasNoProfile(handle) ? undefined : await findPublicUser(db, handle);
    if (!user) throw new ApiError('not_found', text('member.missing', "There's no member with this name."));
    const page = { after, limit: PRODUCT_LIMITS.pageSize };
    const { rows, nextCursor } = await readPage(c, productOrders.new, page, (from) =>
      listApprovedProductsOf(db, { ...from, submitterId: user.id }),
    );
    addSources({ ...shownProducts(rows), lists: [{ sort: 'new' }] });
    addSources({ users: new Set([user.id]) });
    return {
      profile: presentProfile(user, await countApprovedProductsOf(db, user.id)),
      products: await presentListedProducts(c, rows),
      nextCursor,
    };
  },
  { isPublic: true },
);
