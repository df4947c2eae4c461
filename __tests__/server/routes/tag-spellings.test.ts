import { eq } from 'drizzle-orm';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { tags } from '@/server/db/schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, buildModerator, createSubmission, editSubmission, approve, reject, listQueue } =
  setUpModerationCalls(api);

const nameOf = async (slug: string) =>
  (await api.db.select({ name: tags.name }).from(tags).where(eq(tags.slug, slug)))[0]?.name;
const shownTags = (product: SubmittedProduct) => product.tags.map(({ name }) => name);
const doodle = { name: 'Doodle', url: 'https://doodle.example/' };

it('names a tag as the first public product does, and never as a text that was not public', async () => {
  const [sol, ada, mo] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const refused = await createSubmission(sol, { tags: ['Rust-Y Tag!!'] });
  expect(refused.tags).toMatchObject([{ slug: 'rust-y-tag', name: 'Rust-Y Tag!!' }]);
  await reject(mo.headers, refused.id, 'It is no tool.');
  const { id } = await createSubmission(ada, doodle);
  await approve(mo.headers, id);

  expect(shownTags(await editSubmission(ada, id, { tags: ['Rust-y tag'] }))).toEqual(['Rust-y tag']);
  expect(await nameOf('rust-y-tag')).toBe('Rust-y tag');
  // Sol's own product says what the tag is called now.
  expect(shownTags(await editSubmission(sol, refused.id, { tagline: 'Draws squares for teams' }))).toEqual([
    'Rust-y tag',
  ]);
});

it('shows to each member and moderator the own words of a product, and none of another that waits', async () => {
  const [ada, bob, mo] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const first = await createSubmission(ada, { tags: ['zzsecrettag'] });
  const second = await createSubmission(bob, { ...doodle, tags: ['ZZSecretTag'] });
  expect(second.tags).toMatchObject([{ name: 'ZZSecretTag' }]);
  expect((await listQueue(mo)).products.map((product) => product.tags)).toMatchObject([
    [{ name: 'zzsecrettag' }],
    [{ name: 'ZZSecretTag' }],
  ]);
  await approve(mo.headers, second.id);
  expect(await nameOf('zzsecrettag')).toBe('ZZSecretTag');
  await approve(mo.headers, first.id);
  expect(await nameOf('zzsecrettag')).toBe('ZZSecretTag');
});

it('names the tag of an edit that waits once the edit is approved', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(ada, doodle);
  await approve(mo.headers, id);
  const edited = await editSubmission(ada, id, { name: 'Doodle 2', tags: ['New Tag'] });
  expect(shownTags(edited)).toEqual(['New Tag']);
  expect(await nameOf('new-tag')).toBe('new tag');
  await approve(mo.headers, id);
  expect(await nameOf('new-tag')).toBe('New Tag');
});
