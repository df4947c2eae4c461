import { listReportsCall, listOwnReportsCall } from '@/lib/contract/report';
import { emailTasks } from '@/server/commands/send-mail';
import { auditEntries } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';
import { runNext } from './tasks';

/** The requests of reporters and of the moderators who decide. */
export function setUpReportCalls(api: TestApp) {
  const signedInUser = (overrides = {}) => buildSignedInUser(api, overrides);
  const buildModerator = () => signedInUser({ role: 'moderator' });

  const report = (id: string, body: object, user?: SignedInUser) =>
    api.request('POST', `/api/products/${id}/reports`, { headers: user?.headers, body });

  const decide = (user: SignedInUser, id: string, body: object) =>
    api.request('POST', `/api/moderation/products/${id}/reports`, {
      headers: user.headers,
      body: { outcome: 'upheld', seen: api.clock.now.toISOString(), ...body },
    });

  async function listReported({ headers }: SignedInUser, after?: string) {
    const query = after === undefined ? '' : `?after=${after}`;
    const { body } = await api.request('GET', `/api/moderation/reports${query}`, { headers });
    return listReportsCall.answer.parse(body);
  }

  async function listOwn({ headers }: SignedInUser) {
    const { body } = await api.request('GET', '/api/user/private/reports', { headers });
    return listOwnReportsCall.answer.parse(body).reports;
  }

  const actions = async () =>
    (await api.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action);

  async function verifyEmail(user: SignedInUser, email: string): Promise<void> {
    await api.db.insert(identities).values({
      ...{
        issuer: 'local',
        subject: email,
        userId: user.id,
        provider: 'google.com',
        email,
        isEmailVerified: true,
      },
    });
  }

  async function sentEmails() {
    api.sent.length = 0;
    while (await runNext(emailTasks, api.deps()));
    return api.sent.map(({ to, subject, text }) => ({ to, subject, text }));
  }
  return {
    signedInUser,
    buildModerator,
    report,
    decide,
    listReported,
    listOwn,
    actions,
    verifyEmail,
    sentEmails,
  };
}
