import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import SiteChecks from '@/components/moderation/sections/sites';
import type { SiteCheck } from '@/lib/contract/site-check';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const page = {
  ...{ url: 'https://zed.example/', domain: 'zed.example', title: 'Zed', excerpt: 'An editor.' },
  ...{ language: 'eng', certificateSince: '2026-01-02' },
};
const seen = '2026-11-20T10:00:00.000Z';
const changed: SiteCheck = {
  product: {
    ...{ id: '7', slug: 'zed', name: 'Zed', url: 'https://zed.example/', imageURL: '/x.svg' },
    ...{ upvoteCount: 3, status: 'approved', isOwn: false },
  },
  ...{
    concern: 'changed',
    concernSince: '2026-11-01T10:00:00.000Z',
    checkedAt: seen,
    problem: 'It is parked.',
  },
  ...{
    before: page,
    after: { ...page, title: '', excerpt: '', language: null, certificateSince: undefined },
  },
  movedTo: null,
};
const moved: SiteCheck = { ...changed, concern: 'moved', problem: null, movedTo: 'https://new.example/' };

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

function show(check: SiteCheck, decide: () => Response | Promise<Response>) {
  let siteChecks = [check];
  const sent: unknown[] = [];
  const record = async (path: string, body: unknown) => {
    sent.push(path, body);
    const answer = await decide();
    if (answer.ok) siteChecks = [];
    return answer;
  };
  fakeApi({
    'GET /moderation/sites': () => ok({ siteChecks, nextCursor: null }),
    'POST /moderation/sites/7/accept': record,
    'POST /moderation/sites/7/follow': record,
  });
  renderScreen(
    <>
      <SiteChecks />
      <ToastRegion />
    </>,
  );
  return sent;
}

/** What the list says under a term. */
const rowOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;

it('shows what a changed site was and is, and accepts it as it is', async () => {
  const sent = show(changed, () => ok({}));
  expect(await screen.findByRole('heading', { name: 'Zed has changed' })).toBeInTheDocument();
  expect(screen.getByText('Since Nov 1, 2026 · visited Nov 20, 2026')).toBeInTheDocument();
  expect(rowOf('What was found')).toHaveTextContent('It is parked.');
  expect(rowOf('Before')).toHaveTextContent(
    'Zed · An editor.zed.example · English · certificate since Jan 2, 2026',
  );
  expect(rowOf('Now')).toHaveTextContent(/^No title\s*zed\.example$/);
  expect(screen.queryByText('New link')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'The site is fine of Zed' }));

  expect(await screen.findByText('Zed is fine as it is.')).toBeInTheDocument();
  expect(await screen.findByText('All sites are what they were')).toBeInTheDocument();
  expect(sent).toEqual(['/moderation/sites/7/accept', { seen }]);
});

it('gives a product the address to which its site has moved, once', async () => {
  const answer = held();
  const sent = show(moved, () => answer.answer);
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('heading', { name: 'Zed has moved' })).toBeInTheDocument();
  expect(item.getByRole('link', { name: 'https://new.example/' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  );
  expect(screen.queryByText('Before')).toBeNull();
  expect(screen.queryByText('What was found')).toBeNull();

  await userEvent.click(item.getByRole('button', { name: 'Use the new link of Zed' }));
  expect(item.getByRole('button', { name: 'Use the new link of Zed' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(item.getByRole('button', { name: 'Keep the link of Zed' })).toHaveAttribute('aria-disabled', 'true');
  answer.send(ok({}));

  expect(await screen.findByText('Zed has its new link now.')).toBeInTheDocument();
  await waitFor(() => expect(sent).toEqual(['/moderation/sites/7/follow', { seen }]));
});

it('says why a decision failed, and keeps the site', async () => {
  show({ ...changed, concern: 'gone', before: null, after: null }, () =>
    refuse(409, 'conflict', 'The site has changed again.'),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Keep waiting for the site of Zed' }));
  expect(await screen.findByText('The site has changed again.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Zed is gone' })).toBeInTheDocument();
});
