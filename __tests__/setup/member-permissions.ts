import { account, admin, anyone, type Entry, moderator } from './permission-entries';
import { ofListed, ofOwner, ofReports } from './permission-world';

const ofColor = () => ({ body: { basedOn: 0, changes: [{ name: 'SITE_COLOR', value: '#2563eb' }] } });

const ofPage = () => ({ params: { id: '9' } });
const somePage = {
  ...{ slug: 'about', title: 'About', body: '', place: 'none', position: 0, isPublished: false },
};

/** The lines of the permission table about reports, members and what is decided about them. */
export const MEMBER_PERMISSIONS: Readonly<Record<string, Entry>> = {
  'POST /products/{id}/reports': anyone(ofReports, 200, { refusesBarred: true }),
  'GET /user/private/reports': account(),
  'GET /user/private/removals': account(),
  'GET /moderation/reports': moderator(),
  'POST /moderation/products/{id}/reports': moderator(ofReports),
  'GET /moderation/removals': moderator(),
  'GET /moderation/setup': admin(),
  'POST /moderation/settings/test-email': admin(() => ({ body: { email: 'ada@example.com' } })),
  // Without a file, so that no image is stored.
  'POST /moderation/settings/logos': admin(() => ({ body: {} }), 415),
  'GET /moderation/settings': admin(),
  'GET /moderation/settings/versions': admin(),
  'POST /moderation/settings/checks': admin(ofColor),
  'PUT /moderation/settings': admin(ofColor),
  'POST /moderation/settings/versions/{version}/undo': admin(
    () => ({ params: { version: '9' }, body: { basedOn: 0 } }),
    404,
  ),
  'GET /moderation/pages': admin(),
  'POST /moderation/pages': admin(() => ({ body: somePage }), 201),
  'POST /moderation/pages/previews': admin(() => ({ body: { body: 'Text.' } })),
  'GET /moderation/pages/{id}': admin(ofPage, 404),
  'PUT /moderation/pages/{id}': admin(() => ({ ...ofPage(), body: { ...somePage, basedOn: 1 } }), 404),
  'DELETE /moderation/pages/{id}': admin(ofPage),
  'GET /moderation/pages/{id}/versions': admin(ofPage),
  'POST /moderation/pages/{id}/versions/{version}/restore': admin(
    () => ({ params: { id: '9', version: '9' }, body: { basedOn: 1 } }),
    404,
  ),
  'GET /moderation/subscribers': admin(),
  'POST /moderation/subscribers/exports': admin(() => ({ body: {} })),
  'POST /moderation/subscribers/imports': admin(() => ({ body: { text: 'ada@example.com' } })),
  'DELETE /moderation/subscribers/{id}': admin(ofPage, 404),
  'GET /moderation/backups': admin(),
  // The site of the test has no folder for backups.
  'POST /moderation/backups': admin(() => ({}), 503),
  'POST /moderation/backups/checks': admin(() => ({ body: { name: 'mine.backup' } }), 503),
  'POST /moderation/backups/links': admin(() => ({ body: { name: 'mine.backup' } }), 503),
  'POST /moderation/products/{id}/erase': admin(({ approved: { id } }) => ({
    params: { id },
    body: { ground: 'court-order' },
  })),
  'POST /moderation/products/{id}/restore': moderator(ofListed, 409),
  'GET /user/private/measures': account(),
  'POST /user/private/measures/{id}/acknowledge': account(() => ({ params: { id: '9' } }), 404),
  'POST /user/private/appeals': account(() => ({ body: { text: 'No.', measureId: '9' } }), 404),
  'GET /moderation/appeals': moderator(),
  'POST /moderation/appeals/{id}': moderator(
    () => ({ params: { id: '9' }, body: { outcome: 'upheld' } }),
    404,
  ),
  'GET /moderation/users': moderator(),
  'GET /moderation/users/{id}': moderator(({ owner: { id } }) => ({ params: { id } })),
  'POST /moderation/users/{id}/notes': moderator(ofOwner),
  'POST /moderation/users/{id}/warn': moderator(ofOwner),
  'POST /moderation/users/{id}/suspend': moderator(ofOwner),
  'POST /moderation/users/{id}/unsuspend': moderator(ofOwner, 409),
  'POST /moderation/users/{id}/ban': moderator(ofOwner),
  'POST /moderation/users/{id}/unban': moderator(ofOwner, 409),
  'GET /moderation/notices': moderator(),
  'PUT /moderation/notices/{kind}': moderator(() => ({
    params: { kind: 'reports' },
    body: { timing: 'off' },
  })),
  'POST /staff-notices/one-click': anyone(
    () => ({ query: `token=${'x'.repeat(43)}`, body: { 'List-Unsubscribe': 'One-Click' } }),
    404,
  ),
  'POST /moderation/users/{id}/role': admin(ofOwner),
};
