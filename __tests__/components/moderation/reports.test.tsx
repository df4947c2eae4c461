import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Reports from '@/components/moderation/sections/reports';
import type { ReportedProduct } from '@/lib/contract/report';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const seen = '2026-11-20T10:00:00.000Z';
const at = '2026-11-01T10:00:00.000Z';
const reported: ReportedProduct = {
  product: {
    ...{ id: '7', slug: 'figgle', name: 'Figgle', url: 'https://figgle.example', imageURL: '/x.svg' },
    ...{ upvoteCount: 3, status: 'approved', isOwn: false },
  },
  reportCount: 2,
  oldestAt: at,
  reports: [
    {
      ...{ id: '1', reason: 'duplicate', text: 'The same.', duplicateURL: 'https://other.example' },
      ...{ createdAt: at, updatedAt: at },
      reporter: { handle: 'ada', name: 'Ada', decidedCount: 3, upheldCount: 2 },
    },
    {
      ...{ id: '2', reason: 'spam', text: '', duplicateURL: null, createdAt: at, updatedAt: at },
      reporter: null,
    },
  ],
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

let restore: () => Response = () => ok({});
beforeEach(() => (restore = () => ok({})));

/** Shows the list, which is empty after a decision. @returns the bodies of the decisions. */
function showReports(shown = reported): unknown[] {
  const bodies = fakeReports(shown);
  renderScreen(
    <>
      <Reports />
      <ToastRegion />
    </>,
  );
  return bodies;
}

function fakeReports(shown = reported): unknown[] {
  const bodies: unknown[] = [];
  let products = [shown];
  fakeApi({
    'GET /moderation/reports': () => ok({ products, seen, nextCursor: null }),
    'POST /moderation/products/7/reports': (_path, body) => {
      bodies.push(body);
      products = [];
      return ok({ decidedCount: 2 });
    },
    'POST /moderation/products/7/restore': () => restore(),
  });
  return bodies;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows what was reported, by whom, and how right they were; upholds it with a note', async () => {
  const bodies = showReports();
  expect(await screen.findByRole('heading', { name: 'Figgle' })).toBeInTheDocument();
  expect(screen.getByText(/2 reports, the first on Nov 1, 2026/)).toBeInTheDocument();
  const items = screen.getAllByRole('listitem').filter((item) => item.querySelector('li') === null);
  expect(items.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
    [
      'A duplicate of another one',
      'The same.',
      'The other one: https://other.example',
      '@ada · 2 of 3 earlier reports upheld · Nov 1, 2026Dismiss this one (A duplicate of another one) about Figgle',
    ],
    [
      'Spam, or it breaks the rules',
      'A visitor · Nov 1, 2026Dismiss this one (Spam, or it breaks the rules) about Figgle',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'https://other.example' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  );

  await press('Uphold for Figgle');
  const form = within(screen.getByRole('form', { name: 'Uphold for Figgle' }));
  expect(form.getByRole('textbox', { name: 'Note to the reporters (optional)' })).toHaveFocus();
  await userEvent.keyboard('Merged.');
  await press('Uphold and close');
  expect(await screen.findByText('2 reports upheld.')).toBeInTheDocument();
  expect(await screen.findByText('No open reports')).toBeInTheDocument();
  expect(screen.getByText(/that people have reported/)).toHaveFocus();
  expect(bodies).toEqual([{ outcome: 'upheld', remedy: 'none', note: 'Merged.', seen }]);
});

it('removes a product, and lists it again', async () => {
  const bodies = showReports();
  await screen.findByRole('heading', { name: 'Figgle' });
  await press('Remove for Figgle');
  await press('Remove it');
  expect(await screen.findByText('Figgle removed.')).toBeInTheDocument();
  expect(bodies).toEqual([{ outcome: 'upheld', remedy: 'remove', note: '', seen }]);
  await press('List it again');
  expect(await screen.findByText('Figgle is listed again.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'List it again' })).toBeNull();
});

it('offers to list a removed product again over an error and a reload, until that is over', async () => {
  fakeReports();
  // Stays when the page goes.
  renderScreen(<ToastRegion />);
  const first = renderScreen(<Reports />);
  await screen.findByRole('heading', { name: 'Figgle' });
  await press('Remove for Figgle');
  await press('Remove it');
  await screen.findByRole('button', { name: 'List it again' });
  restore = () => refuse(503, 'unavailable', 'Try again later.');
  await press('List it again');
  expect(await screen.findByText('Try again later.')).toBeInTheDocument();
  first.unmount();

  const second = renderScreen(<Reports />);
  restore = () => refuse(409, 'conflict', 'Figgle is listed.');
  await press('List it again');
  expect(await screen.findByText('Figgle is listed.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'List it again' })).toBeNull());
  expect(screen.getByText(/that people have reported/)).toHaveFocus();
  second.unmount();
  renderScreen(<Reports />);
  expect(screen.queryByRole('button', { name: 'List it again' })).toBeNull();
  expect(await screen.findByText('No open reports')).toBeInTheDocument();
});

it('asks for the reason of a discontinuation, and dismisses one report alone', async () => {
  const bodies = showReports();
  await screen.findByRole('heading', { name: 'Figgle' });
  await press('Discontinued for Figgle');
  await press('Mark as discontinued');
  expect(screen.getByText('Write a reason.')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Discontinued for Figgle' })).toHaveFocus();
  await press('Dismiss this one (Spam, or it breaks the rules) about Figgle');
  expect(bodies).toEqual([{ outcome: 'dismissed', reportId: '2', seen }]);
});

it('dismisses all reports, or marks the product as discontinued', async () => {
  const bodies = showReports();
  await screen.findByRole('heading', { name: 'Figgle' });
  await press('Discontinued for Figgle');
  expect(screen.getByRole('button', { name: 'Discontinued for Figgle' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await press('Discontinued for Figgle');
  expect(screen.queryByRole('form')).toBeNull();
  await press('Discontinued for Figgle');
  fireEvent.change(screen.getByLabelText('Discontinued on'), { target: { value: '2026-10-01' } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Gone.');
  await press('Mark as discontinued');
  expect(await screen.findByText('Figgle is marked as discontinued.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'List it again' })).toBeNull();
  expect(bodies).toEqual([
    {
      ...{ outcome: 'upheld', remedy: 'discontinue', note: '', seen },
      discontinuation: { discontinuedOn: '2026-10-01', reason: 'Gone.' },
    },
  ]);
});

it('says what is not shown, offers only what can be done, and dismisses', async () => {
  const [first] = reported.reports;
  const bodies = showReports({
    ...reported,
    product: { ...reported.product, status: 'pending' },
    reportCount: 12,
    reports: first
      ? [{ ...first, reporter: { handle: 'ada', name: 'Ada', decidedCount: 0, upheldCount: 0 } }]
      : [],
  });
  expect(
    await screen.findByText('12 reports, the first on Nov 1, 2026 · pending · the first 1 are shown'),
  ).toBeInTheDocument();
  expect(screen.getByText(/no report decided yet/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  await press('Dismiss for Figgle');
  await userEvent.keyboard('All is well.');
  await press('Dismiss');
  expect(await screen.findByText('2 reports dismissed.')).toBeInTheDocument();
  expect(bodies).toEqual([{ outcome: 'dismissed', note: 'All is well.', seen }]);
});

it('offers the decisions about the only report once, with a note to its reporter', async () => {
  const [, second] = reported.reports;
  showReports({ ...reported, reportCount: 1, reports: second ? [second] : [] });
  expect(await screen.findByText('1 report, the first on Nov 1, 2026')).toBeInTheDocument();
  expect(screen.getByText(/^A visitor/)).toBeInTheDocument();
  expect(screen.queryByText(/The other one/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Dismiss this one/ })).toBeNull();
  await press('Uphold for Figgle');
  expect(screen.getByRole('textbox', { name: 'Note to the reporter (optional)' })).toBeInTheDocument();
});

it('shows at the date what is wrong with it, with the focus there, until the date changes', async () => {
  fakeApi({
    'GET /moderation/reports': () => ok({ products: [reported], seen, nextCursor: null }),
    'POST /moderation/products/7/reports': () =>
      refuse(400, 'bad_request', 'Use a date.', { 'discontinuation.discontinuedOn': 'Use a date.' }),
  });
  renderScreen(<Reports />);
  await screen.findByRole('heading', { name: 'Figgle' });
  await press('Discontinued for Figgle');
  const day = screen.getByLabelText('Discontinued on');
  fireEvent.change(day, { target: { value: '' } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Gone.');
  await press('Mark as discontinued');
  await waitFor(() => expect(day).toHaveAccessibleDescription('Use a date.'));
  await waitFor(() => expect(day).toHaveFocus());
  fireEvent.change(day, { target: { value: '2026-10-01' } });
  expect(day).toBeValid();
});
