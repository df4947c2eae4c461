import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './plain/durations';

type RateLimit = {
  calls: number;
  spanMs: number;
  /**
   * Whose calls are counted together. The network of an IPv6 address (/64) counts as one address. All addresses of a /56
   * may make twice as many calls together, those of a /48 four times, those of an IPv4 /24 eight times as many. A
   * recipient is the person that an email is for, not the person who asks for it.
   */
  by: 'user' | 'address' | 'identity' | 'recipient';
  /**
   * Where the calls are counted.
   *
   * `database`: for limits on what one person can do to the community or to other people. All processes share them,
   * and a restart does not reset them; a crash of the database does. The span begins with the first call.
   *
   * `process`: for limits that protect the process that answers. They cost no query, and the span slides: it always
   * ends now.
   */
  countedIn: 'database' | 'process';
  /** Only for users whose account is younger. */
  accountAgeMsMax?: number;
  /** Whether a call that the server refused with a status below 500 counts. Default: true. */
  countsRefusals?: boolean;
};

const inDatabase = (calls: number, spanMs: number, by: RateLimit['by']) =>
  ({ calls, spanMs, by, countedIn: 'database' }) as const satisfies RateLimit;
const inProcess = (calls: number, spanMs: number, by: RateLimit['by']) =>
  ({ calls, spanMs, by, countedIn: 'process' }) as const satisfies RateLimit;

/**
 * Every rate limit of the site. Those of public calls let ten addresses take at most a quarter of the main thread: the
 * drill `request-cost` measures it.
 */
