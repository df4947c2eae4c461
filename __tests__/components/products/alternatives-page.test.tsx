import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import AlternativesPage, { getServerSideProps } from '@/pages/[noun]/[slug]/alternatives';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { loadPageAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const path = '/products/zed/alternatives';
const subject = { id: '9', slug: 'zed', name: 'Zed', status: 'approved' };
const listOf = (numbers: number[], nextCursor: string | null = null, changes: object = {}) =>
  ok({
    subject: { ...subject, ...changes },
    alternatives: numbers.map((number) => ({
      id: `${number}-9`,
      product: buildWireProduct(number, { upvoteCount: 77 }),
      upvoteCount: number,
    })),
    nextCursor,
  });
const hit = {
  ...{ objectID: '2', id: '2', title: 'Newer', imageURL: '/api/tiles/2.svg', url: '/tool/newer' },
  ...{ content: 'What it does.', tags: [], upvoteCount: 0 },
};
const member = {
  'GET /user/private/reactions': () => ok({ upvoted: ['3-9'], bookmarked: [] }),
  'GET /user/private/getProtectedUserInfo': () => refuse(503, 'unavailable', 'Later.'),
  'POST /1/indexes/*/queries': () =>
    Response.json({ results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] }),
};

const fields = [
  {
    ...{ key: 'price', label: 'Price', isRequired: false, control: { kind: 'one-of', choices: [] } },
    filter: {
      kind: 'choices',
      choices: [
        { value: 'free', label: 'Free' },
        { value: 'paid', label: 'Paid' },
      ],
    },
  },
];
const fake = (calls: Parameters<typeof fakeApi>[0], declared: object[] = []) =>
  fakeApi({ 'GET /fields': () => ok({ fields: declared }), ...calls });

afterEach(() => clearSessionToken());

const load = (query = '') =>
  loadPageAt(getServerSideProps, `/tool/zed/alternatives${query}`, { noun: 'tool', slug: 'zed' });
async function loadProps() {
  const { result } = await load();
  if (!('props' in result)) throw new Error('The page has no props.');
  return result.props;
}
const render = (props: Awaited<ReturnType<typeof loadProps>>) =>
  renderScreen(<AlternativesPage {...props} />, { path: '/tool/zed/alternatives' });
