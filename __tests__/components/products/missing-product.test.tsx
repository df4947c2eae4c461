import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// Compiled here, before the clock of a test runs.
import '@/components/products/hidden-product';
import { MissingProduct } from '@/components/products/missing-product';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

afterEach(() => clearSessionToken());

const reactions = () => ok({ upvoted: [], bookmarked: [] });
const render = () => renderScreen(<MissingProduct slug="zed" />, { path: '/tool/zed' });
const signIn = () => storeSessionToken('session-1');
const zed = buildWireProduct(1, { slug: 'zed', name: 'Zed', approvedAt: null });

it('says "not found" to visitors, and asks for nothing', () => {
  const api = fakeApi({});
  render();
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  expect(api.calls()).toEqual([]);
});

it.each([
  [
    { status: 'pending' },
    'This tool is waiting for a moderator. Only its submitter and moderators can see this page.',
  ],
  [
    { status: 'rejected', rejectionReason: 'It is a poem.' },
    'This tool was rejected: “It is a poem.” Only its submitter and moderators can see this page.',
  ],
  [{ status: 'rejected' }, 'This tool was rejected. Only its submitter and moderators can see this page.'],
] as const)('shows a product to those who may see it: %j', async (state, sentence) => {
  signIn();
  let accessToken: string | null = '';
  fakeApi({
    'GET /products/zed': (_, __, headers) => {
      accessToken = headers.get('accessToken');
      return ok({ product: { ...zed, ...state } });
    },
    'GET /user/private/reactions': reactions,
  });
  render();

  expect(await screen.findByRole('heading', { level: 1, name: 'Zed' })).toBeInTheDocument();
  expect(accessToken).toBe('Bearer session-1');
  expect(screen.getByRole('note')).toHaveTextContent(sentence);
  expect(screen.getByRole('link', { name: /^Visit Zed/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /upvote|bookmark|share/i })).toBeNull();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toContain('Submitted');
});

it('says that the product has been approved since the page was loaded', async () => {
  signIn();
  fakeApi({
    'GET /products/zed': () => ok({ product: { ...zed, status: 'approved' } }),
    'GET /user/private/reactions': reactions,
  });
  render();
  expect(await screen.findByRole('note')).toHaveTextContent(
    'This tool has just been approved. Reload the page to see it live.',
  );
});

it('says "not found" to members who may not see the product', async () => {
  signIn();
  const api = fakeApi({ 'GET /products/zed': () => refuse(404, 'not_found', "This tool doesn't exist.") });
  render();

  await waitFor(() => expect(api.calls()).toContain('GET /products/zed'));
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

it('follows a former slug of the product', async () => {
  signIn();
  fakeApi({
    'GET /products/zed': () => refuse(404, 'not_found', 'Moved.', { movedTo: 'zed-2' }),
    'GET /products/zed-2': () => ok({ product: { ...zed, slug: 'zed-2', status: 'pending' } }),
    'GET /user/private/reactions': reactions,
  });
  render();

  expect(await screen.findByRole('heading', { level: 1, name: 'Zed' })).toBeInTheDocument();
});

it('does not say "not found" to a member before it is known', async () => {
  signIn();
  const answer = held();
  fakeApi({ 'GET /products/zed': () => answer.answer });
  render();
  expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  expect(await screen.findByText('Loading …')).toBeInTheDocument();
  answer.send(refuse(404, 'not_found', "This tool doesn't exist."));
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

it('says that the page could not be loaded when the answer is a failure, and loads it again', async () => {
  signIn();
  let isDown = true;
  fakeApi({
    'GET /products/zed': () =>
      isDown
        ? refuse(503, 'unavailable', 'The server is busy.')
        : ok({ product: { ...zed, status: 'pending' } }),
    'GET /user/private/reactions': reactions,
  });
  render();
  expect(await screen.findByText('The server is busy.')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Zed' })).toBeInTheDocument();
});
