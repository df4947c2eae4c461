import { screen } from '@testing-library/react';
import { ProfilePage } from '@/components/profile/profile-page';
import type { Profile } from '@/lib/contract/profile';
import MemberProfilePage, { getServerSideProps } from '@/pages/u/[handle]';
import { buildWireProducts } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt, loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const ada: Profile = {
  handle: 'ada',
  name: 'Ada Byron',
  avatarURL: null,
  createdAt: '2026-06-30T23:30:00.000Z',
  productCount: 2,
};
const page = { profile: ada, cards: <p>The cards</p>, after: null, nextCursor: null };

it('names the member, their handle, since when, and how much they submitted', () => {
  const { container } = renderScreen(<ProfilePage {...page} />);

  expect(screen.getByRole('heading', { level: 1, name: 'Ada Byron' })).toBeInTheDocument();
  expect(screen.getByText('@ada')).toBeInTheDocument();
  expect(screen.getByText('June 2026')).toHaveAttribute('dateTime', ada.createdAt);
  expect(screen.getByRole('heading', { level: 2, name: '2 tools submitted' })).toBeInTheDocument();
  expect(screen.getByText('The cards')).toBeInTheDocument();
  expect(container.querySelector('img')).toHaveAttribute('src', '/api/tiles/Ada%20Byron.svg');
  expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
});

it.each([
  [0, 'Submitted tools'],
  [1, '1 tool submitted'],
])('heads %d products with “%s”', (productCount, heading) => {
  renderScreen(<ProfilePage {...page} profile={{ ...ada, productCount }} />);
  expect(screen.getByRole('heading', { level: 2, name: heading })).toBeInTheDocument();
});

it('shows the picture that the member uploaded', () => {
  const avatarURL = '/api/images/aaaaaaaaaaaaaaaaaaaaaa';
  const { container } = renderScreen(<ProfilePage {...page} profile={{ ...ada, avatarURL }} />);
  expect(container.querySelector('img')?.getAttribute('src')).toContain(avatarURL);
});

it('leads to the next page by a link', () => {
  renderScreen(<ProfilePage {...page} nextCursor="abc" />);
  expect(screen.getByRole('link', { name: 'Load more' })).toHaveAttribute('href', '/u/ada?after=abc');
});

it('says what will be here when nothing is approved yet', () => {
  renderScreen(<ProfilePage {...page} profile={{ ...ada, productCount: 0 }} cards={undefined} />);
  expect(screen.getByText('No tools here yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the newest tools' })).toHaveAttribute('href', '/new');
});

describe('the page at /u/<handle>', () => {
  it('shows the products of the member, continued after a cursor', async () => {
    const api = fakeApi({
      'GET /users/ada': () => ok({ profile: ada, products: buildWireProducts(1, 2), nextCursor: 'next' }),
    });
    const props = await loadPropsAt(getServerSideProps, '/u/ada?after=abc', { handle: 'ada' });
    renderScreen(<MemberProfilePage {...props} />);

    expect(api.calls()).toEqual(['GET /users/ada?after=abc']);
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(names).toEqual(['Product 1', 'Product 2']);
    expect(screen.getByRole('link', { name: 'Load more' })).toHaveAttribute('href', '/u/ada?after=next');
  });

  it('has one path for a handle in any case', async () => {
    fakeApi({});
    const { result } = await loadPageAt(getServerSideProps, '/u/ADA?after=abc', { handle: 'ADA' });
    expect(result).toEqual({ redirect: { destination: '/u/ada?after=abc', statusCode: 308 } });
  });

  it('does not exist for a handle without a public profile', async () => {
    fakeApi({ 'GET /users/bob': () => refuse(404, 'not_found', 'No such member.') });
    const { result } = await loadPageAt(getServerSideProps, '/u/bob', { handle: 'bob' });
    expect(result).toEqual({ notFound: true });
  });
});
