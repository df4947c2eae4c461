import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { RuleCheck, RuledForm } from '@/lib/contract/rule';
import { momentOf, type StoredText, withTexts } from '@/server/base/stored-text';
import { REQUIRED, type SiteRules } from '@/server/fields/rules-schema';
import { fold } from '@/server/text/fold';
import { hostOfURL } from '@/server/text/shown-host';
import { siteOf } from '@/server/commands/decisions/queue-entry';
import { text } from '@/lib/texts/texts';

export const RULED_DAYS = 90;
const cooldownMsMax = 30 * DAY_MS;
/** Below this many submissions, no rejection share is judged. */
const sharedMin = 4;

export type Check = Omit<RuleCheck, 'rule' | 'sentence'> & { sentence: StoredText };
/** What a rule says of a form. */
export type FoundCheck = Check & Pick<RuleCheck, 'rule'>;
export type Submitted = { id: string; url: string; createdAt: Date };
type Rejections = { count: number; lastAt: Date | undefined };

export function judgeAge(least: number, subject: string, since: Date | null, now: Date): Check {
  if (!since)
    return {
      outcome: 'unknown',
      field: 'url',
      sentence: text(
        'rule.ageUnknown',
        'The age of {subject} could not be measured; this site asks for {least, plural, one {# day} other {# days}}.',
        { subject, least },
      ),
    };
  const age = Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));
  const values = { subject, since: since.toISOString().slice(0, 10), age, least };
  if (age >= least)
    return {
      outcome: 'passed',
      field: 'url',
      sentence: text(
        'rule.oldEnough',
        '{subject} has existed since {since}, for {age, plural, one {# day} other {# days}}; this site asks for {least, plural, one {# day} other {# days}}.',
        values,
      ),
    };
  const passesAt = new Date(since.getTime() + least * DAY_MS);
  return {
    outcome: 'failed',
    field: 'url',
    sentence: withTexts(
      text(
        'rule.tooYoung',
        '{subject} has existed since {since}, for {age, plural, one {# day} other {# days}}; this site asks for {least, plural, one {# day} other {# days}}. You can submit it at {moment}.',
        { ...values, moment: '' },
      ),
      { moment: momentOf(passesAt) },
    ),
    passesAt: passesAt.toISOString(),
  };
}

export const judgeOpen = (most: number, open: number): Check =>
  open < most
    ? {
        outcome: 'passed',
        sentence: text(
          'rule.fewOpen',
          '{open, plural, one {# submission of yours waits for a moderator; at most {most} may.} other {# submissions of yours wait for a moderator; at most {most} may.}}',
          { open, most },
        ),
      }
    : {
        outcome: 'failed',
        sentence: text(
          'rule.tooManyOpen',
          '{open, plural, one {# submission of yours waits for a moderator; at most {most} may.} other {# submissions of yours wait for a moderator; at most {most} may.}} Wait for a decision, or withdraw one.',
          { open, most },
        ),
      };

export function judgeCooldown(least: number, { count, lastAt }: Rejections, now: Date): Check {
  if (!lastAt)
    return {
      outcome: 'passed',
      sentence: text('rule.noRejection', 'None of your submissions was rejected in {days} days.', {
        days: RULED_DAYS,
      }),
    };
  const waitMs = Math.min(least * HOUR_MS * 2 ** Math.min(count - 1, 20), cooldownMsMax);
  const passesAt = new Date(lastAt.getTime() + waitMs);
  const values = { count, days: RULED_DAYS, lastMoment: '', hours: Math.round(waitMs / HOUR_MS) };
  const lastMoment = momentOf(lastAt);
  if (passesAt <= now)
    return {
      outcome: 'passed',
      sentence: withTexts(
        text(
          'rule.waited',
          'You have had {count, plural, one {# rejection} other {# rejections}} in {days} days, the last at {lastMoment}; this site asks you to wait {hours, plural, one {# hour} other {# hours}}.',
          values,
        ),
        { lastMoment },
      ),
    };
  return {
    outcome: 'failed',
    sentence: withTexts(
      text(
        'rule.waits',
        'You have had {count, plural, one {# rejection} other {# rejections}} in {days} days, the last at {lastMoment}; this site asks you to wait {hours, plural, one {# hour} other {# hours}}. You can submit again at {moment}.',
        { ...values, moment: '' },
      ),
      { lastMoment, moment: momentOf(passesAt) },
    ),
    passesAt: passesAt.toISOString(),
  };
}

