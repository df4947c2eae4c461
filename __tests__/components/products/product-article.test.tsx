import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProductArticle } from '@/components/products/product-article';
import { readCompared, writeCompared } from '@/lib/browser/compared';
import { followedClicks, MODIFIER_KEYS } from '../../setup/followed-clicks';
import { buildSummary, buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

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
  expect(visit).toHaveAttribute('rel', 'noopener nofollow ugc');
});

it('names the host in its own letters, and keeps the link', () => {
  const url = 'https://xn--mller-kva.example/';
  const product = buildWireProduct(1, { name: 'Zed', url, host: 'müller.example' });
  renderScreen(<ProductArticle product={product} />);
  for (const name of ['Visit Zed at müller.example', 'müller.example'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', url);
  expect(document.body).not.toHaveTextContent('xn--');
});

it('lets search engines follow its links once enough upvotes count', () => {
  const standing = { place: 1, productCount: 9, rankingUpvoteCount: 5 };
  renderScreen(<ProductArticle product={{ ...zed, standing }} />);
  for (const name of ['Visit Zed at zed.example', 'zed.example']) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('rel', 'noopener ugc');
  }
});

it('shows the description as the server rendered it', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByText('fast').tagName).toBe('STRONG');
});

it('says of each text in another language than the site in which it is', () => {
  const successor = buildWireProduct(2, {
    name: 'Heft',
    tagline: 'Notizen',
    languages: { name: 'de', tagline: 'de' },
  });
  renderScreen(
    <ProductArticle
      product={{
        ...zed,
        ...{ name: '本', status: 'discontinued', languages: { name: 'ja', description: 'fr' } },
        discontinuation: {
          ...{ discontinuedOn: '2026-05-03', reason: 'Geschlossen.', languages: { reason: 'de' } },
          successors: [successor],
        },
      }}
    />,
  );
  const languageOf = (text: string) => screen.getByText(text).closest('[lang]')?.getAttribute('lang');
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ja');
  expect([languageOf('fast'), languageOf('Geschlossen.'), languageOf('Heft')]).toEqual(['fr', 'de', 'de']);
  expect(screen.getByText('A fast editor for the web')).not.toHaveAttribute('lang');
});

it('lists tags, submitter and the day it was listed', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByRole('link', { name: 'Testing' })).toHaveAttribute('href', '/tag/testing');
  for (const link of screen.getAllByRole('link', { name: 'Ada Byron' })) {
    expect(link).toHaveAttribute('href', '/u/ada');
  }
  for (const day of screen.getAllByText('Nov 20, 2026')) {
    expect(day).toHaveAttribute('dateTime', '2026-11-20T23:30:00.000Z');
  }
});

it('says in one line when and by whom the product was listed, and how often it was upvoted and saved', () => {
  renderScreen(<ProductArticle product={{ ...zed, bookmarkCount: 1 }} />);
  expect(document.querySelector('.product-standing')?.textContent).toBe(
    'Listed Nov 20, 2026 by Ada Byron12,345 upvotes1 bookmark',
  );
});

it("counts the member's own bookmark at once, and no longer when it is taken back or refused", async () => {
  let isRefused = false;
  fakeApi({
    ...signInOnScreen(),
    [`GET /user/private/products/${zed.id}/suggestions`]: () => ok({ suggestions: [], missing: [] }),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [zed.id] }),
    [`DELETE /user/private/bookmarks/${zed.id}`]: () => ok({ bookmarked: false }),
    [`PUT /user/private/bookmarks/${zed.id}`]: () =>
      isRefused ? refuse(429, 'rate_limited', 'Too often.') : ok({ bookmarked: true }),
  });
  renderScreen(<ProductArticle product={{ ...zed, bookmarkCount: 1 }} />);
  const button = screen.getByRole('button', { name: `Bookmark ${zed.name}` });
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  const count = () => document.querySelector('.product-standing')?.textContent.match(/\d bookmarks?$/)?.[0];
  expect(count()).toBe('1 bookmark');
  await userEvent.click(button);
  expect(count()).toBe('0 bookmarks');
  await userEvent.click(button);
  expect(count()).toBe('1 bookmark');
  await userEvent.click(button);
  isRefused = true;
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
  expect(count()).toBe('0 bookmarks');
});

