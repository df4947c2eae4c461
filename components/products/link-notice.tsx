import type { Product } from '@/lib/contract/product';
import { formatShortDate } from '@/lib/format/figures';
import { escapeURL, hostOf } from '@/lib/pages/paths';

export const LINK_NOTICE_ID = 'link-notice';

/** Stands before the link to a site that has changed since it was listed. */
export function LinkNotice({
  name,
  url,
  host: ownHost,
  linkHeldAt,
}: Pick<Product, 'name' | 'url' | 'host' | 'linkHeldAt'>) {
  if (linkHeldAt === undefined) return null;
  const host = hostOf({ url, host: ownHost });
  return (
    <section
      id={LINK_NOTICE_ID}
      aria-labelledby="link-notice-title"
      className="mt-6 rounded-card border border-edge bg-surface p-5"
    >
      <h2 id="link-notice-title" className="text-lg font-bold">
        This site has changed
      </h2>
      <p className="mt-1">
        Since <time dateTime={linkHeldAt}>{formatShortDate(linkHeldAt)}</time>
        <span>{`, ${host} has shown something else than when `}</span>
        <bdi>{name}</bdi> was listed. It may have been sold or hijacked. A moderator will look at it.
      </p>
      <p className="mt-4">
        <a href={escapeURL(url)} rel="noopener nofollow ugc" className="underline underline-offset-4">
          {`Visit ${host} anyway`}
        </a>
      </p>
    </section>
  );
}
