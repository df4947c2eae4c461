import { sql } from 'drizzle-orm';
import { users } from '@/server/db/schema';
import { suggestionAgreements, suggestions } from '@/server/db/schema/edit-schema';
import { buildProduct } from '../../setup/build';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const signedInUser = (overrides?: Parameters<typeof buildSignedInUser>[1]) =>
  buildSignedInUser(api, overrides);

const suggest = (productId: string, memberId: string) =>
  api.db.insert(suggestions).values({
    ...{ productId, memberId, basedOn: testNow, createdAt: testNow },
    ...{ before: { name: 'Figgle' }, after: { name: 'Figgle!' } },
  });

it('keeps every agreement when several members withdraw a suggestion for one product', async () => {
  const [ada, bob, carl] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const { id } = await buildProduct(api.db);
  // Ada suggests a second time.
  for (const author of [ada, bob, ada]) {
    await suggest(id, author.id);
    const [open] = await api.db
      .select()
      .from(suggestions)
      .where(sql`member_id = ${author.id}::bigint`);
    const suggestionId = open?.id ?? '';
    await api.db.insert(suggestionAgreements).values({ suggestionId, memberId: carl.id, createdAt: testNow });
    const path = `/api/user/private/suggestions/${suggestionId}`;
    expect((await api.request('DELETE', path, { headers: author.headers })).status).toBe(200);
  }
  expect(await api.db.$count(suggestionAgreements, sql`member_id = ${carl.id}::bigint`)).toBe(3);
  const { body } = await api.request('GET', `/api/user/private/products/${id}/suggestions`, {
    headers: carl.headers,
  });
  const ofFormer = { memberHandle: 'former-member' };
  expect(body).toMatchObject({ suggestions: [ofFormer, ofFormer, ofFormer] });
});

it.each(['bannedAt', 'deletionRequestedAt'] as const)(
  'shows the open suggestion of a member with %s as one of a former member',
  async (at) => {
    const [ada, bob] = [await signedInUser({ role: 'moderator' }), await signedInUser()];
    const { id } = await buildProduct(api.db);
    await suggest(id, ada.id);
    const read = () =>
      api.request('GET', `/api/user/private/products/${id}/suggestions`, { headers: bob.headers });
    expect((await read()).body).toMatchObject({
      suggestions: [{ memberHandle: ada.handle, memberRole: 'moderator' }],
    });
    await api.db
      .update(users)
      .set({ [at]: testNow })
      .where(sql`id = ${ada.id}::bigint`);
    const { body } = await read();
    expect(body).toMatchObject({ suggestions: [{ memberHandle: 'former-member' }] });
    expect(JSON.stringify(body)).not.toContain('memberRole');
  },
);
