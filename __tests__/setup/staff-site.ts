import { tellStaffRegularly } from '@/server/jobs/staff-notice-jobs';
import { sendMail } from '@/server/jobs/task-jobs';
import { buildIdentity } from './build';
import { setUpModerationCalls } from './moderation-calls';
import { setUpReportCalls } from './report-calls';
import { buildSignedInUser, type SignedInUser } from './signed-in-user';
import { setUpTestApp } from './test-app';

const signal = () => new AbortController().signal;

/** A site that tells its moderators and admins what waits for them. */
export function setUpStaffSite(...parts: Parameters<typeof setUpTestApp>) {
  const api = setUpTestApp(...parts);

  /** With an email at `name`. */
  async function buildStaff(
    name: string,
    role: 'moderator' | 'admin' = 'moderator',
    others: Parameters<typeof buildSignedInUser>[1] = {},
  ): Promise<SignedInUser> {
    const person = await buildSignedInUser(api, { role, handle: name, ...others });
    await buildIdentity(api.db, person, { email: `${name}@x.example`, isEmailVerified: true });
    return person;
  }

  const later = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));

  return {
    api,
    buildStaff,
    later,
    /** Queues the emails that are due. */
    tell: () => tellStaffRegularly.run(api.deps(), signal()),
    /** Sends what is queued. */
    send: () => sendMail.run(api.deps(), signal()),
    /** Twenty seconds later, so that what was stored has settled. @returns the emails to one or all of them. */
    tellAndSend: async (name?: string) => {
      later(20_000);
      await tellStaffRegularly.run(api.deps(), signal());
      api.sent.length = 0;
      await sendMail.run(api.deps(), signal());
      return api.sent.filter(({ to }) => name === undefined || to === `${name}@x.example`);
    },
    choose: ({ headers }: SignedInUser, kind: string, timing: string) =>
      api.request('PUT', `/api/moderation/notices/${kind}`, { headers, body: { timing } }),
    calls: setUpModerationCalls(api),
    reports: setUpReportCalls(api),
  };
}
