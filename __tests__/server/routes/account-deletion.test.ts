import { eq, sql } from 'drizzle-orm';
import { productEdits, products, users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { listPersonalData } from '@/server/queries/account/account-deletion';
import { buildProduct, buildUser } from '../../setup/build';
import { buildPersonalData, tableNames } from '../../setup/personal-data';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const dayMs = 24 * 60 * 60 * 1000;
const daysLater = (days: number) => new Date(testNow.getTime() + days * dayMs);

type Headers = Record<string, string>;
const readAccount = (headers: Headers) =>
  api.request('GET', '/api/user/private/getProtectedUserInfo', { headers });
const change = (headers: Headers, body: object) =>
  api.request('PATCH', '/api/user/private/profile', { headers, body });
const remove = (headers: Headers) => api.request('DELETE', '/api/user/private/account', { headers });
const restore = (headers: Headers) => api.request('POST', '/api/user/private/account/restore', { headers });

describe('deleting the account', () => {
  it('is due in 14 days, ends the other sessions and allows only its cancellation', async () => {
    const ada = await buildUser(api.db);
    const [here, there] = [await api.signIn(ada), await api.signIn(ada)];

    const requested = await remove(here);

    expect(requested.body).toMatchObject({ deletionDueAt: daysLater(14).toISOString() });
    expect((await readAccount(there)).status).toBe(401);
    expect((await readAccount(here)).body).toMatchObject({
      user: { deletionDueAt: daysLater(14).toISOString() },
    });
    expect(await change(here, { name: 'New' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });

    expect(await restore(here)).toMatchObject({ status: 200 });
    expect(await change(here, { name: 'New' })).toMatchObject({ status: 200 });
    api.clock.now = daysLater(15);
    expect(await deleteDueAccounts(api.deps())).toBe(0);
  });

  it('needs a sign-in of the last five minutes, and says so without ending the session', async () => {
    const ada = await buildUser(api.db);
    const headers = await api.signIn(ada);

    api.clock.now = new Date(testNow.getTime() + 5 * 60_000 + 1);
    expect(await remove(headers)).toMatchObject({
      status: 401,
      body: {
        code: 'unauthenticated',
        message: "Sign in again to do this, so that we know it's you.",
        fields: { accessToken: 'The sign-in is older than 5 minutes.' },
      },
    });
    expect(await readAccount(headers)).toMatchObject({
      status: 200,
      body: { user: expect.not.objectContaining({ deletionDueAt: expect.anything() }) },
    });

    api.clock.now = new Date(testNow.getTime() + 5 * 60_000);
    expect((await remove(headers)).status).toBe(200);
  });

  it('is not delayed by a second request', async () => {
    const ada = await buildUser(api.db);
    await remove(await api.signIn(ada));
    api.clock.now = daysLater(3);

    expect((await remove(await api.signIn(ada))).body).toMatchObject({
      deletionDueAt: daysLater(14).toISOString(),
    });
  });

  it('hides the user from the public immediately, and shows the user again when cancelled', async () => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
    const { slug } = await buildProduct(api.db, { submitterId: ada.id });
    const headers = await api.signIn(ada);
    const publicView = async () => {
      const { body } = await api.request('GET', `/api/products/${slug}`);
      return { body, profile: (await api.request('GET', '/api/users/ada')).status };
    };
    const shown = { body: { product: { submitter: { handle: 'ada' } } }, profile: 200 };
    expect(await publicView()).toMatchObject(shown);

    await remove(headers);
    expect(await publicView()).toMatchObject({ body: { product: { submitter: null } }, profile: 404 });

    await restore(headers);
    expect(await publicView()).toMatchObject(shown);
  });

  it('deletes all data of the user, keeps published products, and does not change other users', async () => {
    const ada = await buildPersonalData(api, 'ada');
    const eve = await buildPersonalData(api, 'eve');
    const eveBefore = await listPersonalData(api.db, eve.user.id);
    await remove(ada.headers);
    api.clock.now = new Date(daysLater(14).getTime() - 1);
    expect(await deleteDueAccounts(api.deps())).toBe(0);

    api.clock.now = daysLater(14);
    expect(await deleteDueAccounts(api.deps())).toBe(1);

    expect((await readAccount(ada.headers)).status).toBe(401);
    // The slug of a published product belongs to the product.
    for (const table of await tableNames(api)) {
      // The privacy page says what outlives an account.
      if (table === 'kept_records') continue;
      const { rows } = await api.db.execute<{ text: string }>(
        sql`SELECT replace(to_jsonb(t)::text, 'approved-of-ada', '') AS text FROM ${sql.identifier(table)} t`,
      );
      const traces = rows.filter(({ text }) => /\bada\b/.test(text)).map(({ text }) => text);
      // Data of an unverified email belongs to the owner of the email. The key of a file is random.
      expect([table, traces.filter((text) => !/claimed@x\.example|image-ada/.test(text))]).toEqual([
        table,
        [],
      ]);
    }
    const published = await api.request('GET', '/api/products/approved-of-ada');
    expect(published.body).toMatchObject({
      product: {
        name: 'Kept',
        submitter: { handle: 'former-member', name: 'a former member', avatarURL: null },
      },
    });
    expect(await api.db.select().from(products).where(eq(products.id, ada.pending.id))).toEqual([]);
    expect(await api.db.select().from(products).where(eq(products.id, ada.rejected.id))).toEqual([]);
    expect(await api.db.select().from(products).where(eq(products.id, ada.reactedTo.id))).toMatchObject([
      { upvoteCount: 4, rankingUpvoteCount: 3, bookmarkCount: 2 },
    ]);
    expect(await listPersonalData(api.db, eve.user.id)).toEqual(eveBefore);
  });

  it('transfers the published products of all deleted users to one former member', async () => {
    for (const mark of ['ada', 'eve']) await remove((await buildPersonalData(api, mark)).headers);
    api.clock.now = daysLater(14);

    expect(await deleteDueAccounts(api.deps())).toBe(2);

    expect(await api.db.select().from(users)).toMatchObject([{ handle: 'former-member' }]);
  });

  it('deletes the edit in the queue, and keeps the approved version public', async () => {
    const ada = await buildPersonalData(api, 'ada');
    await remove(ada.headers);
    api.clock.now = daysLater(14);
    await deleteDueAccounts(api.deps());

    expect(await api.db.select().from(productEdits)).toEqual([]);
    const published = await api.db.select().from(products).where(eq(products.id, ada.approved.id));
    expect(published).toMatchObject([{ name: 'Kept', status: 'approved', reviewStatus: 'approved' }]);
  });

  it('deletes the identities, so that a new sign-in creates a new user', async () => {
    const ada = await buildPersonalData(api, 'ada');
    await remove(ada.headers);
    api.clock.now = daysLater(14);
    await deleteDueAccounts(api.deps());

    expect(await api.db.select().from(identities)).toEqual([]);
  });
});
