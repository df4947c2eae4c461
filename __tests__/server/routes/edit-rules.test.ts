import * as z from 'zod/mini';
import { NO_RULES, type SiteRules } from '@/server/fields/rules-schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls, submissionOf } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
let rules: SiteRules = NO_RULES;
const api = setUpTestApp(() => ({ rules }), { fetchPage: web.fetchPage, rateLimits: noRateLimits });
const { signedInUser, submit, edit } = setUpSubmissionCalls(api);
const { buildModerator, approve } = setUpModerationCalls(api);

beforeEach(() => {
  rules = NO_RULES;
});

function registered(domain: string, date: string) {
  const events = [{ eventAction: 'registration', eventDate: date }];
  web.serve(`rdap.org/domain/${domain}`, (_, res) => void res.end(JSON.stringify({ events })));
}

const observations = async ({ headers }: { headers: Record<string, string> }, id: string) => {
  const { body } = await api.request('GET', `/api/moderation/products/${id}/context`, { headers });
  return z.object({ observations: z.array(z.object({ rule: z.string(), sentence: z.string() })) }).parse(body)
    .observations;
};

const fresh =
  'fresh.dev has existed since 2026-05-20, for 12 days; this site asks for 30 days. You can submit it at 2026-06-19 12:00 UTC.';

it.each(['pending', 'approved'])(
  'measures the age of the new domain of a product that is %s, and shows moderators that one',
  async (status) => {
    rules = { ...NO_RULES, domainAgeDays: 30 };
    registered('figgle.dev', '2010-01-01T00:00:00Z');
    registered('fresh.dev', '2026-05-20T12:00:00Z');
    registered('older.dev', '2012-01-01T00:00:00Z');
    const [ada, moderator] = [await signedInUser(), await buildModerator()];
    const { id } = submissionOf(await submit(ada, { url: 'https://figgle.dev/' }));
    if (status === 'approved') await approve(moderator.headers, id);

    expect(await edit(ada, id, { url: 'https://fresh.dev/' })).toMatchObject({
      status: 403,
      body: { message: fresh, fields: { url: fresh } },
    });
    expect(await observations(moderator, id)).toMatchObject([
      { sentence: expect.stringMatching(/^figgle\.dev has existed since 2010-01-01/) },
    ]);

    expect((await edit(ada, id, { url: 'https://older.dev/' })).status).toBe(200);
    expect(await observations(moderator, id)).toMatchObject([
      { rule: 'domainAge', sentence: expect.stringMatching(/^older\.dev has existed since 2012-01-01/) },
    ]);
  },
);

it('does not check the present domain of a product again, and checks nothing for other members', async () => {
  registered('fresh.dev', '2026-05-20T12:00:00Z');
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const { id } = submissionOf(await submit(ada, { url: 'https://fresh.dev/' }));
  const other = submissionOf(await submit(ada, { url: 'https://other.example/', name: 'Other' }));
  rules = { ...NO_RULES, domainAgeDays: 30 };
  expect((await edit(ada, id, { url: 'https://fresh.dev/start' })).status).toBe(200);
  expect((await edit(bob, other.id, { url: 'https://fresh.dev/other' })).status).toBe(404);
  expect((await edit(ada, other.id, { url: 'https://fresh.dev/other' })).status).toBe(403);
});

it('counts the share of the new domain, without the product itself', async () => {
  rules = { ...NO_RULES, domainSharePercent: 50 };
  const ada = await signedInUser();
  const urls = ['https://one.dev/', 'https://one.dev/2', 'https://two.dev/', 'https://three.dev/'];
  const ids: string[] = [];
  for (const url of urls) {
    ids.push(submissionOf(await submit(ada, { url, name: `Name ${ids.length}` })).id);
  }
  const message = expect.stringContaining(
    '3 of your 4 submissions in 90 days would be from one.dev, 75%; at most 50%',
  );
  expect(await edit(ada, ids[3] ?? '', { url: 'https://one.dev/4' })).toMatchObject({
    status: 403,
    body: { message },
  });
  expect((await edit(ada, ids[1] ?? '', { url: 'https://two.dev/2' })).status).toBe(200);
});

it('refuses an edit of a pending product that takes away what must not be empty', async () => {
  rules = { ...NO_RULES, requiredFields: ['description'] };
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const { id } = submissionOf(await submit(ada));
  const message = 'This site asks for a description. Still missing: a description.';
  expect(await edit(ada, id, { description: '' })).toMatchObject({ status: 403, body: { message } });
  rules = { ...NO_RULES, requiredFields: ['icon'] };
  expect(await edit(ada, id, { tagline: 'Draws for teams' })).toMatchObject({
    status: 403,
    body: { fields: { iconURL: 'This site asks for an icon. Still missing: an icon.' } },
  });
  await approve(moderator.headers, id);
  expect((await edit(ada, id, { tagline: 'Draws for teams' })).status).toBe(200);
});
