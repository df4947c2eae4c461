import { findPage, type KeptPage, listPages } from './kept-pages';
import {
  EMPTY_SHELL,
  escapeHTML,
  readProducts,
  type Saved,
  searchProducts,
  titleOf,
  withContent,
  withNotice,
} from './offline-html';
import { keptURL } from './page-urls';

/** Answers a navigation without a network: with the kept page, or with a list of the pages that are kept. */
export async function answerOffline(address: string): Promise<Response> {
  const isOnline = navigator.onLine;
  const url = keptURL(address);
  const kept = url === undefined ? undefined : await findPage(url);
  if (kept) {
    return new Response(withNotice(kept.html, { isOnline, keptAt: kept.keptAt }), {
      headers: headersLike(kept),
    });
  }
  const pages = await listPages();
  const { pathname, searchParams } = new URL(address);
  const content = pathname === '/search' ? showResults(pages, searchParams.get('q') ?? '') : showSaved(pages);
  const [shell] = pages;
  return new Response(withNotice(withContent(shell?.html ?? EMPTY_SHELL, content), { isOnline }), {
    status: 503,
    headers: headersLike(shell),
  });
}

/** With the content security policy of the page that the answer is made from. */
function headersLike(page: KeptPage | undefined): Headers {
  const headers = new Headers(page?.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  return headers;
}

function showResults(pages: readonly KeptPage[], text: string) {
  const found = searchProducts(readProducts(pages), text);
  const query = text.trim();
  const form = `<form class="offline-search" action="/search"><input type="search" name="q" value="${escapeHTML(query)}" aria-label="Search saved pages"/><button>Search</button></form>`;
  const lead = found.length > 0 ? 'From the pages that this browser has saved:' : 'No saved page has this.';
  const items = found.map(describe).join('');
  return {
    title: query ? `Saved results for “${query}”` : 'Search saved pages',
    body: `${form}${query && `<p>${lead}</p>`}${items && `<ul>${items}</ul>`}`,
  };
}

function describe({ name, tagline, path }: Saved): string {
  const label = escapeHTML(name);
  const shown = path === undefined ? `<strong>${label}</strong>` : link(path, label);
  return `<li>${shown}: ${escapeHTML(tagline)}</li>`;
}

function showSaved(pages: readonly KeptPage[]) {
  const items = pages.map(({ url, html }) => {
    const { pathname, search } = new URL(url);
    return `<li>${link(pathname + search, escapeHTML(titleOf(html)))}</li>`;
  });
  const saved = items.length > 0 ? `<p>You can read these:</p><ul>${items.join('')}</ul>` : '';
  return { title: 'This page isn’t saved', body: `<p>It needs a connection.</p>${saved}` };
}

const link = (path: string, label: string) => `<a href="${escapeHTML(path)}">${label}</a>`;
