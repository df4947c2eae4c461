import { checkRulesCall } from '@/lib/contract/rule';
import { NO_RULES } from '@/server/fields/rules-schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { noRateLimits } from '../../setup/no-rate-limits';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { draft, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
const rules = { ...NO_RULES, domainAgeDays: 30 };
const api = setUpTestApp({ rules }, { fetchPage: web.fetchPage, rateLimits: noRateLimits });

const serveAge = (domain: string) =>
  web.serve(`rdap.org/domain/${domain}`, (_, res) => {
    res.end(JSON.stringify({ events: [{ eventAction: 'registration', eventDate: '2020-05-20T12:00:00Z' }] }));
  });
const passMinutes = (minutes: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + minutes * 60_000);
};

async function check({ headers }: SignedInUser, url: string) {
  const { name, tagline, description } = draft;
  const body = { name, tagline, description, url, hasIcon: false, hasScreenshot: false };
  const answer = await api.request('POST', `${submissionsPath}/checks`, { headers, body });
  return checkRulesCall.answer.parse(answer.body).checks;
}

it('asks registries for a member 30 times an hour, and again after the hour of somebody who goes on asking', async () => {
  const member = await buildSignedInUser(api);
  const outcomes = async (first: number, askCount: number) => {
    const found = [];
    for (let number = first; number < first + askCount; number += 1) {
      serveAge(`figgle-${number}.dev`);
      found.push(...(await check(member, `https://figgle-${number}.dev/`)));
    }
    return found.flatMap(({ rule, outcome }) => (rule === 'domainAge' ? [outcome] : []));
  };
  expect(new Set(await outcomes(0, 30))).toEqual(new Set(['passed']));
  passMinutes(59);
  expect(await outcomes(30, 2)).toEqual(['unknown', 'unknown']);
  passMinutes(1);
  expect(await outcomes(32, 2)).toEqual(['passed', 'passed']);
});
