import { desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { presentOpenAPI } from '@/server/presenters/openapi';
import { CALLS } from '@/lib/contract/calls';
import { sessions } from '@/server/db/schema/sign-in-schema';
import { buildUser } from '../setup/build';
import { importEntries } from '../setup/import-permissions';
import { EDIT_PERMISSIONS } from '../setup/edit-permissions';
import {
  account,
  type Actor,
  ACTORS,
  admin,
  anyone,
  emptyRequest,
  type Entry,
  member,
  moderator,
} from '../setup/permission-entries';
import {
  buildPermissionWorld,
  ofBatch,
  ofListed,
  noSite,
  ofPair,
  ofPending,
  ofWaitingPair,
  type PermissionWorld,
  reaction,
  submission,
  withoutPrice,
} from '../setup/permission-world';
import { tagEntries } from '../setup/tag-permissions';
import { MEMBER_PERMISSIONS } from '../setup/member-permissions';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
// Other users get 404, which does not reveal that the row exists.
const ownersAlone = { banned: 404, 'in deletion': 404, 'other member': 404, moderator: 404, admin: 404 };
const token = 'x'.repeat(43);
const oneClick = { 'List-Unsubscribe': 'One-Click' };
/** Permissions: one line for each endpoint of the OpenAPI document. */
const TABLE: Record<string, Entry> = {
  'GET /products': anyone(),
  'GET /products/{slug}': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /products/{slug}/related': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /products/{slug}/votes': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /products/{slug}/alternatives': anyone(({ approved }) => ({ params: { slug: approved.slug } })),
  'GET /alternatives': anyone(({ approved }) => ({ query: `ids=${approved.id}` })),
  'GET /tags': anyone(),
  'GET /fields': anyone(),
  'GET /filters': anyone(),
  'GET /overview': anyone(),
  'GET /moderation-log': anyone(),
  'GET /users/{handle}': anyone(({ owner }) => ({ params: { handle: owner.handle } })),
  'POST /newsletter/subscribe': anyone(({ serial }) => ({ body: { email: `${serial}@x.example` } })),
  'GET /newsletter/confirm': anyone(() => ({ query: `token=${token}` }), 404),
  'POST /newsletter/confirm': anyone(() => ({ body: { token } }), 404),
  'POST /newsletter/unsubscribe': anyone(() => ({ body: { token } }), 404),
  'POST /newsletter/one-click': anyone(() => ({ query: `token=${token}`, body: oneClick }), 404),
  'GET /newsletter/preferences': anyone(() => ({ query: `token=${token}` }), 404),
  'POST /newsletter/preferences': anyone(() => ({ body: { token, scope: 'all' } }), 404),
  'POST /contact': anyone(() => ({ body: { email: 'a@x.example', message: 'A message to the site.' } })),
  ...MEMBER_PERMISSIONS,
  // The request is not from this machine. Other tests cover sign-in.
  'GET /user/login/google': anyone(emptyRequest, 403),
  'GET /user/login/identity': anyone(),
  'GET /user/login/github': anyone(emptyRequest, 403),
  'GET /user/login/oidc': anyone(emptyRequest, 403),
  'POST /user/login/from-firebase': anyone(() => ({ body: { provider: 'google.com', idToken: 'x' } }), 403),
  'POST /user/invitation': anyone(() => ({ body: { token } }), 404),
  'GET /user/checkAuthenticate': anyone(),
  'GET /user/private/getProtectedUserInfo': account(),
  'POST /user/private/logout': account(() => ({ body: {} })),
  'GET /user/private/sessions': account(),
  'DELETE /user/private/sessions/{id}': account(
    ({ ownSessionId }) => ({ params: { id: ownSessionId } }),
    ownersAlone,
  ),
  'PATCH /user/private/profile': member(() => ({ body: { name: 'New' } })),
  'GET /user/private/identities': account(),
  'POST /user/private/identities': member(
    () => ({ body: { provider: 'google.com', idToken: 'x', providerToken: 'x' } }),
    {},
    403,
  ),
  'GET /user/private/export': account(),
  'DELETE /user/private/account': account(),
  'POST /user/private/account/restore': account(),
  'POST /user/private/products/preview': member(() => ({ body: { url: 'http://127.0.0.1/' } }), {}, 400),
  'GET /user/private/duplicates': member(() => ({ query: 'name=Pro' })),
  'POST /user/private/descriptions/preview': member(() => ({ body: { description: '*a*' } })),
  'POST /user/private/products': member((world) => ({ body: submission(world) }), {}, 201),
  'GET /user/private/products': account(),
  'GET /user/private/products/{id}': account(({ pending }) => ({ params: { id: pending.id } }), {
    ...ownersAlone,
    moderator: 200,
    admin: 200,
  }),
  'PATCH /user/private/products/{id}': member(
    ({ pending }) => ({ params: { id: pending.id }, body: { tagline: 'Another line about it' } }),
    { ...ownersAlone, banned: 403, 'in deletion': 403 },
  ),
  'DELETE /user/private/products/{id}': member(ofPending, {
    ...ownersAlone,
    banned: 403,
    'in deletion': 403,
  }),
  // Without a file, so that no image is stored. The server checks permissions before it reads the body.
  'POST /user/private/images': member(() => ({ body: {} }), {}, 415),
  'GET /moderation/products': moderator(),
  'POST /moderation/products/{id}/approve': moderator(ofPending),
  'POST /moderation/products/{id}/reject': moderator(ofPending),
  'GET /moderation/groups': moderator(),
  'GET /moderation/products/{id}/context': moderator(({ pending: { id } }) => ({ params: { id } })),
  // Tests read no page of the web.
  'GET /moderation/products/{id}/page': moderator(() => ({ params: { id: '999999' } }), 404),
  'PUT /moderation/products/{id}/snooze': moderator(ofPending),
  'POST /moderation/decisions': moderator(ofBatch),
  'POST /moderation/undo': moderator(ofBatch),
  'PUT /moderation/products/{id}/discontinuation': moderator(ofListed),
  // A listed product cannot be listed again.
  'DELETE /moderation/products/{id}/discontinuation': moderator(ofListed, 409),
  'GET /moderation/alternatives': moderator(),
  'POST /moderation/alternatives/{id}/approve': moderator(ofWaitingPair),
  'POST /moderation/alternatives/{id}/reject': moderator(ofWaitingPair),
  'DELETE /moderation/alternatives/{id}': moderator(ofPair),
  'POST /user/private/alternatives': member(
    ({ approved, unpaired }) => ({ body: { productId: approved.id, alternativeId: unpaired.id } }),
    {},
    201,
  ),
  'GET /user/private/alternatives': account(),
  'PUT /user/private/alternatives/{id}/upvote': member(ofPair),
  'DELETE /user/private/alternatives/{id}/upvote': member(ofPair),
  'PATCH /moderation/products/{id}/fields': moderator(withoutPrice),
  'GET /moderation/invitations': moderator(),
  'POST /moderation/invitations': moderator(() => ({ body: { days: 7, usesMax: 1 } }), 201),
  ...importEntries,
  'GET /moderation/merges': moderator(),
  ...EDIT_PERMISSIONS,
  'DELETE /moderation/merges/{id}': moderator(() => ({ params: { id: '9' } }), 404),
  'GET /rules': anyone(),
  'POST /user/private/products/checks': member(() => ({ body: {} })),
  'GET /moderation/sites': moderator(),
  'POST /moderation/sites/{id}/accept': moderator(noSite, 404),
  'POST /moderation/sites/{id}/follow': moderator(noSite, 404),
  ...tagEntries,
  'GET /moderation/rings': moderator(),
  'POST /moderation/rings/{id}/set-aside': moderator(() => ({ params: { id: '9' } }), 404),
  'DELETE /moderation/rings/{id}/set-aside': moderator(() => ({ params: { id: '9' } }), 404),
  'GET /moderation/brakes': moderator(),
  'PUT /moderation/brakes/{name}': moderator(() => ({ params: { name: 'no-oidc' }, body: {} })),
  'DELETE /moderation/brakes/{name}': moderator(() => ({ params: { name: 'no-oidc' } })),
  'GET /moderation/jobs': moderator(),
  'GET /moderation/deliveries': moderator(),
  'POST /moderation/deliveries/{id}/retry': admin(() => ({ params: { id: '9' } }), 404),
  'GET /moderation/webhooks': admin(),
  'POST /moderation/webhooks': admin(
    () => ({ body: { url: 'https://ada.example.com/hook', format: 'slack', events: ['product.submitted'] } }),
    201,
  ),
  'DELETE /moderation/webhooks/{id}': admin(() => ({ params: { id: '9' } })),
  'POST /moderation/webhooks/{id}/test': admin(() => ({ params: { id: '9' } }), 404),
  'GET /moderation/messages': admin(),
  'POST /moderation/messages/{id}/answer': admin(
    () => ({ params: { id: '9' }, body: { text: 'Yes.' } }),
    404,
  ),
  'POST /moderation/messages/{id}/close': admin(() => ({ params: { id: '9' } }), 404),
  'POST /moderation/messages/{id}/reopen': admin(() => ({ params: { id: '9' } }), 404),
  'DELETE /moderation/invitations/{id}': moderator(() => ({ params: { id: '9' } }), 404),
  'PUT /user/private/upvotes/{productId}': member(reaction),
  'DELETE /user/private/upvotes/{productId}': member(reaction),
  'PUT /user/private/bookmarks/{productId}': member(reaction),
  'DELETE /user/private/bookmarks/{productId}': member(reaction),
  'GET /user/private/bookmarks': account(),
  'GET /user/private/reactions': account(({ approved }) => ({ query: `ids=${approved.id}` })),
};

async function headersOf(actor: Actor, { headers, owner }: PermissionWorld): Promise<Record<string, string>> {
  const letterAt = 'Bearer '.length + 90;
  const { accessToken } = headers;
  switch (actor) {
    case 'anonymous':
      return {};
    case 'cookie alone':
      return { cookie: `encrypted_token=${accessToken.replace('Bearer ', '')}` };
    case 'tampered': {
      const letter = accessToken[letterAt] === 'A' ? 'B' : 'A';
      return { accessToken: accessToken.slice(0, letterAt) + letter + accessToken.slice(letterAt + 1) };
    }
    case 'expired':
      return endedSession(owner, { expiresAt: testNow });
    case 'revoked':
      return endedSession(owner, { revokedAt: testNow });
    case 'owner':
      return headers;
    case 'banned':
      return api.signIn(await buildUser(api.db, { bannedAt: testNow, role: 'admin' }));
    case 'in deletion':
      return api.signIn(await buildUser(api.db, { deletionRequestedAt: testNow, role: 'admin' }));
    case 'other member':
      return api.signIn(await buildUser(api.db));
    case 'moderator':
    case 'admin':
      return api.signIn(await buildUser(api.db, { role: actor }));
  }
}

/** Headers with a further session of the user, which has ended. */
async function endedSession(user: PermissionWorld['owner'], end: { expiresAt: Date } | { revokedAt: Date }) {
  const headers = await api.signIn(user);
  const [newest] = await api.db.select().from(sessions).orderBy(desc(sessions.id)).limit(1);
  await api.db
    .update(sessions)
    .set(end)
    .where(eq(sessions.id, newest?.id ?? ''));
  return headers;
}

const operations = z.record(z.string(), z.record(z.string(), z.unknown()));
const { paths } = presentOpenAPI(CALLS, { siteName: '', siteURL: '', serverURL: '' });
const documented = Object.entries(operations.parse(paths)).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, method, path })),
);

it('has a line for each endpoint of the OpenAPI document, and no other lines', () => {
  expect(Object.keys(TABLE).sort()).toEqual(documented.map(({ name }) => name).sort());
});

describe.each(documented.filter(({ name }) => name in TABLE))('$name', ({ name, method, path }) => {
  it('returns the status of the table to each actor', async () => {
    const { statuses: expected, request: build } = TABLE[name] ?? {};
    const statuses: Record<string, number> = {};
    // A call that only reads, or is refused, leaves its rows as they are for the next actor.
    let unchanged: PermissionWorld | undefined;
    for (const actor of ACTORS) {
      const world: PermissionWorld = unchanged ?? (await buildPermissionWorld(api));
      const headers = await headersOf(actor, world);
      const { query, params = {}, body } = build?.(world) ?? {};
      const url = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
      const { status } = await api.request(method.toUpperCase(), `/api${url}${query ? `?${query}` : ''}`, {
        headers,
        body,
      });
      statuses[actor] = status;
      unchanged = method === 'get' || status >= 400 ? world : undefined;
      await api.db.execute('DELETE FROM rate_limits');
    }

    expect(statuses).toEqual(expected);
  });
});
