import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ProductArticle } from '@/components/products/product-article';
import { SuggestEdit } from '@/components/submissions/suggest-edit';
import { SUGGESTION_LIMITS, type Suggestion } from '@/lib/contract/suggestion';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const product = buildWireProduct(1);
const suggestion: Suggestion = {
  ...{ id: '7', memberHandle: 'bob', comment: null, status: 'open' },
  product: {
    ...{ id: product.id, slug: product.slug, name: product.name, url: product.url, imageURL: '/a.svg' },
    ...{ upvoteCount: 0, status: 'approved', isOwn: false },
  },
  changes: [{ part: 'tagline', before: 'An editor for code', after: 'An editor for teams' }],
  createdAt: '2026-06-01T12:00:00.000Z',
};
const agreed = (count: number, hasAgreed: boolean): Suggestion => ({
  ...suggestion,
  agreement: { count, hasAgreed },
});

function open(
  { suggestions, missing = [] }: { suggestions: Suggestion[]; missing?: string[] },
  calls: Parameters<typeof fakeApi>[0] = {},
  path = '/tool/product-1',
) {
  const shown = { suggestions, missing };
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/reactions': () => ok({ upvoted: [], bookmarked: [] }),
    [`GET /user/private/products/${product.id}/suggestions`]: () => ok(shown),
    [`GET /user/private/texts/${product.id}`]: () => ok({ texts: { ...product, tags: [] }, seen: '' }),
    ...calls,
  });
  const view = renderScreen(
    <>
      <ProductArticle product={product} loadSuggestEdit={() => Promise.resolve(SuggestEdit)} />
      <ToastRegion />
    </>,
    { path },
  );
  return { ...view, shown };
}
const section = async () => within(await screen.findByRole('region', { name: 'Suggested changes' }));
const button = async () =>
  (await section()).findByRole('button', { name: 'Agree with the suggestion of @bob' });

it('lets a trusted member agree, and withdraw the agreement', async () => {
  const { shown } = open(
    { suggestions: [agreed(1, false)] },
    {
      'PUT /user/private/suggestions/7/agreement': () => {
        shown.suggestions = [agreed(2, true)];
        return ok({ isAccepted: false, count: 2 });
      },
      'DELETE /user/private/suggestions/7/agreement': () => {
        shown.suggestions = [agreed(1, false)];
        return ok({});
      },
    },
  );
  expect(await button()).toHaveAttribute('aria-pressed', 'false');
  expect(await button()).toHaveAccessibleDescription('1 of 3 trusted members agrees');

  await userEvent.click(await button());

  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'true'));
  expect(await button()).toHaveAccessibleDescription('2 of 3 trusted members agree');
  expect(await button()).toHaveFocus();

  await userEvent.click(await button());

  await waitFor(async () => expect(await button()).toHaveAttribute('aria-pressed', 'false'));
  expect(await screen.findByText('Your agreement is withdrawn.')).toBeInTheDocument();
});

it.each(['/tool/product-1', '/tool/product-1#suggest-edit'])(
  'loads the page again at %s once a suggestion is accepted',
  async (path) => {
    const { shown, replaced } = open(
      { suggestions: [agreed(2, false)] },
      {
        'PUT /user/private/suggestions/7/agreement': () => {
          shown.suggestions = [];
          return ok({ isAccepted: true, count: 3 });
        },
      },
      path,
    );

    await userEvent.click(await button());

    expect(
      await screen.findByText(`Accepted. ${product.name} now has the suggested changes.`),
    ).toBeInTheDocument();
    await waitFor(() => expect(replaced.at(-1)).toBe('/tool/product-1'));
    expect(replaced).toHaveLength(path.includes('#') ? 2 : 1);
    expect(screen.queryByRole('region', { name: 'Suggested changes' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Suggest an edit/ })).toHaveFocus();
  },
);

it('says why an agreement is refused, and keeps the count', async () => {
  const message = 'The tagline of Product 1 has changed since this was suggested.';
  open(
    { suggestions: [agreed(2, false)] },
    { 'PUT /user/private/suggestions/7/agreement': () => refuse(409, 'conflict', message) },
  );
  await userEvent.click(await button());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await button()).toHaveAccessibleDescription('2 of 3 trusted members agree');
});

it('tells members who are not trusted which conditions they do not meet, in place of the button', async () => {
  open({ suggestions: [agreed(1, false)], missing: ['Your account is too young.', 'You need more.'] });
  const list = within(await screen.findByRole('list', { name: "You can't agree yet:" }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your account is too young.',
    'You need more.',
  ]);
  expect((await section()).queryByRole('button')).toBeNull();
  expect((await section()).getByRole('link', { name: 'Who is trusted' })).toHaveAttribute(
    'href',
    '/rules#suggestions',
  );
});

it('lets members who were trusted once withdraw their agreement', async () => {
  open({ suggestions: [agreed(1, true)], missing: ['Your account is too young.'] });
  expect(await button()).toHaveAttribute('aria-pressed', 'true');
});

it('leaves a new name or link to moderators', async () => {
  open({ suggestions: [suggestion], missing: ['Your account is too young.'] });
  expect((await section()).getByText('Only a moderator accepts a new name or link.')).toBeInTheDocument();
  expect((await section()).queryByRole('button')).toBeNull();
  expect(screen.queryByText('Your account is too young.')).toBeNull();
});

it('says that it shows the oldest suggestions only when there may be more', async () => {
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...suggestion, id: String(index) }));
  const { unmount } = open({ suggestions: listOf(SUGGESTION_LIMITS.shownMax - 1) });
  await section();
  expect(screen.queryByText(/oldest/)).not.toBeInTheDocument();
  unmount();

  open({ suggestions: listOf(SUGGESTION_LIMITS.shownMax) });
  expect(
    await (await section()).findByText(`These are the oldest ${SUGGESTION_LIMITS.shownMax}.`),
  ).toBeInTheDocument();
});
