import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ProposalList, ReportList, SuggestionList } from '@/components/account/contributions';
import type { Proposal } from '@/lib/contract/alternative';
import type { OwnReport } from '@/lib/contract/report';
import type { Suggestion } from '@/lib/contract/suggestion';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const suggestion: Suggestion = {
  ...{ id: '7', memberHandle: 'ada', comment: null, status: 'open' },
  product: {
    ...{ id: '1', slug: 'zed', name: 'Zed', url: 'https://zed.example/', imageURL: '/a.svg' },
    ...{ upvoteCount: 0, status: 'approved', isOwn: false },
  },
  changes: [{ part: 'tagline', before: 'An editor for code', after: 'An editor for teams' }],
  createdAt: '2026-06-01T12:00:00.000Z',
};

it('shows the outcome of each suggestion, including one whose product is no longer listed', async () => {
  const { product } = suggestion;
  const suggestions: Suggestion[] = [
    { ...suggestion, agreement: { count: 2, hasAgreed: false } },
    { ...suggestion, id: '6', status: 'rejected', rejectionReason: 'Not true.' },
    { ...suggestion, id: '5', status: 'closed', product: { ...product, status: 'removed' } },
    { ...suggestion, id: '4', status: 'closed', product: { ...product, status: 'discontinued' } },
  ];
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/suggestions': () => ok({ suggestions, nextCursor: null }),
  });
  renderScreen(<SuggestionList />);

  const section = within(await screen.findByRole('region', { name: 'Changes you suggested' }));
  const items = section.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Zed: taglineWaiting for a moderator · 2 of 3 trusted members agree · Suggested on June 1, 2026Withdraw your suggestion for Zed',
    'Zed: taglineRejected · Suggested on June 1, 2026Not true.',
    'Zed: taglineClosed, because this tool is no longer listed · Suggested on June 1, 2026',
    'Zed: taglineClosed, because this tool is no longer listed · Suggested on June 1, 2026',
  ]);
  // A removed product has no page to link to.
  expect(section.getAllByRole('link')).toHaveLength(3);
});

it('withdraws a suggestion, and loads the list again', async () => {
  let suggestions = [
    suggestion,
    { ...suggestion, id: '6', status: 'rejected', rejectionReason: 'Not true.' },
  ];
  const { calls } = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/suggestions': () => ok({ suggestions, nextCursor: null }),
    'DELETE /user/private/suggestions/7': () => {
      suggestions = suggestions.slice(1);
      return ok({});
    },
  });
  renderScreen(
    <>
      <SuggestionList />
      <ToastRegion />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw your suggestion for Zed' }));
  expect(await screen.findByText('Your suggestion for Zed is withdrawn.')).toBeInTheDocument();
  const section = within(screen.getByRole('region', { name: 'Changes you suggested' }));
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  expect(calls()).toContain('DELETE /user/private/suggestions/7');
});

it.each([
  [null, ''],
  ['next', 'These are your latest 3.'],
])(
  'shows what became of each report, and with the cursor %j that there are more',
  async (nextCursor, more) => {
    const report: OwnReport = {
      ...{ id: '3', product: { name: 'Zed', slug: 'zed' }, reason: 'broken', text: '' },
      ...{ createdAt: '2026-06-01T12:00:00.000Z', outcome: null, note: null },
    };
    const reports: OwnReport[] = [
      report,
      { ...report, id: '2', outcome: 'upheld', note: 'Thanks.' },
      { ...report, id: '1', reason: 'spam', outcome: 'dismissed', product: { name: 'Zed', slug: null } },
    ];
    fakeApi({ ...signInOnScreen(), 'GET /user/private/reports': () => ok({ reports, nextCursor }) });
    renderScreen(<ReportList />);

    const region = await screen.findByRole('region', { name: 'Problems you reported' });
    const items = within(region).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Zed · The link is brokenWaiting for a moderator · Reported on June 1, 2026',
      'Zed · The link is brokenYou were right: it is settled · Reported on June 1, 2026Thanks.',
      'Zed · Spam, or it breaks the rulesNothing had to change · Reported on June 1, 2026',
    ]);
    const links = within(region).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/tool/zed', '/tool/zed']);
    expect(region.textContent.endsWith(`June 1, 2026${more}`)).toBe(true);
  },
);

it('shows what became of each proposed alternative', async () => {
  const proposal: Proposal = {
    ...{ id: '3', product: buildWireProduct(1), alternative: buildWireProduct(2), status: 'pending' },
    createdAt: '2026-06-01T12:00:00.000Z',
  };
  const proposals: Proposal[] = [
    proposal,
    { ...proposal, id: '2', status: 'approved' },
    { ...proposal, id: '1', status: 'rejected', rejectionReason: 'They differ.' },
  ];
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/alternatives': () => ok({ proposals, nextCursor: 'next' }),
  });
  renderScreen(<ProposalList />);

  const region = within(await screen.findByRole('region', { name: 'Alternatives you proposed' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Product 1 and Product 2Waiting for a moderator · Proposed on June 1, 2026',
    'Product 1 and Product 2Approved · Proposed on June 1, 2026',
    'Product 1 and Product 2Rejected · Proposed on June 1, 2026They differ.',
  ]);
  expect(region.getAllByRole('link')[0]).toHaveAttribute('href', '/tool/product-1/alternatives');
  expect(region.getByText('These are your latest 3.')).toBeInTheDocument();
});
