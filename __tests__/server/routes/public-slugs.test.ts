import { productSlugs } from '@/server/db/schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, buildModerator, createSubmission, editSubmission, approve, reject } =
  setUpModerationCalls(api);

const statusOf = async (slug: string) => (await api.request('GET', `/api/products/${slug}`)).status;
/** Which product each slug leads to. */
const listSlugs = async () =>
  Object.fromEntries(
    (await api.db.select().from(productSlugs)).map(({ slug, productId }) => [slug, productId]),
  );
const doodle = { name: 'Doodle', url: 'https://doodle.example/' };

it('leads no name that a product had before it was public to the product', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(ada);
  for (const name of ['Doodle', 'Sketchpad', 'Figgle']) await editSubmission(ada, id, { name });
  await approve(mo.headers, id);
  expect(await listSlugs()).toEqual({ figgle: id });
  expect([await statusOf('figgle'), await statusOf('doodle')]).toEqual([200, 404]);
});

it.each(['pending', 'rejected'])(
  'gives the address of a name to the first public product, not to a %s product',
  async (status) => {
    const [ada, bob, mo] = [await signedInUser(), await signedInUser(), await buildModerator()];
    const holder = await createSubmission(ada, { ...doodle, url: 'https://squatter.example/' });
    if (status === 'rejected') await reject(mo.headers, holder.id, 'It is no tool.');
    const honest = await createSubmission(bob, doodle);
    expect([holder.slug, honest.slug]).toEqual(['doodle', 'doodle-2']);

    await approve(mo.headers, honest.id);
    // Links in emails have the slug that the product had when it was decided on.
    expect(await listSlugs()).toEqual({ doodle: honest.id, 'doodle-2': honest.id, 'doodle-3': holder.id });
    expect(await statusOf('doodle')).toBe(200);

    await editSubmission(ada, holder.id, { tagline: 'Draws squares in the browser' });
    await approve(mo.headers, holder.id);
    expect(await listSlugs()).toEqual({ doodle: honest.id, 'doodle-2': honest.id, 'doodle-3': holder.id });
    expect(await statusOf('doodle-3')).toBe(200);
  },
);

it('keeps the former address of a product that was public', async () => {
  const [ada, bob, mo] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const first = await createSubmission(ada, doodle);
  await approve(mo.headers, first.id);
  await editSubmission(ada, first.id, { name: 'Sketchpad' });
  await approve(mo.headers, first.id);
  const second = await createSubmission(bob, { ...doodle, url: 'https://other.example/' });
  await approve(mo.headers, second.id);
  expect(await listSlugs()).toEqual({ doodle: first.id, sketchpad: first.id, 'doodle-2': second.id });
});
