import * as z from 'zod/mini';
import { checkRulesCall, listRulesCall, type RuleCheck } from '@/lib/contract/rule';
import { countGate } from '@/server/commands/submissions/gate-figures';
import { NO_RULES, type SiteRules } from '@/server/fields/rules-schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { draft, setUpSubmissionCalls, submissionOf, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
let rules: SiteRules = NO_RULES;
const api = setUpTestApp(() => ({ rules }), { fetchPage: web.fetchPage, rateLimits: noRateLimits });
const { signedInUser, submit, withdraw } = setUpSubmissionCalls(api);
const { buildModerator, approve, reject, advanceClock } = setUpModerationCalls(api);
const dayMinutes = 24 * 60;

beforeEach(() => {
  rules = NO_RULES;
});

const json = (value: unknown) => (_: unknown, res: { end: (text: string) => unknown }) =>
  void res.end(JSON.stringify(value));
const registered = (domain: string, date: string) =>
  web.serve(
    `rdap.org/domain/${domain}`,
    json({ events: [{ eventAction: 'registration', eventDate: date }] }),
  );

async function check({ headers }: SignedInUser, form: object): Promise<RuleCheck[]> {
  const { iconURL = null, screenshotURL = null, ...texts }: Record<string, unknown> = { ...draft, ...form };
  delete texts.tags;
  const body = { ...texts, hasIcon: iconURL !== null, hasScreenshot: screenshotURL !== null };
  const answer = await api.request('POST', `${submissionsPath}/checks`, { headers, body });
  return checkRulesCall.answer.parse(answer.body).checks;
}

/** What the form shows before it is sent, and what sending answers. */
async function tryBoth(member: SignedInUser, form: object = {}) {
  const [shown] = (await check(member, form)).filter(({ outcome }) => outcome !== 'passed');
  const sent = await submit(member, form);
  return { shown, status: sent.status, body: sent.body };
}

const refusal = (field: string, sentence: string) => ({
  status: 403,
  body: { code: 'forbidden', message: sentence, fields: { [field]: sentence } },
});

let count = 0;
async function submitted(member: SignedInUser, host = `site-${(count += 1)}.example`) {
  const answer = await submit(member, { url: `https://${host}/${(count += 1)}`, name: `Name ${count}` });
  expect(answer.status).toBe(201);
  return submissionOf(answer);
}

