import { canonicalURL } from './canonical-url';

/**
 * The address to submit, of the one that was typed and the one that it led to: without what only tracks, and in the
 * site's own spelling when that is the same place by another spelling (https instead of http, `www.` or not).
 */
export function choosePreviewURL(typed: URL, reached: URL): URL {
  const isSame = canonicalURL(typed.href) === canonicalURL(reached.href);
  const address = new URL(isSame ? reached : typed);
  if (!/^#!?\//.test(address.hash)) address.hash = '';
  // The canonical form keeps what chooses the page; a parameter that it drops says only where the visitor came from.
  for (const name of new Set(address.searchParams.keys())) {
    const without = new URL(address);
    without.searchParams.delete(name);
    if (canonicalURL(without.href) === canonicalURL(address.href)) address.searchParams.delete(name);
  }
  return address;
}