const upvote = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Upvote ${name} as an alternative to Zed`) });

it('shows the upvotes of pairs, loads more of them, and is indexed', async () => {
  const second = held();
  fake({
    [`GET ${path}`]: (target) => (target.includes('after') ? second.answer : listOf([4, 3], '3.cursor')),
  });
  const { head } = render(await loadProps());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Alternatives to Zed');
  expect([upvote('Product 4').textContent, upvote('Product 3').textContent]).toEqual(['4', '3']);
  expect(head()).toContain('<link rel="canonical" href="http://localhost:3000/tool/zed/alternatives">');

  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Loading more.')).toBeInTheDocument();
  second.send(listOf([2]));
  const end = await screen.findByText("That's all of them.");
  await waitFor(() => expect(end).toHaveFocus());
  expect(upvote('Product 2')).toHaveTextContent('2');
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Product 4', 'Product 3', 'Product 2', 'Suggest an alternative']);
});

it('sends the upvote of the pair, not of the product', async () => {
  storeSessionToken('token');
  const api = fake({
    ...member,
    [`GET ${path}`]: () => listOf([4, 3]),
    'PUT /user/private/alternatives/4-9/upvote': () => ok({ upvoteCount: 5, upvoted: true }),
  });
  render(await loadProps());
  await screen.findByRole('button', { name: /^Upvote Product 3/, pressed: true });
  await userEvent.click(upvote('Product 4'));
  expect(upvote('Product 4')).toHaveTextContent('5');
  await screen.findByRole('button', { name: /^Upvote Product 4/, pressed: true });
  expect(api.calls().filter((call) => call.startsWith('PUT'))).toEqual([
    'PUT /user/private/alternatives/4-9/upvote',
  ]);
  expect(api.calls()).toContain('GET /user/private/reactions?ids=4,3,4-9,3-9');
});

it('leads a visitor to sign in before a suggestion', async () => {
  fake({ [`GET ${path}`]: () => listOf([]) });
  const { head } = render(await loadProps());
  expect(screen.getByText('No alternatives yet')).toBeInTheDocument();
  expect(head()).toContain('<meta name="robots" content="noindex">');
  expect(screen.getByRole('button', { name: 'Sign in to suggest' })).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: /instead of Zed/ })).toBeNull();
});

it('sends the suggestion of a member, and shows why another one is refused', async () => {
  storeSessionToken('token');
  const sent: unknown[] = [];
  const message = 'This alternative was proposed before.';
  fake({
    ...member,
    [`GET ${path}`]: () => listOf([]),
    'POST /user/private/alternatives': (_, body) => {
      sent.push(body);
      return sent.length > 1
        ? refuse(409, 'conflict', message, { alternativeId: message })
        : ok({ id: '2-9' });
    },
  });
  render(await loadProps());
  renderScreen(<ToastRegion />);
  const field = await screen.findByRole('combobox', { name: 'Tool to use instead of Zed' });
  const suggest = () => userEvent.click(screen.getByRole('button', { name: 'Suggest' }));
  const pick = async () => {
    await userEvent.type(field, 'newe');
    await screen.findByRole('option', { name: 'Newer' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
  };
  await suggest();
  expect(screen.getByText('Choose a tool first.')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(sent).toEqual([]);

  await pick();
  await suggest();
  expect(await screen.findByText('Thanks! A moderator will look at Newer.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See your proposals' })).toHaveAttribute(
    'href',
    '/account/profile?status=pending#proposals',
  );
  await pick();
  await suggest();
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(field).toHaveFocus());
  expect(sent).toEqual([
    { productId: '9', alternativeId: '2' },
    { productId: '9', alternativeId: '2' },
  ]);
});

it('lets a moderator remove a pair, and says why another one stays', async () => {
  const api = fake({
    ...member,
    ...signInOnScreen({ role: 'moderator' }),
    [`GET ${path}`]: () => listOf([4, 3]),
    'DELETE /moderation/alternatives/4-9': () => ok({}),
    'DELETE /moderation/alternatives/3-9': () => refuse(503, 'unavailable', 'Try later.'),
  });
  const { replaced } = render(await loadProps());
  renderScreen(<ToastRegion />);
  await userEvent.click(await screen.findByText('Moderators: remove an alternative'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Product 4' }));
  expect(await screen.findByText('Product 4 is no longer listed as an alternative.')).toBeInTheDocument();

  expect(replaced).toEqual(['/tool/zed/alternatives']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Product 3' }));
  expect(await screen.findByText('Try later.')).toBeInTheDocument();
  expect(api.calls().filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
});

it('answers 410 for a removed product, with its alternatives', async () => {
  fake({ [`GET ${path}`]: () => listOf([4], null, { status: 'removed', name: undefined }) });
  expect((await load()).status).toBe(410);
  render(await loadProps());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This tool was removed');
  expect(screen.getByRole('link', { name: 'Product 4' })).toBeInTheDocument();
});

it('leads a former slug to the list of the present one', async () => {
  fake({ [`GET ${path}`]: () => refuse(404, 'not_found', 'It has moved.', { movedTo: 'new' }) });
  expect((await load()).result).toEqual({
    redirect: { destination: '/tool/new/alternatives', statusCode: 308 },
  });
});

it('offers the whole list when no alternative matches the filters', async () => {
  fake(
    {
      [`GET ${path}`]: () => listOf([]),
      'GET /filters': () => ok({ productCount: 0, isComplete: true, fields: [] }),
    },
    fields,
  );
  const { result } = await load('?price=free');
  if (!('props' in result)) throw new Error('The page has no props.');
  const { head } = render(await result.props);
  expect(screen.getByText('No alternatives match all of these filters')).toBeInTheDocument();
  expect(screen.getByText('Remove one of them, or start again.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Clear all filters' })).toHaveAttribute(
    'href',
    '/tool/zed/alternatives',
  );
  expect(screen.queryByText('No alternatives yet')).toBeNull();
  expect(head()).toContain('<meta name="robots" content="noindex">');
});

it('filters the alternatives, keeps the filters on the next page, and is not indexed then', async () => {
  const values = [
    { value: 'free', label: 'Free', count: 2 },
    { value: 'paid', label: 'Paid', count: 1 },
  ];
  const asked: string[] = [];
  fake(
    {
      [`GET ${path}`]: (target) => {
        asked.push(new URLSearchParams(target.split('?')[1]).get('filters') ?? '');
        return listOf(target.includes('after') ? [3] : [4], target.includes('after') ? null : '3.cursor');
      },
      'GET /filters': () =>
        ok({ productCount: 2, isComplete: true, fields: [{ key: 'price', label: 'Price', values }] }),
    },
    fields,
  );
  const { result } = await load('?price=free');
  if (!('props' in result)) throw new Error('The page has no props.');
  const { head } = render(await result.props);
  expect(head()).toContain('<meta name="robots" content="noindex">');
  const [free] = screen.getAllByRole('link', { name: /^Free\s*, remove filter/ });
  expect(free).toHaveAttribute('href', '/tool/zed/alternatives');
  expect(screen.getByRole('link', { name: /^Paid\s*1/ })).toHaveAttribute(
    'href',
    '/tool/zed/alternatives?price=free,paid',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  const end = await screen.findByText("That's all of them.");
  await waitFor(() => expect(end).toHaveFocus());
  expect(asked).toEqual(['price=free', 'price=free']);
});
