import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { RuledForm } from '@/lib/contract/rule';
import { sayStored } from '@/server/base/stored-text';
import * as judgeRules from '@/server/commands/submissions/judge-rules';
import { NO_RULES } from '@/server/fields/rules-schema';
import { compileMessage } from '@/lib/texts/compile';
import { provideCatalog } from '@/lib/texts/language';
import { speakGerman } from '../../../setup/german';

/** With its sentence as it is shown. */
const shown =
  <Given extends unknown[]>(judge: (...given: Given) => judgeRules.Check | undefined) =>
  (...given: Given) => {
    const check = judge(...given);
    return check && { ...check, sentence: sayStored(check.sentence) };
  };
const judgeAge = shown(judgeRules.judgeAge);
const judgeCooldown = shown(judgeRules.judgeCooldown);
const judgeDeclaration = shown(judgeRules.judgeDeclaration);
const judgeHosts = shown(judgeRules.judgeHosts);
const judgeOpen = shown(judgeRules.judgeOpen);
const judgeRequired = shown(judgeRules.judgeRequired);
const judgeShare = shown(judgeRules.judgeShare);
const judgeWords = shown(judgeRules.judgeWords);

const now = new Date('2026-03-31T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

it.each([
  [30 * DAY_MS, 'passed', 'a.example has existed since 2026-03-01, for 30 days; this site asks for 30 days.'],
  [
    30 * DAY_MS - 1,
    'failed',
    'a.example has existed since 2026-03-01, for 29 days; this site asks for 30 days. You can submit it at 2026-03-31 12:00 UTC.',
  ],
  [
    DAY_MS,
    'failed',
    'a.example has existed since 2026-03-30, for 1 day; this site asks for 30 days. You can submit it at 2026-04-29 12:00 UTC.',
  ],
  [
    -DAY_MS,
    'failed',
    'a.example has existed since 2026-04-01, for 0 days; this site asks for 30 days. You can submit it at 2026-05-01 12:00 UTC.',
  ],
])('judges an age of %i ms where 30 days are asked for as %s', (ageMs, outcome, sentence) => {
  expect(judgeAge(30, 'a.example', ago(ageMs), now)).toMatchObject({ outcome, field: 'url', sentence });
});

it('does not know the age of what has none', () => {
  expect(judgeAge(1, 'a.example', null, now)).toEqual({
    ...{ outcome: 'unknown', field: 'url' },
    sentence: 'The age of a.example could not be measured; this site asks for 1 day.',
  });
});

it.each([
  [0, 'passed', '0 submissions of yours wait for a moderator; at most 2 may.'],
  [1, 'passed', '1 submission of yours waits for a moderator; at most 2 may.'],
  [
    2,
    'failed',
    '2 submissions of yours wait for a moderator; at most 2 may. Wait for a decision, or withdraw one.',
  ],
])('judges %i open submissions where two may be as %s', (open, outcome, sentence) => {
  expect(judgeOpen(2, open)).toEqual({ outcome, sentence });
});

it.each([
  [1, 1, 1],
  [1, 2, 2],
  [1, 3, 4],
  [24, 5, 384],
  [24, 6, 720],
  [24, 100, 720],
])(
  'asks for a wait of %i hours after %i rejections, doubled by each further one: %i',
  (least, count, hours) => {
    const judge = (sinceMs: number) => judgeCooldown(least, { count, lastAt: ago(sinceMs) }, now);
    expect(judge(hours * HOUR_MS)).toMatchObject({ outcome: 'passed' });
    expect(judge(hours * HOUR_MS - 1)).toMatchObject({
      outcome: 'failed',
      passesAt: new Date(now.getTime() + 1).toISOString(),
    });
  },
);

it('says how many rejections there were, and until when to wait', () => {
  expect(judgeCooldown(1, { count: 0, lastAt: undefined }, now)).toEqual({
    outcome: 'passed',
    sentence: 'None of your submissions was rejected in 90 days.',
  });
  expect(judgeCooldown(1, { count: 1, lastAt: now }, now)?.sentence).toBe(
    'You have had 1 rejection in 90 days, the last at 2026-03-31 12:00 UTC; this site asks you to wait 1 hour. You can submit again at 2026-03-31 13:00 UTC.',
  );
  expect(judgeCooldown(1, { count: 2, lastAt: ago(DAY_MS) }, now)?.sentence).toBe(
    'You have had 2 rejections in 90 days, the last at 2026-03-30 12:00 UTC; this site asks you to wait 2 hours.',
  );
});

describe('the share of a domain', () => {
  const at = (host: string, days: number) => ({
    ...{ id: `${host} ${days}`, url: `https://${host}/`, createdAt: ago(days * DAY_MS) },
  });
  const judge = (...history: ReturnType<typeof at>[]) => judgeShare(50, 'https://a.example/x', history, now);

  it('is judged from the fourth submission on, and may be as large as allowed', () => {
    expect(judge(at('a.example', 1), at('a.example', 2))?.outcome).toBe('passed');
    expect(judge(at('a.example', 1), at('b.example', 2), at('b.example', 3))).toEqual({
      ...{ outcome: 'passed', field: 'url' },
      sentence:
        '2 of your 4 submissions in 90 days would be from a.example, 50%; at most 50% may be, from the fourth submission on.',
    });
  });

  it('says when the first submissions are old enough to make room', () => {
    expect(judge(at('a.example', 80), at('a.example', 1), at('b.example', 2))).toMatchObject({
      ...{ outcome: 'failed', field: 'url', passesAt: '2026-04-10T12:00:00.000Z' },
      sentence:
        '3 of your 4 submissions in 90 days would be from a.example, 75%; at most 50% may be, from the fourth submission on. You can submit it at 2026-04-10 12:00 UTC, or after something else.',
    });
  });

  it('counts the last 90 days, and nothing of what is no link', () => {
    const others = [at('a.example', 1), at('b.example', 2)] as const;
    expect(judge(at('a.example', 90), ...others)?.sentence).toMatch(/^2 of your 3 submissions/);
    expect(judge(at('a.example', 89.9), ...others)?.sentence).toMatch(/^3 of your 4 submissions/);
    expect(judgeShare(50, 'a.example', [], now)).toBeUndefined();
  });
});

const form: RuledForm = {
  ...{ url: 'https://a.example/', name: 'Ada', tagline: 'Draws things', description: 'A tool.' },
  ...{ hasIcon: true, hasScreenshot: true, isMaker: true },
};

it('names what is required and missing', () => {
  const rules = {
    ...NO_RULES,
    requiredFields: ['description' as const, 'icon' as const, 'screenshot' as const],
  };
  const asked = 'This site asks for a description, an icon, and a screenshot.';
  expect(judgeRequired(NO_RULES, form)).toBeUndefined();
  expect(judgeRequired(rules, form)).toEqual({ outcome: 'passed', sentence: `${asked} Nothing is missing.` });
  expect(judgeRequired(rules, { ...form, description: ' ' })).toMatchObject({
    ...{ field: 'description', sentence: `${asked} Still missing: a description.` },
  });
  expect(judgeRequired(rules, { ...form, hasIcon: false, hasScreenshot: false })).toEqual({
    ...{ outcome: 'failed', field: 'iconURL' },
    sentence: `${asked} Still missing: an icon and a screenshot.`,
  });
  expect(judgeRequired(rules, { ...form, hasScreenshot: false })?.field).toBe('screenshotURL');
});

it('lists and counts as another language does', () => {
  const texts = {
    'rule.missing': 'Verlangt: {asked}. Es fehlt: {missing}.',
    'rule.aDescription': 'eine Beschreibung',
    'rule.anIcon': 'ein Symbol',
    'rule.ageUnknown': '{least, plural, one {# Tag} other {# Tage}} für {subject}.',
  };
  const messages = new Map(Object.entries(texts).map(([key, icu]) => [key, compileMessage(icu)]));
  provideCatalog({ ...{ language: 'de', direction: 'ltr', prefix: '' }, messages });
  try {
    const rules = { ...NO_RULES, requiredFields: ['description' as const, 'icon' as const] };
    expect(judgeRequired(rules, { ...form, hasIcon: false })?.sentence).toBe(
      'Verlangt: eine Beschreibung und ein Symbol. Es fehlt: ein Symbol.',
    );
    expect(judgeAge(2, 'a.example', null, now)?.sentence).toBe('2 Tage für a.example.');
  } finally {
    provideCatalog(undefined);
  }
});

it('asks who has made the product, and repeats the answer', () => {
  const rules = { ...NO_RULES, declaration: true };
  expect(judgeDeclaration(NO_RULES, form)).toBeUndefined();
  const answers = [null, true, false].map((isMaker) => judgeDeclaration(rules, { ...form, isMaker }));
  expect(answers).toEqual([
    { outcome: 'failed', field: 'isMaker', sentence: 'Say whether you made this tool yourself.' },
    { outcome: 'passed', field: 'isMaker', sentence: 'The submitter has made this tool.' },
    { outcome: 'passed', field: 'isMaker', sentence: 'The submitter has not made this tool.' },
  ]);
});

it('finds refused words as whole words, whatever is around them', () => {
  const rules = { ...NO_RULES, refusedWords: ['free money'] };
  expect(judgeWords(NO_RULES, form)).toBeUndefined();
  expect(judgeWords(rules, { ...form, tagline: 'Carefree money' })?.outcome).toBe('passed');
  for (const field of ['name', 'tagline', 'description'] as const)
    expect(judgeWords(rules, { ...form, [field]: 'Get (FREE)-money!' })).toEqual({
      ...{ outcome: 'failed', field },
      sentence: `The ${field} has the word “free money”, which this site does not accept.`,
    });
});

it('finds refused hosts and all hosts below them', () => {
  const rules = { ...NO_RULES, refusedHosts: ['short.link'] };
  expect(judgeHosts(NO_RULES, 'https://short.link/')).toBeUndefined();
  expect(judgeHosts(rules, 'short.link')).toBeUndefined();
  expect(judgeHosts(rules, 'https://tooshort.link/')).toMatchObject({
    ...{ outcome: 'passed', field: 'url', sentence: 'Links to tooshort.link are accepted.' },
  });
  for (const host of ['short.link', 'a.short.link'])
    expect(judgeHosts(rules, `https://${host}/`)).toMatchObject({
      ...{ outcome: 'failed', field: 'url', sentence: 'This site does not accept links to short.link.' },
    });
});

it('keeps a moment in whatever language shows the row', () => {
  const check = judgeRules.judgeCooldown(1, { count: 1, lastAt: now }, now);
  speakGerman({
    'rule.waits': 'Zuletzt um {lastMoment}, wieder um {moment}, {count} {days} {hours}.',
    'time.inUTC': '{time} Uhr (UTC)',
  });
  expect(sayStored(check.sentence)).toBe(
    'Zuletzt um 2026-03-31 12:00 Uhr (UTC), wieder um 2026-03-31 13:00 Uhr (UTC), 1 90 1.',
  );
  provideCatalog(undefined);
  expect(sayStored(check.sentence)).toContain('the last at 2026-03-31 12:00 UTC; ');
});
