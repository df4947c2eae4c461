import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { TagFilter } from '@/components/products/lists/list-head';
import { ProductImageField } from '@/components/submissions/product-image-field';
import { useImageUpload } from '@/hooks/use-image-upload';
import { fakeApi, held } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';
import { field, found, OpenModal, queryOf, SEARCH_CALL } from '../../setup/search-screen';
import { translatePage } from '../../setup/translate-page';

it('finds products while the page is translated', async () => {
  fakeApi({
    [SEARCH_CALL]: (_path, body) =>
      queryOf(body) === 'zed' ? found({ id: 'zed', title: '[Zed]', upvoteCount: 3 }) : found(),
  });
  renderScreen(<OpenModal />);
  translatePage();
  await userEvent.type(field(), 'zed');
  expect(await screen.findByRole('option')).toHaveTextContent('Zed');
  await userEvent.type(field(), 'x');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  await userEvent.type(field(), '{Backspace}');
  expect(await screen.findByRole('option')).toHaveTextContent('Zed');
});

const tags = ['a', 'b'].map((slug) => ({ slug, name: slug.toUpperCase(), productCount: 3 }));

function FilteredList() {
  const [tag, setTag] = useState<string>();
  return (
    <>
      <TagFilter list={{ sort: 'new', tag }} tags={tags} />
      <button onClick={() => setTag(tag === 'a' ? 'b' : 'a')}>Next</button>
    </>
  );
}

it('marks other letters of a hit with each keystroke while the page is translated', async () => {
  const titles = new Map([
    ['z', '[Z]ed for all'],
    ['ze', 'Fast [Ze]d'],
    ['zed', '[Zed]'],
  ]);
  fakeApi({
    [SEARCH_CALL]: (_path, body) => found({ id: 'zed', title: titles.get(queryOf(body) ?? '') ?? '' }),
  });
  renderScreen(<OpenModal />);
  translatePage();
  for (const [key, shown] of [
    ['z', 'Zed for all'],
    ['e', 'Fast Zed'],
    ['d', 'Zed'],
    ['{Backspace}', 'Fast Zed'],
  ] as const) {
    await userEvent.type(field(), key);
    expect(
      await screen.findByText(
        (_, element) => element?.id.endsWith('-title') === true && element.textContent === shown,
      ),
    ).toBeInTheDocument();
  }
});

it('filters a list while the page is translated', async () => {
  fakeApi({});
  renderScreen(<FilteredList />);
  translatePage();
  const current = () => screen.getByRole('link', { current: true }).textContent;
  await userEvent.click(screen.getByText('Next'));
  expect(current()).toBe('A, remove filter');
  await userEvent.click(screen.getByText('Next'));
  expect(current()).toBe('B, remove filter');
});

function LongList() {
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [pages, setPages] = useState<number[]>([1]);
  const loadMore = () => Promise.resolve(setIsLoadingMore(true));
  const arrive = () => {
    setIsLoadingMore(false);
    setPages([...pages, 2]);
  };
  return (
    <>
      <LoadMore
        pager={{ pageCount: pages.length, hasMore: true, isLoadingMore, loadMore }}
        shownCount={30 * pages.length}
      />
      <button onClick={arrive}>A page arrives</button>
    </>
  );
}

it('loads more while the page is translated, and says the new count', async () => {
  fakeApi({});
  renderScreen(<LongList />);
  translatePage();
  for (const count of [60, 90]) {
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(screen.getByText('Loading more.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'A page arrives' }));
    expect(screen.getByText(`Showing ${count} tools.`)).toBeInTheDocument();
  }
});

function ImageOf({ kind }: { kind: 'icon' | 'screenshot' }) {
  const [imageURL, setImageURL] = useState<string | null>(null);
  const upload = useImageUpload(imageURL, setImageURL, kind === 'icon' ? 'mark' : 'card');
  return (
    <ProductImageField kind={kind} upload={upload} imageURL={imageURL} pageImageURL={null} name="Acme" />
  );
}

it.each(['icon', 'screenshot'] as const)(
  'takes an image as the %s while the page is translated',
  async (kind) => {
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    const upload = held();
    fakeApi({ ...signInOnScreen(), 'POST /user/private/images': () => upload.answer });
    renderScreen(<ImageOf kind={kind} />);
    translatePage();
    const input = document.querySelector('input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no field.');
    await userEvent.upload(input, new File([new Uint8Array(9)], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('Uploading …')).toBeInTheDocument();
  },
);
