import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { MeasureNotices, PastMeasures } from '@/components/account/measures';
import { ProposalList, ReportList, SuggestionList } from '@/components/account/contributions';
import { RemovalList } from '@/components/account/removal-list';
import { ProductPicker } from '@/components/products/forms/product-picker';
import { TagPicker } from '@/components/moderation/tags/tag-picker';
import { SuggestEdit } from '@/components/submissions/suggest-edit';
import { Products } from '@/components/products/lists/products';
import { buildSummary, buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const fail = () => refuse(500, 'internal', 'Something went wrong. Please try again.');

/** By what the dashboard says when it can't be loaded. */
const PARTS = {
  'What moderators decided about you': ['measures', { measures: [], past: [] }],
  'What moderators removed': ['removals', { removals: [] }],
  '“Changes you suggested”': ['suggestions', { suggestions: [], nextCursor: null }],
  '“Alternatives you proposed”': ['alternatives', { proposals: [], nextCursor: null }],
  '“Problems you reported”': ['reports', { reports: [], nextCursor: null }],
} as const;

it('says of each part of the dashboard that it could not be loaded, and loads it again', async () => {
  let isFailing = true;
  fakeApi({
    ...signInOnScreen(),
    ...Object.fromEntries(
      Object.values(PARTS).map(([path, answer]) => [
        `GET /user/private/${path}`,
        () => (isFailing ? fail() : ok(answer)),
      ]),
    ),
  });
  renderScreen(
    <>
      <MeasureNotices />
      <RemovalList />
      <SuggestionList />
      <ProposalList />
      <ReportList />
      <PastMeasures />
    </>,
  );
  for (const name of Object.keys(PARTS)) {
    expect(
      await screen.findByText(`${name} couldn't be loaded. Check your connection and try again.`),
    ).toBeInTheDocument();
  }
  isFailing = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('shows no empty form for a suggestion while it is unknown whether one waits already', async () => {
  const product = buildWireProduct(1);
  fakeApi({
    ...signInOnScreen(),
    [`GET /user/private/products/${product.id}/suggestions`]: fail,
  });
  renderScreen(<SuggestEdit product={product} isOpen onClose={() => undefined} />);
  expect(await screen.findByText(/^What members suggest here couldn't be loaded/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Suggest an edit' })).toBeNull();
});

it('says that a search for a product failed', async () => {
  fakeApi({ 'POST /1/indexes/*/queries': fail });
  renderScreen(
    <ProductPicker label="Tools" hint="Type a name." picked={[]} pickedMax={1} onChange={() => undefined} />,
  );
  await userEvent.type(screen.getByRole('combobox'), 'a');
  expect(
    (await screen.findAllByText('The search failed. Check your connection and type again.')).length,
  ).toBeGreaterThan(0);
  expect(screen.queryByText('Nothing found.')).toBeNull();
});

it('says that the tags to pick from could not be loaded', async () => {
  fakeApi({ ...signInOnScreen(), 'GET /moderation/tags': fail });
  const picker = { label: 'Merge into', hint: 'A tag', exceptId: '1', action: () => 'Merge', isBusy: false };
  renderScreen(<TagPicker {...picker} onPick={() => undefined} />);
  await userEvent.type(screen.getByRole('combobox'), 'a');
  expect(
    (await screen.findAllByText("The tags couldn't be loaded. Check your connection and type again.")).length,
  ).toBeGreaterThan(0);
  expect(screen.queryByText('No tag begins with that.')).toBeNull();
});

it('says that upvotes and bookmarks could not be loaded', async () => {
  fakeApi({ ...signInOnScreen(), 'GET /user/private/reactions': fail });
  renderScreen(
    <>
      <Products products={[buildSummary(1)]} />
      <ToastRegion />
    </>,
  );
  expect(
    await screen.findByText("Your upvotes and bookmarks couldn't be loaded yet. We'll try again."),
  ).toBeInTheDocument();
});