describe('a rule shows its value and its day before a submission is sent, and refuses with the same sentence:', () => {
  it('the age of a domain', async () => {
    rules = { ...NO_RULES, domainAgeDays: 30 };
    registered('figgle.dev', '2026-05-20T12:00:00Z');
    const member = await signedInUser();
    const form = { url: 'https://app.figgle.dev/start' };
    const sentence =
      'figgle.dev has existed since 2026-05-20, for 12 days; this site asks for 30 days. You can submit it at 2026-06-19 12:00 UTC.';
    const { shown, ...sent } = await tryBoth(member, form);
    expect(shown).toEqual({
      ...{ rule: 'domainAge', outcome: 'failed', field: 'url', sentence },
      passesAt: '2026-06-19T12:00:00.000Z',
    });
    expect(sent).toMatchObject(refusal('url', sentence));
    advanceClock(18 * dayMinutes);
    expect((await tryBoth(member, form)).status).toBe(201);
  });

  it('the age of a repository', async () => {
    rules = { ...NO_RULES, domainAgeDays: 9, repositoryAgeDays: 10 };
    web.serve('api.github.com/repos/ada/figgle', json({ created_at: '2026-05-30T10:00:00Z' }));
    const { shown, ...sent } = await tryBoth(await signedInUser(), { url: 'https://github.com/Ada/Figgle' });
    const sentence =
      'github.com/ada/figgle has existed since 2026-05-30, for 2 days; this site asks for 10 days. You can submit it at 2026-06-09 10:00 UTC.';
    expect(shown).toMatchObject({ rule: 'repositoryAge', sentence, passesAt: '2026-06-09T10:00:00.000Z' });
    expect(sent).toMatchObject(refusal('url', sentence));
  });

  it('submissions that wait, also when several are sent at the same moment', async () => {
    rules = { ...NO_RULES, openSubmissionsMax: 2 };
    const member = await signedInUser();
    const sent = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        submit(member, { url: `https://site-${n}.dev/`, name: `Site ${n}`, description: '' }),
      ),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403]);
    const sentence =
      '2 submissions of yours wait for a moderator; at most 2 may. Wait for a decision, or withdraw one.';
    const { shown, ...refused } = await tryBoth(member);
    expect(shown).toMatchObject({ rule: 'openSubmissions', sentence });
    expect(refused).toMatchObject(refusal('url', sentence));
    const [first] = sent.filter(({ status }) => status === 201).map(submissionOf);
    await withdraw(member, first?.id ?? '');
    expect((await tryBoth(member)).status).toBe(201);
  });

  it('the time after a rejection, which doubles; rejections that were undone do not count', async () => {
    rules = { ...NO_RULES, cooldownHours: 24 };
    const [member, moderator] = [await signedInUser(), await buildModerator()];
    const products = [await submitted(member), await submitted(member), await submitted(member)];
    for (const { id } of products) await reject(moderator.headers, id, 'No.');
    const undone = await api.request('POST', '/api/moderation/undo', {
      headers: moderator.headers,
      body: { ids: [products[2]?.id] },
    });
    expect(undone.status).toBe(200);
    advanceClock(47 * 60);
    const sentence =
      'You have had 2 rejections in 90 days, the last at 2026-06-01 12:00 UTC; this site asks you to wait 48 hours. You can submit again at 2026-06-03 12:00 UTC.';
    const { shown, ...sent } = await tryBoth(member);
    expect(shown).toMatchObject({ rule: 'cooldown', sentence, passesAt: '2026-06-03T12:00:00.000Z' });
    expect(sent).toMatchObject(refusal('url', sentence));
    advanceClock(60);
    expect((await tryBoth(member)).status).toBe(201);
  });

  it('the share of one domain, and when older submissions no longer count', async () => {
    rules = { ...NO_RULES, domainSharePercent: 50 };
    const member = await signedInUser();
    await submitted(member, 'figgle.example');
    await submitted(member, 'figgle.example');
    advanceClock(10 * dayMinutes);
    await submitted(member);
    const sentence =
      '3 of your 4 submissions in 90 days would be from figgle.example, 75%; at most 50% may be, from the fourth submission on. You can submit it at 2026-08-30 12:00 UTC, or after something else.';
    const { shown, ...sent } = await tryBoth(member);
    expect(shown).toMatchObject({ rule: 'domainShare', sentence, passesAt: '2026-08-30T12:00:00.000Z' });
    expect(sent).toMatchObject(refusal('url', sentence));
    expect((await tryBoth(member, { url: 'https://other.example/' })).status).toBe(201);
  });

  it('what must not be empty', async () => {
    rules = { ...NO_RULES, requiredFields: ['description', 'icon'] };
    const sentence = 'This site asks for a description and an icon. Still missing: an icon.';
    const { shown, ...sent } = await tryBoth(await signedInUser());
    expect(shown).toMatchObject({ rule: 'requiredFields', field: 'iconURL', sentence });
    expect(sent).toMatchObject(refusal('iconURL', sentence));
  });

  it('the declaration', async () => {
    rules = { ...NO_RULES, declaration: true };
    const member = await signedInUser();
    const sentence = 'Say whether you made this tool yourself.';
    const { shown, ...sent } = await tryBoth(member);
    expect(shown).toMatchObject({ rule: 'declaration', field: 'isMaker', sentence });
    expect(sent).toMatchObject(refusal('isMaker', sentence));
    expect((await tryBoth(member, { isMaker: false })).status).toBe(201);
  });

  it('words, also in an edit', async () => {
    rules = { ...NO_RULES, refusedWords: ['casino', 'make money'] };
    const member = await signedInUser();
    const sentence = 'The tagline has the word “make money”, which this site does not accept.';
    const { shown, ...sent } = await tryBoth(member, { tagline: 'How to make   MONEY online' });
    expect(shown).toMatchObject({ rule: 'refusedWords', field: 'tagline', sentence });
    expect(sent).toMatchObject(refusal('tagline', sentence));
    const { id } = await submitted(member);
    const { headers } = member;
    const body = { description: 'The best Casíno.' };
    expect(await api.request('PATCH', `${submissionsPath}/${id}`, { headers, body })).toMatchObject({
      status: 403,
    });
  });

  it('hosts, with those below them', async () => {
    rules = { ...NO_RULES, refusedHosts: ['short.link'] };
    const sentence = 'This site does not accept links to short.link.';
    const { shown, ...sent } = await tryBoth(await signedInUser(), { url: 'https://a.short.link/x' });
    expect(shown).toMatchObject({ rule: 'refusedHosts', sentence });
    expect(sent).toMatchObject(refusal('url', sentence));
    expect((await tryBoth(await signedInUser(), { url: 'https://nonshort.link/' })).status).toBe(201);
  });
});

