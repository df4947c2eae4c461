import { Hono } from 'hono';
import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { findProfileCall } from '@/lib/contract/profile';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { endpoint } from '@/server/http/endpoint';
import { presentProduct } from '@/server/presenters/product';
import { presentProfile } from '@/server/presenters/profile';
import { listApprovedProducts, type ProductRow } from '@/server/queries/products/products';
import { countApprovedProductsOf } from '@/server/queries/products/submissions';
import { findPublicUser } from '@/server/queries/account/users';
import { decodeCursor, encodeCursor } from '@/server/http/cursor';

export const profileRoutes = new Hono<AppEnv>();

endpoint(
  profileRoutes,
  findProfileCall,
  async (c, { params: { handle }, query: { after } }) => {
    const { db, env } = c.var.deps;
    const position = after === undefined ? undefined : decodeCursor('new', after).position;
    const user = isNobodys(handle) ? undefined : await findPublicUser(db, handle);
    if (!user) throw new ApiError('not_found', 'There is nobody of this name here.');
    const limit = PRODUCT_LIMITS.pageSize;
    const rows = await listApprovedProducts(db, {
      sort: 'new',
      submitterId: user.id,
      after: position,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      profile: presentProfile(user, await countApprovedProductsOf(db, user.id)),
      products: page.map((row) => presentProduct(row, env)),
      nextCursor: rows.length > limit ? cursorAt(page.at(-1)) : null,
    };
  },
  { isPublic: true },
);

/** The row that stands for all who left is nobody; and no handle has characters that the database refuses. */
const isNobodys = (handle: string) => handle === FORMER_MEMBER.handle || /[\p{Cc}\p{Cs}]/u.test(handle);

function cursorAt(last: ProductRow | undefined): string | null {
  return last?.approvedAt ? encodeCursor('new', { position: { value: last.approvedAt, id: last.id } }) : null;
}
