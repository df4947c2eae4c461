import { screen, within } from '@testing-library/react';
import type { SiteFacts } from '@/lib/contract/site-facts';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import PrivacyPage, { getServerSideProps as loadPrivacy } from '@/pages/privacy';
import RankingPage, { getServerSideProps as loadRanking } from '@/pages/ranking';
import RulesPage, { getServerSideProps as loadRules } from '@/pages/rules';
import SupportPage, { getServerSideProps as loadSupport } from '@/pages/support';
import TermsPage, { getServerSideProps as loadTerms } from '@/pages/terms';
import { buildWireProduct, buildWireProducts } from '../../setup/build-product';
import { fakeApi, ok } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';
import { hasText } from '../../setup/has-text';

const FACTS: SiteFacts = {
  ...{
    operator: { name: 'Ada Ltd.', address: '1 Main Street', email: 'ada@example.com' },
    newsletter: 'here',
  },
  ...{
    sendsEmails: true,
    hasMailServer: true,
    hasImageBucket: true,
    tellsSearchEngines: true,
    tellsHub: true,
  },
  ...{ hasWebhooks: true, signsInByFirebase: false, keepsPagesOffline: true, logDays: 30, backupDays: 8 },
};

const pages = [
  [
    'privacy',
    <PrivacyPage
      key="privacy"
      confirmationHours={48}
      counting={{ isGoogle: false, service: null }}
      facts={FACTS}
      days={RETENTION_DAYS}
      draftDays={30}
      sessionDays={30}
      signInMinutes={10}
      passkeyMinutes={5}
      signInNames="Google or Github"
      signsInByEmail={false}
      signsInByPasskey={false}
    />,
    'visiting',
  ],
  ['ranking', <RankingPage key="ranking" content={{ top: [], asked: null }} />, 'example'],
  [
    'support',
    <SupportPage
      key="support"
      wasSent={false}
      failure={null}
      signInNames="Google or Github"
      signsInByEmail={false}
      signsInByPasskey={false}
    />,
    'contact',
  ],
  [
    'terms',
    <TermsPage
      key="terms"
      signInNames="Google or Github"
      signsInByEmail={false}
      signsInByPasskey={false}
      operator={FACTS.operator}
    />,
    'moderation',
  ],
] as const;