it('refuses nothing that it cannot measure, asks a registry once, and shows moderators what the submitter read', async () => {
  rules = { ...NO_RULES, domainAgeDays: 30, declaration: true };
  let asked = 0;
  web.serve('rdap.org/domain/figgle.dev', (_, res) => {
    asked += 1;
    res.writeHead(404).end();
  });
  const member = await signedInUser();
  const form = { url: 'https://figgle.dev/', isMaker: true };
  await check(member, form);
  const product = submissionOf(await submit(member, form));
  expect(asked).toBe(1);
  const { headers } = await buildModerator();
  const { body } = await api.request('GET', `/api/moderation/products/${product.id}/context`, { headers });
  expect(z.looseObject({ observations: z.array(z.unknown()) }).parse(body).observations).toEqual([
    {
      ...{ rule: 'declaration', outcome: 'passed', sentence: 'The submitter has made this tool.' },
      observedAt: '2026-06-01T12:00:00.000Z',
    },
    {
      ...{ rule: 'domainAge', outcome: 'unknown', observedAt: '2026-06-01T12:00:00.000Z' },
      sentence: 'The age of figgle.dev could not be measured; this site asks for 30 days.',
    },
  ]);
});

it('tells the rules in force, and what became of the submissions of 90 days', async () => {
  rules = { ...NO_RULES, domainAgeDays: 30, openSubmissionsMax: 9, refusedHosts: ['short.link'] };
  const read = async () => listRulesCall.answer.parse((await api.request('GET', '/api/rules')).body);
  expect(await read()).toEqual({
    rules: [
      { rule: 'domainAge', sentence: 'The domain must be at least 30 days old.' },
      {
        rule: 'openSubmissions',
        sentence: 'At most 9 of your submissions may wait for a moderator at a time.',
      },
      { rule: 'refusedHosts', sentence: 'Links to some hosts are not accepted: short.link.' },
    ],
    figures: null,
  });
  rules = NO_RULES;
  const [member, moderator] = [await signedInUser(), await buildModerator()];
  const products = [];
  for (let index = 0; index < 4; index += 1) products.push(await submitted(member));
  const [one, two, three, four] = products.map(({ id }) => id);
  advanceClock(60);
  await approve(moderator.headers, one ?? '');
  advanceClock(60);
  await reject(moderator.headers, two ?? '', "It's already listed here, under another name or link.");
  advanceClock(60);
  await reject(moderator.headers, three ?? '', 'Ask Ada Byron.');
  await reject(moderator.headers, four ?? '', 'Undone.');
  await api.request('POST', '/api/moderation/undo', { headers: moderator.headers, body: { ids: [four] } });
  await countGate(api.deps());
  api.deps().responseCache.clear();
  expect((await read()).figures).toEqual({
    ...{ decidedCount: 3, approvedCount: 1, waitingHoursMedian: 2, waitingHoursP90: 3 },
    reasons: [
      { label: 'Duplicate', count: 1 },
      { label: 'Other', count: 1 },
    ],
    countedAt: api.clock.now.toISOString(),
  });
});
