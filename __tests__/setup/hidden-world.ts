import { eq } from 'drizzle-orm';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { productClaims } from '@/server/db/schema/edit-schema';
import { tags } from '@/server/db/schema';
import { buildProduct, buildUser } from './build';
import { setUpMergeCalls } from './merge-calls';
import { setUpReportCalls } from './report-calls';
import { setUpSuggestionCalls } from './suggestion-calls';
import { setUpTagCalls } from './tag-calls';
import type { TestApp } from './signed-in-user';
import { testNow } from './test-app';

/** Something that is not public: what its routes are asked for, and the words that no response may have. */
export type Hidden = {
  noun: 'product' | 'tag' | 'member' | 'pair' | 'claim';
  state: string;
  name: string;
  secrets: string[];
  /** The slug that the name leads to instead. */
  movedTo?: string;
};

/** Words that a response has only if it shows the thing itself: slugs are written otherwise. */
const secretsOf = (state: string) => ({
  name: `Hush ${state} Name`,
  tagline: `Hush ${state} tagline`,
  description: `Hush ${state} description`,
  tag: `Hush ${state} Tag`,
});

/** One of each noun in each state in which it is not public, beside a public product of each member. */
export async function buildHiddenWorld(api: TestApp) {
  const suggestions = setUpSuggestionCalls(api);
  const merges = setUpMergeCalls(api);
  const reports = setUpReportCalls(api);
  const tagCalls = setUpTagCalls(api);
  const moderator = await suggestions.buildModerator('mo');
  const owner = await suggestions.signedInUser({ handle: 'owner', name: 'Olga Owner' });
  const hidden: Hidden[] = [];

  const buildHidden = async (state: string, changes: Parameters<typeof buildProduct>[1]) => {
    const { tag, ...texts } = secretsOf(state);
    const slug = `hush-${state}`;
    const product = await buildProduct(api.db, {
      ...texts,
      slug,
      submitterId: owner.id,
      approvedAt: null,
      tags: [tag],
      ...changes,
    });
    hidden.push({ noun: 'product', state, name: slug, secrets: Object.values(secretsOf(state)) });
    hidden.push({ noun: 'tag', state: `of a ${state} product`, name: `hush-${state}-tag`, secrets: [tag] });
    return product;
  };
  await buildHidden('pending', { status: 'pending' });
  await buildHidden('rejected', { status: 'rejected', rejectionReason: 'Hush rejected reason' });
  await buildHidden('removed', { status: 'removed', removedAt: testNow });
  const source = await buildHidden('merged', { status: 'approved', approvedAt: testNow });
  await api.db.update(tags).set({ productCount: 1 }).where(eq(tags.slug, 'hush-merged-tag'));

  const target = await buildProduct(api.db, { slug: 'target', name: 'Target', tags: ['Web'] });
  const { status } = await merges.merge(moderator, source.id, target.id);
  if (status !== 200) throw new Error(`The merge answers ${status}.`);
  const merged = hidden.find(({ state }) => state === 'merged');
  if (merged) merged.movedTo = 'target';

  // An edit that waits.
  const edited = await buildProduct(api.db, {
    slug: 'edited',
    name: 'Edited',
    submitterId: owner.id,
    tags: ['Web'],
  });
  const { tag, ...texts } = secretsOf('edited');
  await suggestions.editSubmission(owner, edited.id, { ...texts, tags: [tag] });
  if ((await suggestions.storedProduct(edited.id))?.editStatus !== 'pending')
    throw new Error('The edit is published.');
  hidden.push({
    noun: 'tag',
    state: 'of an edit that waits',
    name: 'hush-edited-tag',
    secrets: Object.values(secretsOf('edited')),
  });

  // Tags that moderators have taken out of lists.
  await buildProduct(api.db, {
    slug: 'with-tags',
    name: 'With tags',
    tags: ['Hush Spam Tag', 'Hush Led Tag', 'Web'],
  });
  const statuses = [
    await tagCalls.merge(moderator.headers, 'hush-led-tag', 'web'),
    await tagCalls.change(moderator.headers, 'hush-spam-tag', ['PUT', 'hidden']),
  ].map(({ status }) => status);
  if (statuses.join() !== '200,200') throw new Error(`The changes of tags answer ${statuses.join()}.`);
  await tagCalls.runJob();
  hidden.push({ noun: 'tag', state: 'hidden', name: 'hush-spam-tag', secrets: ['Hush Spam Tag'] });
  hidden.push({ noun: 'tag', state: 'merged', name: 'hush-led-tag', secrets: [], movedTo: 'web' });
  await api.db.insert(tags).values({
    slug: 'hush-into-spam',
    name: 'Hush Into Spam',
    mergedIntoId: await tagCalls.idOf('hush-spam-tag'),
  });
  hidden.push({
    noun: 'tag',
    state: 'merged into a hidden one',
    name: 'hush-into-spam',
    secrets: ['Hush Into Spam', 'Hush Spam Tag'],
  });
  await api.db
    .insert(tags)
    .values({ slug: 'hush-above-tag', name: 'Hush Above Tag', description: 'Hush above words' });
  await api.pool.query(
    `UPDATE tags SET parent_id = (SELECT id FROM tags WHERE slug = 'hush-above-tag') WHERE slug = 'hush-spam-tag'`,
  );
  hidden.push({
    noun: 'tag',
    state: 'above a hidden one',
    name: 'hush-above-tag',
    secrets: ['Hush Above Tag', 'Hush above words'],
  });

  // Members without a profile, each with a public product.
  for (const [state, changes] of Object.entries({
    banned: { bannedAt: testNow, banReason: 'Hush ban reason' },
    leaving: { deletionRequestedAt: testNow },
    deleted: { deletedAt: testNow },
  })) {
    const handle = `hush-${state}`;
    const name = `Hush ${state} Name`;
    const user = await buildUser(api.db, { handle, name, ...changes });
    if (state !== 'deleted')
      await buildProduct(api.db, { slug: `of-${state}`, name: `Of ${state}`, submitterId: user.id });
    hidden.push({
      noun: 'member',
      state,
      name: handle,
      secrets: [name, handle, 'Hush ban reason'],
    });
  }

  // Between and about public products.
  const [one, other, third] = [
    await buildProduct(api.db, { slug: 'one', name: 'First of a pair', tagline: 'Like nothing else' }),
    await buildProduct(api.db, { slug: 'other', name: 'Proposed for a pair', tagline: 'Boats' }),
    await buildProduct(api.db, { slug: 'third', name: 'Rejected for a pair', tagline: 'Trees' }),
  ];
  await api.db.insert(alternatives).values([
    { productId: target.id, alternativeId: one.id, status: 'approved', createdAt: testNow },
    { productId: one.id, alternativeId: other.id, createdAt: testNow },
    {
      productId: one.id,
      alternativeId: third.id,
      status: 'rejected',
      createdAt: testNow,
      rejectionReason: 'Hush',
    },
  ]);
  hidden.push({ noun: 'pair', state: 'pending', name: 'one', secrets: ['Proposed for a pair'] });
  hidden.push({ noun: 'pair', state: 'rejected', name: 'one', secrets: ['Rejected for a pair'] });
  await api.db.insert(productClaims).values([
    {
      productId: one.id,
      memberId: owner.id,
      token: 'hush-claim-token',
      host: 'one.example',
      createdAt: testNow,
    },
  ]);
  hidden.push({
    noun: 'claim',
    state: 'not verified',
    name: 'one',
    secrets: ['verifiedHost', 'hush-claim-token'],
  });
  await suggestions.suggestedId(owner, target.id, { tagline: 'Hush suggested tagline' });
  await reports.report(target.id, { reason: 'spam', text: 'Hush report text' });
  await api.deps().publicChanges.catchUp();
  const about = ['Hush suggested tagline', 'Hush report text', 'Hush rejected reason'];
  return {
    hidden,
    secrets: [...new Set(hidden.flatMap(({ noun, secrets }) => (noun === 'pair' ? [] : secrets))), ...about],
  };
}