it.each(pages)('gives every heading of the %s page an id of its own to link to', (_, page, knownId) => {
  renderScreen(page);
  const ids = [2, 3].flatMap((level) => screen.queryAllByRole('heading', { level }).map(({ id }) => id));
  expect(ids).toContain(knownId);
  expect(ids.filter((id) => !/^[a-z][a-z-]*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(document.querySelectorAll(`[id="${id}"]`)).toHaveLength(1);
});

it.each(pages)(
  'has a text in each paragraph of the %s page, from the one below the headline on',
  (_, page) => {
    renderScreen(page);
    const below = screen.getByRole('heading', { level: 1 }).nextSibling;
    expect(below).toBeInstanceOf(HTMLElement);
    expect(below).not.toBeEmptyDOMElement();
  },
);

it.each([
  ['privacy', async () => <PrivacyPage {...await loadPropsAt(loadPrivacy, '/privacy')} />],
  ['support', async () => <SupportPage {...await loadPropsAt(loadSupport, '/support')} />],
  ['terms', async () => <TermsPage {...await loadPropsAt(loadTerms, '/terms')} />],
])('names what people sign in with on the %s page, and no other provider', async (_, load) => {
  const url = 'http://localhost/api/user/login/popup';
  const identity = { kind: 'oauth', url, providers: ['oidc'], oidcName: 'Example login' };
  fakeApi({ 'GET /user/login/identity': () => ok({ identity }), 'GET /facts': () => ok(FACTS) });
  renderScreen(await load());
  const text = screen.getByRole('article').textContent;
  expect(text).toContain('Example login');
  expect(text).not.toMatch(/Google|Github/);
});

it('says of a product why it stands where it does', async () => {
  fakeApi({
    'GET /products': () => ok({ products: [], nextCursor: null }),
    'GET /products/zed/votes': () =>
      ok({
        product: { slug: 'zed', name: 'Zed' },
        votes: {
          counting: { under7Days: 1, under30Days: 20, under365Days: 300, older: 4_000 },
          notCounting: { waitingForAge: 30, ofSubmitter: 1, ofBanned: 2, setAside: 50 },
          places: { hot: 12, top: null },
        },
      }),
  });
  renderScreen(<RankingPage {...await loadPropsAt(loadRanking, '/ranking?of=zed', { of: 'zed' })} />);

  const rowsOf = (name: RegExp) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => row.textContent);
  expect(screen.getByRole('heading', { name: 'Why Zed stands here' }).nextSibling).toHaveTextContent(
    "Zed is #12 in the hot list and below #1,000 in the top of all time. 4,321 upvotes count toward both; 83 don't.",
  );
  expect(rowsOf(/that count,/).slice(1)).toEqual([
    'Account under 7 days old1',
    ...['7 to 29 days20', '30 to 364 days300', 'A year or older4,000'],
  ]);
  expect(rowsOf(/that don't count/).slice(1)).toEqual([
    'Account under 24 hours old: counts later30',
    ...["The submitter's own1", 'From banned members, and not shown2'],
    'Set aside: accounts that upvote together50',
  ]);
});

it('explains the ranking with the real top three', async () => {
  const ranked = (number: number, approvedAt: string, rankingUpvoteCount: number) =>
    ok({
      product: buildWireProduct(number, {
        approvedAt,
        standing: { place: number, productCount: 9, rankingUpvoteCount },
      }),
    });
  fakeApi({
    'GET /products': () => ok({ products: buildWireProducts(1, 3), nextCursor: null }),
    'GET /products/product-1': () => ranked(1, '2026-11-01T09:30:00.000Z', 100),
    'GET /products/product-2': () => ranked(2, '2026-11-08T06:00:00.000Z', 10),
    'GET /products/product-3': () => ranked(3, '2026-11-09T00:00:00.000Z', 0),
  });
  renderScreen(<RankingPage {...await loadPropsAt(loadRanking, '/ranking')} />);

  const table = screen.getByRole('table', { name: 'The first tools of the hot list' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['NameUpvotesListedRanks as', 'Product 1100Nov 1Nov 15', 'Product 210Nov 8Nov 15']);
  expect(
    screen.getByText(
      hasText(
        'Product 1 was listed on Nov 1. Its 100 upvotes are worth 14.0 days, so it ranks as if listed on Nov 15, 0.1 days ahead of Product 2.',
      ),
    ),
  ).toBeInTheDocument();
});

it('shows the rules of the site, and what became of submissions once some are decided on', async () => {
  const show = async (answer: object) => {
    fakeApi({ 'GET /rules': () => ok(answer) });
    return renderScreen(<RulesPage {...await loadPropsAt(loadRules, '/rules')} />);
  };
  const { unmount } = await show({ rules: [], figures: null });
  expect(screen.getByText('Listgrove has no rules that are checked automatically.')).toBeInTheDocument();
  expect(screen.getByText(/^No submission of the last 90 days/)).toBeInTheDocument();
  unmount();

  const figures = {
    ...{ decidedCount: 40, approvedCount: 30, waitingHoursMedian: 0.5, waitingHoursP90: 47 },
    ...{ reasons: [{ label: 'A duplicate', count: 9 }], countedAt: '2026-06-01T12:00:00.000Z' },
  };
  await show({ rules: [{ rule: 'domainAge', sentence: 'The domain is 7 days old.' }], figures });
  expect(screen.getByText('The domain is 7 days old.')).toBeInTheDocument();
  expect(screen.queryByText(/has no rules/)).not.toBeInTheDocument();
  expect(screen.getByText(/^Of 40 submissions/).closest('p')).toHaveTextContent(
    '75% were accepted at the first decision. Half of the decisions came within 30 minutes, nine of ten within 47 hours.',
  );
  expect(screen.getByRole('row', { name: 'A duplicate 9' })).toBeInTheDocument();
});

it.each([
  [0, '1 minute'],
  [1, '1 hour'],
  [48, '2 days'],
])('says of %d hours that they are %s', async (hours, text) => {
  const figures = { decidedCount: 1, approvedCount: 0, waitingHoursMedian: hours, waitingHoursP90: hours };
  const dated = { ...figures, reasons: [], countedAt: '2026-06-01T12:00:00.000Z' };
  fakeApi({ 'GET /rules': () => ok({ rules: [], figures: dated }) });
  renderScreen(<RulesPage {...await loadPropsAt(loadRules, '/rules')} />);
  expect(screen.getByText(/^Of 1 submission /).closest('p')).toHaveTextContent(`nine of ten within ${text}.`);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
