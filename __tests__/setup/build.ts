import { eq } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import type { FieldValue } from '@/lib/contract/field';
import type { Field } from '@/server/fields/field';
import { replaceProductValues } from '@/server/queries/products/product-values';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { products, productSlugs, productTags, tags, upvotes, users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { testNow } from './test-app';

let built = 0;

/** Inserts a user whose account is old enough for upvotes to count in the ranking. */
export async function buildUser(db: Db, overrides: Partial<typeof users.$inferInsert> = {}) {
  built += 1;
  const [user] = await db
    .insert(users)
    .values({
      handle: `member-${built}`,
      name: `Member ${built}`,
      createdAt: new Date(testNow.getTime() - 30 * 24 * 60 * 60 * 1000),
      ...overrides,
    })
    .returning();
  if (!user) throw new Error('No user was inserted');
  return user;
}

/** Inserts an account at Github that signs in to the user, with no verified email. */
export async function buildIdentity(
  db: Db,
  { id: userId }: { id: string },
  overrides: Partial<typeof identities.$inferInsert> = {},
) {
  built += 1;
  const identity = { issuer: 'https://github.com', subject: String(built), provider: 'github.com' } as const;
  await db.insert(identities).values({ ...identity, userId, ...overrides });
}

type ProductOverrides = Partial<typeof products.$inferInsert> & {
  tags?: string[];
  /** Stored values, by the keys of the fields. */
  values?: Record<string, FieldValue>;
  /** What the site declares. Products are found by the values of these. */
  fields?: readonly Field[];
};

/** Inserts an approved product, with its slug in the history, counted tags and a search document. */
export async function buildProduct(
  db: Db,
  { tags: tagNames = [], values = {}, fields = [], ...overrides }: ProductOverrides = {},
) {
  built += 1;
  const slug = overrides.slug ?? `product-${built}`;
  const [product] = await db
    .insert(products)
    .values({
      slug,
      name: `Product ${built}`,
      tagline: 'A product that was built for a test',
      ...{ description: '', descriptionHTML: '' },
      url: `https://${slug}.example/`,
      canonicalURL: `${slug}.example`,
      status: 'approved',
      approvedAt: testNow,
      createdAt: testNow,
      ...overrides,
    })
    .returning();
  if (!product) throw new Error('No product was inserted');
  await db.insert(productSlugs).values({ slug, productId: product.id });
  for (const [position, name] of tagNames.entries()) {
    const tag = await buildTag(db, name, product.status === 'approved' ? 1 : 0);
    await db.insert(productTags).values({ productId: product.id, tagId: tag.id, position });
  }
  await replaceProductValues(
    db,
    product.id,
    Object.entries(values).map(([field, value]) => ({
      ...{ field, value, source: 'submitter', checkedAt: testNow.toISOString() },
    })),
  );
  await refreshSearchDocuments(db, fields, [product.id]);
  return product;
}

async function buildTag(db: Db, name: string, added: number) {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const [known] = await db.select().from(tags).where(eq(tags.slug, slug));
  const [tag] = known
    ? await db
        .update(tags)
        .set({ productCount: known.productCount + added })
        .where(eq(tags.id, known.id))
        .returning()
    : await db.insert(tags).values({ slug, name, productCount: added }).returning();
  if (!tag) throw new Error('No tag was inserted');
  return tag;
}

/** Inserts upvotes that count in the ranking, each by a different user. */
export async function buildUpvotes(db: Db, productId: string, count: number) {
  for (let vote = 0; vote < count; vote += 1) {
    const user = await buildUser(db);
    await db.insert(upvotes).values({ productId, userId: user.id, countsInRanking: true });
  }
  await db
    .update(products)
    .set({ upvoteCount: count, rankingUpvoteCount: count })
    .where(eq(products.id, productId));
}