export function judgeShare(
  most: number,
  link: string,
  history: readonly Submitted[],
  now: Date,
): Check | undefined {
  if (!canParseURL(link)) return undefined;
  const site = siteOf(link);
  const times = history.map(({ url, createdAt }) => ({ isSame: siteOf(url) === site, createdAt }));
  const shareAt = (at: Date) => {
    const counted = times.filter(({ createdAt }) => createdAt.getTime() > at.getTime() - RULED_DAYS * DAY_MS);
    const same = counted.filter(({ isSame }) => isSame).length + 1;
    const all = counted.length + 1;
    return { same, all, passes: all < sharedMin || (same / all) * 100 <= most };
  };
  const { same, all, passes } = shareAt(now);
  const values = { same, all, days: RULED_DAYS, site, percent: Math.round((same / all) * 100), most };
  const sentence = text(
    'rule.share',
    '{same} of your {all} submissions in {days} days would be from {site}, {percent}%; at most {most}% may be, from the fourth submission on.',
    values,
  );
  if (passes) return { outcome: 'passed', field: 'url', sentence };
  const passesAt = times
    .map(({ createdAt }) => new Date(createdAt.getTime() + RULED_DAYS * DAY_MS))
    .toSorted((a, b) => a.getTime() - b.getTime())
    .find((at) => shareAt(at).passes);
  return {
    outcome: 'failed',
    field: 'url',
    sentence: passesAt
      ? withTexts(
          text(
            'rule.shareTooLarge',
            '{same} of your {all} submissions in {days} days would be from {site}, {percent}%; at most {most}% may be, from the fourth submission on. You can submit it at {moment}, or after something else.',
            { ...values, moment: '' },
          ),
          { moment: momentOf(passesAt) },
        )
      : sentence,
    ...(passesAt && { passesAt: passesAt.toISOString() }),
  };
}

const FIELD_OF = { description: 'description', icon: 'iconURL', screenshot: 'screenshotURL' } as const;

export function judgeRequired({ requiredFields }: SiteRules, form: RuledForm): Check | undefined {
  if (requiredFields.length === 0) return undefined;
  const isFilled = {
    description: form.description.trim() !== '',
    icon: form.hasIcon,
    screenshot: form.hasScreenshot,
  };
  const missing = requiredFields.filter((field) => !isFilled[field]);
  const asked = requiredFields.map((each) => REQUIRED[each]);
  const [first] = missing;
  if (first === undefined)
    return {
      outcome: 'passed',
      sentence: withTexts(
        text('rule.nothingMissing', 'This site asks for {asked}. Nothing is missing.', { asked: '' }),
        { asked },
      ),
    };
  return {
    outcome: 'failed',
    field: FIELD_OF[first],
    sentence: withTexts(
      text('rule.missing', 'This site asks for {asked}. Still missing: {missing}.', {
        ...{ asked: '', missing: '' },
      }),
      { asked, missing: missing.map((each) => REQUIRED[each]) },
    ),
  };
}

export function judgeDeclaration({ declaration }: SiteRules, { isMaker }: RuledForm): Check | undefined {
  if (!declaration) return undefined;
  if (isMaker === undefined || isMaker === null)
    return {
      outcome: 'failed',
      field: 'isMaker',
      sentence: text('rule.declarationMissing', 'Say whether you made this {noun} yourself.'),
    };
  const sentence = isMaker
    ? text('rule.madeBySubmitter', 'The submitter has made this {noun}.')
    : text('rule.notMadeBySubmitter', 'The submitter has not made this {noun}.');
  return { outcome: 'passed', field: 'isMaker', sentence };
}

const wordsOf = (form: string) =>
  ` ${fold(form)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

export function judgeWords({ refusedWords }: SiteRules, form: RuledForm): Check | undefined {
  if (refusedWords.length === 0) return undefined;
  for (const field of ['name', 'tagline', 'description'] as const) {
    const words = wordsOf(form[field]);
    const word = refusedWords.find((each) => words.includes(wordsOf(each)));
    if (word !== undefined)
      return {
        outcome: 'failed',
        field,
        sentence: text(
          'rule.refusedWord',
          '{field, select, name {The name has the word “{word}”, which this site does not accept.} tagline {The tagline has the word “{word}”, which this site does not accept.} other {The description has the word “{word}”, which this site does not accept.}}',
          { field, word },
        ),
      };
  }
  return {
    outcome: 'passed',
    sentence: text('rule.noRefusedWord', 'The texts have no word that this site does not accept.'),
  };
}

export function judgeHosts({ refusedHosts }: SiteRules, link: string): Check | undefined {
  if (refusedHosts.length === 0 || !canParseURL(link)) return undefined;
  const host = hostOfURL(link);
  const refused = refusedHosts.find((each) => host === each || host.endsWith(`.${each}`));
  return refused === undefined
    ? {
        outcome: 'passed',
        field: 'url',
        sentence: text('rule.hostAccepted', 'Links to {host} are accepted.', { host }),
      }
    : {
        outcome: 'failed',
        field: 'url',
        sentence: text('rule.hostRefused', 'This site does not accept links to {host}.', { host: refused }),
      };
}
