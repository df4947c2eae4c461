import * as z from 'zod/mini';
import { defineCall } from './call';
import type { Role } from './user';
import { type Text, text } from '@/lib/texts/texts';

/** When somebody is told: never, within a minute, or at eight in the morning. */
export const NOTICE_TIMINGS = ['off', 'at-once', 'morning'] as const;
export type NoticeTiming = (typeof NOTICE_TIMINGS)[number];

type Kind = {
  label: Text;
  /** Who may read what it is about, and so be told of it. */
  role: Exclude<Role, 'member'>;
  /**
   * When somebody is told who has not chosen. At once: what harms visitors or somebody waits for a person's answer, and what
   * only an admin can mend. In the morning: what many people add to, and what harms no person until it is decided.
   */
  timing: NoticeTiming;
  /** Where it is dealt with. */
  page: `/moderation${string}`;
};

/** What admins and moderators are told of, in the order of the page and of emails. */
const KINDS = {
  submissions: {
    label: text('staffNotice.submissions', 'Submissions' /* what moderators are told of */),
    role: 'moderator',
    timing: 'morning',
    page: '/moderation',
  },
  reports: {
    label: text('staffNotice.reports', 'Reports' /* what moderators are told of */),
    role: 'moderator',
    timing: 'at-once',
    page: '/moderation/reports',
  },
  appeals: {
    label: text('moderationMenu.appeals', 'Appeals'),
    role: 'moderator',
    timing: 'morning',
    page: '/moderation/appeals',
  },
  suggestions: {
    label: text('moderationMenu.suggestedChanges', 'Suggested changes'),
    role: 'moderator',
    timing: 'morning',
    page: '/moderation/suggestions',
  },
  sites: {
    label: text('moderationMenu.changedSites', 'Changed sites'),
    role: 'moderator',
    timing: 'morning',
    page: '/moderation/sites',
  },
  messages: {
    label: text('moderationMenu.messages', 'Messages'),
    role: 'admin',
    timing: 'at-once',
    page: '/moderation/messages',
  },
  jobs: {
    label: text('staffNotice.jobs', 'Failed jobs'),
    role: 'admin',
    timing: 'at-once',
    page: '/moderation/jobs',
  },
  backups: {
    label: text('staffNotice.backups', 'Failed backups'),
    role: 'admin',
    timing: 'at-once',
    page: '/moderation/jobs',
  },
  disk: {
    label: text('staffNotice.disk', 'Disk nearly full'),
    role: 'admin',
    timing: 'at-once',
    page: '/moderation/jobs',
  },
  release: {
    label: text('staffNotice.release', 'New release' /* of the software of the site */),
    role: 'admin',
    timing: 'morning',
    page: '/moderation/jobs',
  },
} as const satisfies Record<string, Kind>;

export type NoticeKind = keyof typeof KINDS;
export const STAFF_NOTICES: Readonly<Record<NoticeKind, Kind>> = KINDS;
export const NOTICE_KINDS = Object.keys(KINDS).filter((kind): kind is NoticeKind => kind in KINDS);

export const NOTICE_RULES = {
  /** At which hour of the site's time zone the summary of the morning is due. */
  morningHour: 8,
  emailHours: 1,
  /** What is told is counted this far. */
  countedMax: 100,
  /** A job that fails for less is not told of: most failures pass. */
  failingMinutes: 10,
  /** A disk with less is nearly full. */
  freeGigabytesMin: 2,
  /** How many failed jobs an email names. */
  namesMax: 5,
} as const;

const answer = z.object({
  notices: z.array(z.object({ kind: z.enum(NOTICE_KINDS), timing: z.enum(NOTICE_TIMINGS) })),
  /** Where the emails go. Null without an email that a provider has verified. */
  email: z.nullable(z.string()),
  /** Whether the site sends emails at all. */
  sendsEmails: z.boolean(),
  /** The time zone of the morning. */
  timeZone: z.string(),
});
export type StaffNoticeChoices = z.infer<typeof answer>;

export const findStaffNoticesCall = defineCall({
  method: 'get',
  path: '/moderation/notices',
  summary: text(
    'calls.findStaffNotices',
    'What the viewer is told by email of the work that waits, as far as the role of the viewer may see it.',
  ),
  access: 'moderator',
  answer,
  errors: [],
});

export const chooseStaffNoticeCall = defineCall({
  method: 'put',
  path: '/moderation/notices/:kind',
  summary: text(
    'calls.chooseStaffNotice',
    'Chooses when the viewer is told of one kind of work: never, at once or each morning. Emails are at least an hour apart.',
  ),
  access: 'moderator',
  params: z.object({ kind: z.enum(NOTICE_KINDS) }),
  body: z.object({ timing: z.enum(NOTICE_TIMINGS) }),
  answer,
  errors: [],
});

export const stopStaffNoticesCall = defineCall({
  method: 'post',
  path: '/staff-notices/one-click',
  // A mail service posts for many readers from few addresses. The token is signed: guessing it is hopeless.
  limits: [],
  summary: text(
    'calls.stopStaffNotices',
    'Switches off what a notice to a moderator was about. Mail programs post to this address, which is in the header of every notice (RFC 8058). Safe to repeat.',
  ),
  query: z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) }),
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  bodyBytesMax: 1_024,
  answer: z.object({ message: z.string() }),
  errors: ['not_found'],
});