export const RATE_LIMITS = {
  /** Images, the documentation, and searches before the response cache: cheap, and many on one page. */
  requestByAddress: inProcess(1_800, MINUTE_MS, 'address'),
  /** Does not count responses from the response cache. */
  readByAddress: inProcess(600, MINUTE_MS, 'address'),
  readByUser: inProcess(600, MINUTE_MS, 'user'),
  /** Every call that may change something, in addition to its own limit. Counts before the session is looked up. */
  changeByAddress: inProcess(600, MINUTE_MS, 'address'),
  /**
   * A search per keystroke. Does not count responses from the response cache. A long answer counts several times: see
   * `SEARCH_LIMITS.answerCharsPerSearch`. A search takes 3 to 12 ms, so ten addresses take a quarter of the main thread
   * at most.
   */
  searchByAddress: inProcess(300, MINUTE_MS, 'address'),
  searchBurstByAddress: inProcess(60, 5 * SECOND_MS, 'address'),
  /**
   * Pages that the page cache does not have, pages as Markdown, and feeds that the response cache does not have: each is
   * rendered for one request. A page takes 7 to 17 ms, so ten addresses take a quarter of the main thread at most. Seven
   * people behind one address can each open a page that no cache has every 6 seconds.
   */
  renderByAddress: inProcess(70, MINUTE_MS, 'address'),
  /** Those of them that are searches or pages after the first. */
  deepRenderByAddress: inProcess(60, 5 * SECOND_MS, 'address'),
  /** A sitemap has up to 50,000 pages. */
  sitemapByAddress: inProcess(60, MINUTE_MS, 'address'),
  /** The whole directory. */
  dataByAddress: inProcess(12, MINUTE_MS, 'address'),
  /** Cards that are not in the cache. */
  cardByAddress: inProcess(60, MINUTE_MS, 'address'),
  /** The checks that the submission form makes while it is filled in. */
  draftByUser: inProcess(120, MINUTE_MS, 'user'),
  signOutByUser: inProcess(60, MINUTE_MS, 'user'),

  signInByAddress: inDatabase(25, 5 * MINUTE_MS, 'address'),
  signInByIdentity: inDatabase(10, 5 * MINUTE_MS, 'identity'),
  emailCodeByAddress: inDatabase(10, 30 * MINUTE_MS, 'address'),
  /** Codes to the same address: 15 a day, each of which may be guessed five times, are one chance in 13,000. */
  emailCodeByRecipient: inDatabase(5, HOUR_MS, 'recipient'),
  emailCodeByRecipientPerDay: inDatabase(15, DAY_MS, 'recipient'),
  testEmailByUser: inDatabase(10, HOUR_MS, 'user'),
  linkByUser: inDatabase(10, 5 * MINUTE_MS, 'user'),
  newsletterByAddress: { ...inDatabase(5, 30 * MINUTE_MS, 'address'), countsRefusals: false },
  /** A confirmation email, on all lists together. */
  newsletterByRecipient: inDatabase(1, DAY_MS, 'recipient'),
  newsletterLinkByAddress: inDatabase(60, 30 * MINUTE_MS, 'address'),
  contactByAddress: { ...inDatabase(5, 30 * MINUTE_MS, 'address'), countsRefusals: false },
  /** The notices that one admin gets of messages. The messages themselves are always stored. */
  contactNoticeByRecipient: inDatabase(10, HOUR_MS, 'recipient'),
  submitByUser: { ...inDatabase(10, DAY_MS, 'user'), countsRefusals: false },
  submitByNewUser: { ...inDatabase(3, DAY_MS, 'user'), accountAgeMsMax: DAY_MS, countsRefusals: false },
  submitByAddress: { ...inDatabase(20, HOUR_MS, 'address'), countsRefusals: false },
  proposeByUser: { ...inDatabase(20, DAY_MS, 'user'), countsRefusals: false },
  proposeByAddress: { ...inDatabase(40, HOUR_MS, 'address'), countsRefusals: false },
  /** Reports products. The route counts those of members, because visitors make the call, too. */
  reportByUser: { ...inDatabase(20, DAY_MS, 'user'), countsRefusals: false },
  reportByAddress: { ...inDatabase(30, HOUR_MS, 'address'), countsRefusals: false },
  /** Reports that promise the outcome to the same email. */
  reportByRecipient: inDatabase(5, DAY_MS, 'recipient'),
  suggestByUser: { ...inDatabase(10, DAY_MS, 'user'), countsRefusals: false },
  suggestByAddress: { ...inDatabase(40, HOUR_MS, 'address'), countsRefusals: false },
  agreeByUser: inDatabase(60, HOUR_MS, 'user'),
  agreeByAddress: inDatabase(120, HOUR_MS, 'address'),
  claimByUser: inDatabase(20, HOUR_MS, 'user'),
  claimByAddress: inDatabase(40, HOUR_MS, 'address'),
  previewByUser: inDatabase(10, 10 * MINUTE_MS, 'user'),
  previewByAddress: inDatabase(30, HOUR_MS, 'address'),
  editByUser: inDatabase(60, HOUR_MS, 'user'),
  editByAddress: inDatabase(120, HOUR_MS, 'address'),
  withdrawByUser: inDatabase(30, HOUR_MS, 'user'),
  uploadByUser: inDatabase(10, HOUR_MS, 'user'),
  uploadByAddress: inDatabase(30, HOUR_MS, 'address'),
  upvoteByUser: inDatabase(30, MINUTE_MS, 'user'),
  upvoteByUserPerDay: inDatabase(200, DAY_MS, 'user'),
  upvoteByAddress: inDatabase(300, HOUR_MS, 'address'),
  bookmarkByUser: inDatabase(60, MINUTE_MS, 'user'),
  profileByUser: inDatabase(30, HOUR_MS, 'user'),
  exportByUser: inDatabase(10, HOUR_MS, 'user'),
  deletionByUser: inDatabase(10, HOUR_MS, 'user'),
  invitationByAddress: inDatabase(30, 30 * MINUTE_MS, 'address'),
  /** Every change by a member, while moderators have slow mode on. */
  slowChangeByUser: inProcess(6, MINUTE_MS, 'user'),
  moderateByUser: inDatabase(120, MINUTE_MS, 'user'),
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

export const rateLimit = (name: RateLimitName): RateLimit => RATE_LIMITS[name];

export type Quota = { limit: RateLimitName; remaining: number; resetSeconds: number };

/** The limits of each request that searches, whatever the format of its answer. */
export const SEARCH_RATE_LIMITS = [
  'searchByAddress',
  'searchBurstByAddress',
] as const satisfies readonly RateLimitName[];
