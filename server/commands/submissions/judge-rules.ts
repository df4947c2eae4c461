import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { RuleCheck, RuledForm } from '@/lib/contract/rule';
import type { SiteRules } from '@/server/fields/rules-schema';
import { fold } from '@/server/text/fold';
import { hostOfURL } from '@/server/text/shown-host';
import { siteOf } from '@/server/commands/decisions/queue-entry';
import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

export const RULED_DAYS = 90;
const cooldownMsMax = 30 * DAY_MS;
/** Below this many submissions, no rejection share is judged. */
const sharedMin = 4;

export type Check = Omit<RuleCheck, 'rule'>;
export type Submitted = { id: string; url: string; createdAt: Date };
type Rejections = { count: number; lastAt: Date | undefined };

export const days = (count: number) =>
  count === 1 ? '1 day' : t('judgeRules.countDays', '{count} days', { count });
export const hours = (count: number) =>
  count === 1 ? '1 hour' : t('judgeRules.countHours', '{count} hours', { count });
const momentOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const dateOf = (at: Date) => at.toISOString().slice(0, 10);
const lists = perLanguage((language) => new Intl.ListFormat(language));
/** `a, b, and c`. */
export const listed = (words: readonly string[]) => lists().format(words);

export const withArticle = (field: string) =>
  field === 'icon' ? t('judgeRules.anIcon', 'an icon') : `a ${field}`;

export function judgeAge(least: number, subject: string, since: Date | null, now: Date): Check {
  const asked = t('judgeRules.thisSiteAsks', 'this site asks for {days}', { days: days(least) });
  if (!since)
    return {
      outcome: 'unknown',
      field: 'url',
      sentence: t('judgeRules.theAgeOfSubject', 'The age of {subject} could not be measured; {asked}.', {
        subject,
        asked,
      }),
    };
  const age = Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));
  const measured = t(
    'judgeRules.subjectHasExistedSince',
    '{subject} has existed since {dateOf}, for {days}; {asked}.',
    { subject, dateOf: dateOf(since), days: days(age), asked },
  );
  if (age >= least) return { outcome: 'passed', field: 'url', sentence: measured };
  const passesAt = new Date(since.getTime() + least * DAY_MS);
  return {
    outcome: 'failed',
    field: 'url',
    sentence: t('judgeRules.measuredYouCanSubmit', '{measured} You can submit it at {momentOf}.', {
      measured,
      momentOf: momentOf(passesAt),
    }),
    passesAt: passesAt.toISOString(),
  };
}

export function judgeOpen(most: number, open: number): Check {
  const sentence = t(
    'judgeRules.open',
    '{open, plural, one {1 submission of yours waits} other {{open} submissions of yours wait}} for a moderator; at most {most} may.',
    { open, most },
  );
  if (open < most) return { outcome: 'passed', sentence };
  return {
    outcome: 'failed',
    sentence: t('judgeRules.sentenceWait', '{sentence} Wait for a decision, or withdraw one.', { sentence }),
  };
}

export function judgeCooldown(least: number, { count, lastAt }: Rejections, now: Date): Check {
  if (!lastAt)
    return {
      outcome: 'passed',
      sentence: t(
        'judgeRules.noneOfYourSubmissions',
        'None of your submissions was rejected in {ruledDays} days.',
        { ruledDays: RULED_DAYS },
      ),
    };
  const waitMs = Math.min(least * HOUR_MS * 2 ** Math.min(count - 1, 20), cooldownMsMax);
  const passesAt = new Date(lastAt.getTime() + waitMs);
  const rejections =
    count === 1 ? '1 rejection' : t('judgeRules.countRejections', '{count} rejections', { count });
  const sentence = t(
    'judgeRules.youHaveHadRejections',
    'You have had {rejections} in {ruledDays} days, the last at {momentOf}; this site asks you to wait {hours}.',
    {
      rejections,
      ruledDays: RULED_DAYS,
      momentOf: momentOf(lastAt),
      hours: hours(Math.round(waitMs / HOUR_MS)),
    },
  );
  if (passesAt <= now) return { outcome: 'passed', sentence };
  return {
    outcome: 'failed',
    sentence: t('judgeRules.sentenceYouCanSubmit', '{sentence} You can submit again at {momentOf}.', {
      sentence,
      momentOf: momentOf(passesAt),
    }),
    passesAt: passesAt.toISOString(),
  };
}

