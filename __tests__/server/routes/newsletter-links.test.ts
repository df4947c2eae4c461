import { newsletterSubscribers } from '@/server/db/schema';
import { createNewsletterLinks } from '@/server/mail/signed-links';
import { createKeyRing } from '@/server/sessions/key-ring';
import { hashToken } from '@/server/base/token';
import { buildProduct } from '../../setup/build';
import { newsletterLinks, setUpTestApp, testNow, testSessionKey } from '../../setup/test-app';

/** The links in issues: to unsubscribe, and to choose tags. */
const api = setUpTestApp();
const subscribers = () => api.db.select().from(newsletterSubscribers);

async function confirmed(email: string) {
  const [row] = await api.db
    .insert(newsletterSubscribers)
    .values({
      ...{ email, status: 'confirmed', confirmedAt: testNow },
      ...{ tokenHash: hashToken(email), tokenSentAt: testNow },
    })
    .returning();
  if (!row) throw new Error('No subscriber was inserted');
  return { id: row.id, token: newsletterLinks.sign(row.id) };
}
const oneClick = (token: string, body: unknown) =>
  api.request('POST', `/api/newsletter/one-click?token=${encodeURIComponent(token)}`, { body });
const clicked = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });

it('unsubscribes with one click as mail programs do, and leads their users to the page', async () => {
  const { token } = await confirmed('ada@example.com');
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');

  const opened = await api.request('GET', `/api/newsletter/one-click?token=${token}`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/newsletter?unsubscribe=${token}`]);
  expect((await oneClick(token, new URLSearchParams({ other: 'x' }))).status).toBe(400);
  expect(await subscribers()).toMatchObject([{ status: 'confirmed' }]);

  expect((await oneClick(token, clicked())).status).toBe(200);
  expect(await subscribers()).toMatchObject([{ status: 'unsubscribed', unsubscribedAt: testNow }]);
  expect((await oneClick(token, multipart)).status).toBe(200);
});

it('says of a subscription that was deleted that it has ended', async () => {
  const token = newsletterLinks.sign('99');
  expect((await oneClick(token, clicked())).status).toBe(200);
  const chosen = await api.request('GET', `/api/newsletter/preferences?token=${token}`);
  expect([chosen.status, chosen.body]).toMatchObject([410, { code: 'gone' }]);
});

it('refuses a link that this site has not signed, and accepts one of a former key', async () => {
  const { id, token } = await confirmed('ada@example.com');
  const otherSite = createNewsletterLinks(createKeyRing([Buffer.alloc(32, 9).toString('base64url')]));
  const last = token.at(-1) === 'A' ? 'B' : 'A';
  const forged = [`2${token.slice(1)}`, token.slice(0, -1) + last, otherSite.sign(id)];
  for (const each of forged) {
    expect([each, (await oneClick(each, clicked())).status]).toEqual([each, 404]);
  }
  expect(await subscribers()).toMatchObject([{ status: 'confirmed' }]);

  const rotated = createNewsletterLinks(
    createKeyRing([Buffer.alloc(32, 9).toString('base64url'), testSessionKey]),
  );
  expect([rotated.read(token), rotated.sign(id) === token]).toEqual([id, false]);
});

it('shows and stores the chosen tags, from a form without JavaScript, too', async () => {
  await buildProduct(api.db, { tags: ['Charts', 'Fonts'] });
  const { token } = await confirmed('ada@example.com');
  const chosen = async () => {
    const { body } = await api.request('GET', `/api/newsletter/preferences?token=${token}`);
    const { tags }: { tags?: { slug: string; isChosen: boolean }[] } = Object(body);
    return tags?.map(({ slug, isChosen }) => [slug, isChosen]);
  };
  const post = async (fields: [string, string][]) => {
    const body = new URLSearchParams([['token', token], ...fields]);
    const headers = { accept: 'text/html' };
    return (await api.request('POST', '/api/newsletter/preferences', { body, headers })).headers.get(
      'location',
    );
  };
  expect(await chosen()).toEqual([['charts', false], ['fonts', false]]); // prettier-ignore

  const saved = '/newsletter?state=chosen';
  expect(await post([['scope', 'tags'], ['tags', 'fonts']])).toBe(saved); // prettier-ignore
  expect(await chosen()).toEqual([['fonts', true], ['charts', false]]); // prettier-ignore
  expect(await post([['scope', 'tags'], ['tags', 'fonts'], ['tags', 'charts'], ['tags', 'gone']])).toBe(saved); // prettier-ignore
  expect((await subscribers())[0]?.tagIds).toHaveLength(2);
  expect(await post([['scope', 'tags']])).toBe('/newsletter?state=unchosen');
  expect((await subscribers())[0]?.tagIds).toHaveLength(2);
  expect(await post([['scope', 'all'], ['tags', 'fonts']])).toBe(saved); // prettier-ignore
  expect((await subscribers())[0]?.tagIds).toBeNull();

  await oneClick(token, clicked());
  expect(await post([['scope', 'all']])).toBe('/newsletter?state=unsubscribed');
});
