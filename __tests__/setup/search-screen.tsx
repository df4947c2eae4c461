import { act, screen } from '@testing-library/react';
import { type FunctionComponent, useEffect } from 'react';
import { LazyModal } from '@/components/layout/app-parts';
import { HeaderSearch, SearchButton } from '@/components/layout/header-search';
import { SearchModal } from '@/components/search/search-modal';
import { useSearchModal } from '@/hooks/use-search-modal';

export const SEARCH_CALL = 'POST /1/indexes/*/queries';

/** Marks every `[word]` of the texts, as the search service marks matches. */
const mark = (text: string) => text.replace(/\[(.*?)\]/g, '\u{E000}$1\u{E001}');
const plain = (text: string) => text.replace(/[[\]]/g, '');

export function found(
  ...hits: { id: string; title: string; content?: string; tags?: string[]; upvoteCount?: number }[]
) {
  const results = hits.map(({ id, title, content = 'What it does.', tags = [], upvoteCount = 0 }) => ({
    objectID: id,
    id,
    title: plain(title),
    imageURL: `/api/tiles/${id}.svg`,
    url: `/tool/${id}`,
    content: plain(content),
    tags,
    upvoteCount,
    _highlightResult: { title: { value: mark(title) }, content: { value: mark(content) } },
  }));
  const answer = { hits: results, nbHits: results.length, page: 0, nbPages: 1 };
  return new Response(JSON.stringify({ results: [answer] }), {
    headers: { 'content-type': 'application/json' },
  });
}

export const queryOf = (body: unknown) => /"query":"(.*?)"/.exec(JSON.stringify(body))?.[1];

/** The modal, opened. */
export function OpenModal() {
  const { open } = useSearchModal();
  useEffect(open, [open]);
  return <SearchModal />;
}

/** A loader of the modal's code that waits until the test lets it finish. */
export function heldLoader() {
  let finish: (modal: FunctionComponent) => void = () => undefined;
  const loaded = new Promise<FunctionComponent>((resolve) => (finish = resolve));
  const arrive = () =>
    act(async () => {
      finish(SearchModal);
      await loaded;
    });
  return { load: () => loaded, arrive };
}

export function HeaderWithModal({ load }: { load: () => Promise<FunctionComponent> }) {
  return (
    <>
      <div id="page">
        <HeaderSearch />
        <SearchButton />
        <button>Something else</button>
        <input aria-label="Note" />
      </div>
      <LazyModal load={load} modal={useSearchModal()} />
    </>
  );
}

export const headerField = () => screen.getByRole('searchbox', { name: 'Search tools', hidden: true });
export const modal = () => screen.queryByRole('dialog', { name: 'Search' });
export const modalField = () => screen.getByRole('combobox', { name: 'Search' });

export const field = () => screen.getByPlaceholderText<HTMLInputElement>('Enter Keywords to Search');
/** The active option. */
export const chosen = () => screen.getByRole('option', { selected: true });

beforeAll(() => {
  // jsdom has no layout, so nothing to scroll.
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => window.localStorage.clear());