export function judgeShare(
  most: number,
  link: string,
  history: readonly Submitted[],
  now: Date,
): Check | undefined {
  if (!URL.canParse(link)) return undefined;
  const site = siteOf(link);
  const times = history.map(({ url, createdAt }) => ({ isSame: siteOf(url) === site, createdAt }));
  const shareAt = (at: Date) => {
    const counted = times.filter(({ createdAt }) => createdAt.getTime() > at.getTime() - RULED_DAYS * DAY_MS);
    const same = counted.filter(({ isSame }) => isSame).length + 1;
    const all = counted.length + 1;
    return { same, all, passes: all < sharedMin || (same / all) * 100 <= most };
  };
  const { same, all, passes } = shareAt(now);
  const sentence = t(
    'judgeRules.sameOfYourAll',
    '{same} of your {all} submissions in {ruledDays} days would be from {site}, {round}%; at most {most}% may be, from the fourth submission on.',
    { same, all, ruledDays: RULED_DAYS, site, round: Math.round((same / all) * 100), most },
  );
  if (passes) return { outcome: 'passed', field: 'url', sentence };
  const expiries = times
    .map(({ createdAt }) => new Date(createdAt.getTime() + RULED_DAYS * DAY_MS))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const passesAt = expiries.find((at) => shareAt(at).passes);
  return {
    outcome: 'failed',
    field: 'url',
    sentence: passesAt
      ? t(
          'judgeRules.sentenceYouCanSubmit2',
          '{sentence} You can submit it at {momentOf}, or after something else.',
          { sentence, momentOf: momentOf(passesAt) },
        )
      : sentence,
    ...(passesAt && { passesAt: passesAt.toISOString() }),
  };
}

export function judgeRequired({ requiredFields }: SiteRules, form: RuledForm): Check | undefined {
  if (requiredFields.length === 0) return undefined;
  const isFilled = {
    description: form.description.trim() !== '',
    icon: form.hasIcon,
    screenshot: form.hasScreenshot,
  };
  const missing = requiredFields.filter((field) => !isFilled[field]);
  const asked = t('judgeRules.thisSiteAsks2', 'This site asks for {listed}', {
    listed: listed(requiredFields.map(withArticle)),
  });
  const [first] = missing;
  if (first === undefined)
    return {
      outcome: 'passed',
      sentence: t('judgeRules.askedNothingIsMissing', '{asked}. Nothing is missing.', { asked }),
    };
  const field = ({ description: 'description', icon: 'iconURL', screenshot: 'screenshotURL' } as const)[
    first
  ];
  return {
    outcome: 'failed',
    field,
    sentence: t('judgeRules.askedStillMissingListed', '{asked}. Still missing: {listed}.', {
      asked,
      listed: listed(missing.map(withArticle)),
    }),
  };
}

export function judgeDeclaration({ declaration }: SiteRules, { isMaker }: RuledForm): Check | undefined {
  if (!declaration) return undefined;
  const field = 'isMaker';
  if (isMaker === undefined || isMaker === null)
    return {
      outcome: 'failed',
      field,
      sentence: t('rule.declarationMissing', 'Say whether you made this {noun} yourself.'),
    };
  const sentence = isMaker
    ? t('rule.madeBySubmitter', 'The submitter has made this {noun}.')
    : t('rule.notMadeBySubmitter', 'The submitter has not made this {noun}.');
  return { outcome: 'passed', field, sentence };
}

const wordsOf = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

export function judgeWords({ refusedWords }: SiteRules, form: RuledForm): Check | undefined {
  if (refusedWords.length === 0) return undefined;
  for (const field of ['name', 'tagline', 'description'] as const) {
    const text = wordsOf(form[field]);
    const word = refusedWords.find((each) => text.includes(wordsOf(each)));
    if (word !== undefined)
      return {
        outcome: 'failed',
        field,
        sentence: t(
          'judgeRules.theField',
          'The {field} has the word “{word}”, which this site does not accept.',
          { field, word },
        ),
      };
  }
  return {
    outcome: 'passed',
    sentence: t('rule.noRefusedWord', 'The texts have no word that this site does not accept.'),
  };
}

export function judgeHosts({ refusedHosts }: SiteRules, link: string): Check | undefined {
  if (refusedHosts.length === 0 || !URL.canParse(link)) return undefined;
  const host = hostOfURL(link);
  const refused = refusedHosts.find((each) => host === each || host.endsWith(`.${each}`));
  return refused === undefined
    ? {
        outcome: 'passed',
        field: 'url',
        sentence: t('rule.hostAccepted', 'Links to {host} are accepted.', { host }),
      }
    : {
        outcome: 'failed',
        field: 'url',
        sentence: t('rule.hostRefused', 'This site does not accept links to {refused}.', { refused }),
      };
}
