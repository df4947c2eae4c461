import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProductArticle } from '@/components/products/product-article';
import { buildWireProduct } from '../../setup/build-product';
import { renderScreen } from '../../setup/render-screen';

const zed = buildWireProduct(1, {
  name: 'Zed',
  tagline: 'A fast editor for the web',
  url: 'https://www.zed.example/download?x=1',
  upvoteCount: 12_345,
  descriptionHTML: '<p>It is <strong>fast</strong>.</p>',
  submitter: { handle: 'ada', name: 'Ada Byron', avatarURL: null },
  approvedAt: '2026-11-20T23:30:00.000Z',
});

it('leads with name and tagline, and visits the product with its host named', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Zed' })).toBeInTheDocument();
  expect(screen.getByText('A fast editor for the web')).toBeInTheDocument();

  const visit = screen.getByRole('link', { name: 'Visit Zed at zed.example' });
  expect(visit).toHaveAttribute('href', 'https://www.zed.example/download?x=1');
  expect(visit).toHaveAttribute('rel', 'noopener ugc');
});

it('shows the description as the server rendered it', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByText('fast').tagName).toBe('STRONG');
});

it('lists tags, submitter and the day it was listed', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByRole('link', { name: 'Testing' })).toHaveAttribute('href', '/tag/testing');
  expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/u/ada');
  expect(screen.getByText('20 November 2026')).toHaveAttribute('dateTime', '2026-11-20T23:30:00.000Z');
});

it('leads to nobody when the submitter has left', () => {
  const submitter = { handle: 'former-member', name: 'a former member', avatarURL: null };
  renderScreen(<ProductArticle product={{ ...zed, submitter }} />);
  expect(screen.getByText('a former member')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'a former member' })).toBeNull();
});

it('says nothing of a submitter, tags or description that are not there', () => {
  renderScreen(<ProductArticle product={{ ...zed, submitter: null, tags: [], descriptionHTML: '' }} />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Listed', 'Website']);
  expect(document.querySelector('.prose')).toBeNull();
});

it.each(['Upvote Zed', 'Bookmark Zed'])(
  'opens the sign-in modal on "%s" and remembers this page',
  async (name) => {
    renderScreen(<ProductArticle product={zed} />, { path: '/tool/zed' });
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
    expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/tool/zed');
  },
);

it('writes the votes with a thousands separator', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(within(screen.getByRole('button', { name: 'Upvote Zed' })).getByText('12,345')).toBeInTheDocument();
});

it('copies the list of the page where there is no share sheet', async () => {
  const user = userEvent.setup();
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  renderScreen(<ProductArticle product={zed} />);
  await user.click(screen.getByRole('button', { name: 'Share Zed' }));
  expect(await window.navigator.clipboard.readText()).toBe('http://localhost/');
});
