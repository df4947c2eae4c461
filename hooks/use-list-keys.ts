import { type RefObject, useEffect, useEffectEvent } from 'react';
import { keyOf, isShortcut } from '@/lib/browser/keys';
import { productPath } from '@/lib/pages/paths';
import { toggleCompared } from './use-browser';
import type { ToggleReaction } from './use-reactions';
import { callLazily } from '@/lib/api/lazy-call';

const NAME_LINKS = 'main :is(.row-name, .card-name) a';

/** `url` is unknown for a product that the search has found. */
type KeyedProduct = { id: string; name: string; slug: string; url?: string };

/**
 * The keys of a list: j and k go to the next and the previous product, o opens it as Enter does, v opens its website in
 * a new tab, u upvotes, b bookmarks and c compares it. The product with the focus is the current product.
 *
 * @param list where the page has several lists, of which each may have the same product.
 */
export function useListKeys(
  products: readonly KeyedProduct[],
  toggle: ToggleReaction,
  list: RefObject<HTMLElement | null>,
): void {
  useShortcuts((key, event) => {
    const { links, current } = readList();
    if (key === 'j' || key === 'k') {
      const next = key === 'j' ? current + 1 : current - 1;
      const link = links[current === -1 ? links.findIndex(isInView) : next];
      if (link) event.preventDefault();
      link?.focus();
      return;
    }
    const link = links[current];
    if (link && list.current?.contains(link) === false) return;
    const product = products.find(({ slug }) => link?.pathname === productPath(slug));
    if (!product) return;
    if (key === 'o') link?.click();
    else act(key, product, toggle);
  });
}

/** The keys v, u, b and c on a product's page. While a product of a list has the focus, they belong to that one. */
export function useProductKeys(product: KeyedProduct & { status: string }, toggle: ToggleReaction): void {
  useShortcuts((key) => {
    const isPublic = product.status === 'approved';
    if (readList().current === -1 && (isPublic || key === 'v')) act(key, product, toggle);
  });
}

/** Calls back for every key that is a shortcut: pressed alone, outside forms, with no dialog open. */
export function useShortcuts(onShortcut: (key: string, event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event)) onShortcut(keyOf(event), event);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The links of all lists of the page, and the index of the one whose product has the focus; -1 for none. */
function readList() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(NAME_LINKS)];
  return {
    links,
    current: links.findIndex((link) => link.closest('li')?.contains(document.activeElement)),
  };
}

function act(key: string, product: KeyedProduct, toggle: ToggleReaction): void {
  if (key === 'u') toggle('upvote', product);
  else if (key === 'b') toggle('bookmark', product);
  else if (key === 'c') void toggleCompared(product);
  else if (key === 'v' && product.url) window.open(product.url, '_blank', 'noopener');
  else if (key === 'v') void openWebsite(productPath(product.slug));
}

/** Not above the window, nor behind the fixed header. */
function isInView(link: HTMLAnchorElement): boolean {
  const headerPx = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return link.getBoundingClientRect().top >= headerPx - 16;
}

/**
 * Opens the website of a product in a new tab, and the product's page there if the website is unknown. The tab opens
 * empty at once, because browsers block a tab that opens after an answer.
 *
 * @param path of the product's page.
 */
export async function openWebsite(path: string): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) return;
  tab.opener = null;
  try {
    const slug = decodeURIComponent(path.replace(/^.*\//, ''));
    const loading = import('@/lib/contract/product').then(({ findProductCall }) => findProductCall);
    const { product } = await callLazily(loading, { params: { slug } });
    tab.location.href = product.url;
  } catch {
    tab.location.href = new URL(path, window.location.href).href;
  }
}