it.each([
  [{ place: 12, productCount: 1_794, rankingUpvoteCount: 3 }, '#12 of 1,794 in the hot list'],
  [{ place: null, productCount: 1_794, rankingUpvoteCount: 0 }, 'Below #1,000 of 1,794 in the hot list'],
])('says its place, %j, and leads to the rule of the ranking', (standing, name) => {
  renderScreen(<ProductArticle product={{ ...zed, standing }} />);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/ranking?of=${zed.slug}`);
});

it('leads to no profile when the submitter has left', () => {
  const submitter = { handle: 'former-member', name: 'a former member', avatarURL: null };
  renderScreen(<ProductArticle product={{ ...zed, submitter }} />);
  expect(screen.getAllByText(/a former member$/)).toHaveLength(2);
  expect(screen.queryByRole('link', { name: 'a former member' })).toBeNull();
});

it('says nothing of a submitter and tags that are not there, and that there is no description yet', () => {
  renderScreen(<ProductArticle product={{ ...zed, submitter: null, tags: [], descriptionHTML: '' }} />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Listed', 'Website']);
  expect(screen.getByText('No description yet.')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Suggest one' })).toBeNull();
});

it.each(['Upvote Zed, 12,345', 'Bookmark Zed'])(
  'opens the sign-in modal on "%s" and remembers this page',
  async (name) => {
    renderScreen(<ProductArticle product={zed} />, { path: '/tool/zed' });
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
    expect(window.sessionStorage.getItem('intendedRedirect')).toBe('/tool/zed');
  },
);

it('visits its website with v, upvotes with u and bookmarks with b, unless a product of a list has the focus', async () => {
  const opened: unknown[][] = [];
  window.open = (...values) => {
    opened.push(values);
    return null;
  };
  const related = [buildSummary(2)];
  renderScreen(
    <main>
      <ProductArticle product={zed} related={related} />
    </main>,
  );
  await userEvent.keyboard('v');
  await userEvent.keyboard('jv');
  expect(opened.map(([url]) => url)).toEqual([zed.url, 'https://product-2.example/']);

  const intended = () => window.sessionStorage.getItem('intendedReaction');
  await userEvent.keyboard('b');
  expect(intended()).toMatch(/ bookmark 2 Product 2$/);
  screen.getByRole('link', { name: 'Product 2' }).blur();
  await userEvent.keyboard('u');
  expect(intended()).toMatch(/ upvote 1 Zed$/);
});

it('collects the product to be compared', async () => {
  const { pushed } = renderScreen(<ProductArticle product={zed} />, { path: '/tool/zed' });
  const link = screen.getByRole('link', { name: 'Compare Zed' });
  expect(link).toHaveAttribute('href', `/compare?a=${zed.slug}`);
  expect(followedClicks(link, MODIFIER_KEYS)).toEqual(MODIFIER_KEYS);
  expect(readCompared()).toBeNull();
  await userEvent.click(link);
  await waitFor(() => expect(readCompared()).toBe(`${zed.slug} Zed`));
  expect(pushed).toEqual([]);
  act(() => writeCompared(null));
});

it('writes the upvotes with a thousands separator', () => {
  renderScreen(<ProductArticle product={zed} />);
  expect(screen.getByRole('button', { name: 'Upvote Zed, 12,345' })).toBeInTheDocument();
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

it('shows the declared facts, when each was checked, and their links', () => {
  const fact = { source: 'submitter' as const, checkedAt: '2026-11-20T23:30:00.000Z' };
  const facts = [
    { ...fact, key: 'runs', label: 'Runs on', parts: [{ text: 'Web' }, { text: 'Linux' }] },
    {
      ...fact,
      key: 'code',
      label: 'Code',
      parts: [{ text: 'git.example/zed', url: 'https://git.example/zed' }],
    },
  ];
  jest.useFakeTimers({ now: new Date('2026-11-23T23:30:00.000Z') });
  renderScreen(<ProductArticle product={{ ...zed, facts }} />);
  jest.useRealTimers();

  const shown = [...document.querySelectorAll('.product-facts > div')].map(({ textContent }) => textContent);
  expect(shown.slice(0, 2)).toEqual(['Runs onWeb, Linux', 'Codegit.example/zedChecked 3 days ago']);
  expect(screen.getByRole('link', { name: 'git.example/zed' })).toHaveAttribute(
    'rel',
    'noopener nofollow ugc',
  );
});

it('puts a notice before every link to a site that has changed', () => {
  renderScreen(<ProductArticle product={{ ...zed, linkHeldAt: '2026-11-21T10:00:00.000Z' }} />);
  for (const name of ['Visit Zed at zed.example', 'zed.example'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '#link-notice');
  const notice = screen.getByRole('region', { name: 'This site has changed' });
  expect(notice).toHaveAttribute('id', 'link-notice');
  expect(notice).toHaveTextContent(
    'Since Nov 21, 2026, zed.example has shown something else than when Zed was listed.',
  );
  const leading = screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.includes('zed.example'));
  expect(leading.map((link) => link.textContent)).toEqual(['Visit zed.example anyway']);
});
