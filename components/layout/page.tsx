import Head from 'next/head';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { siteDescription } from '@/lib/contract/plain/site-words';
import { useHeightWithoutList } from '@/hooks/use-list-place';
import { FEED_TYPES, feedPath, markdownPath } from '@/lib/contract/plain/site';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

type PageProps = {
  /** Without the site's name, which is appended. Absent on the home page, which shows the site's description. */
  title?: string;
  description?: string;
  /** Path and query for search engines. Without one, the page asks not to be indexed. */
  canonicalPath?: string;
  /** Path and query of the list whose newest products a feed reader may follow. */
  feedOf?: string;
  /** Path and query, if the page can also be read as Markdown. */
  markdownOf?: string;
  /** The content loads in the browser. Keeps the footer below the window, so that it doesn't visibly move. */
  isFilledLater?: boolean;
  startsAtTop?: boolean;
  children: ReactNode;
};

export function Page({
  title,
  description = siteDescription(site.description),
  canonicalPath,
  feedOf,
  markdownOf,
  isFilledLater = false,
  startsAtTop = false,
  children,
}: PageProps) {
  useHeightWithoutList(!isFilledLater);
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${siteDescription(site.description)}`;
  const url = canonicalPath && site.url + canonicalPath;

  return (
    <>
      <Head>
        <title>{fullTitle}</title>
        <meta key="description" name="description" content={description} />
        <meta
          key="viewport"
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover"
        />
        <meta key="og:title" property="og:title" content={title ?? site.name} />
        <meta key="og:description" property="og:description" content={description} />
        <meta key="og:site_name" property="og:site_name" content={site.name} />
        <meta key="og:type" property="og:type" content="website" />
        {url ? (
          <link key="canonical" rel="canonical" href={url} />
        ) : (
          <meta key="robots" name="robots" content="noindex" />
        )}
        {url && <meta key="og:url" property="og:url" content={url} />}
        {feedOf !== undefined && (
          <link key="feed" rel="alternate" type={FEED_TYPES['feed.xml']} href={feedPath(feedOf)} />
        )}
        {markdownOf !== undefined && (
          <link key="markdown" rel="alternate" type="text/markdown" href={markdownPath(markdownOf)} />
        )}
      </Head>
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto w-full max-w-content flex-1 px-4 pb-16 outline-none md:px-6 ${startsAtTop ? '' : 'pt-6 md:pt-8'} ${isFilledLater ? 'min-h-dvh' : ''}`}
      >
        {children}
      </main>
    </>
  );
}

type BreadcrumbProps = {
  /** The pages above this one, the topmost first. */
  above: readonly { label: string; href: string }[];
  current: string;
};

export function Breadcrumb({ above, current }: BreadcrumbProps) {
  return (
    <nav aria-label={t('page.breadcrumb', 'Breadcrumb')} className="text-sm text-muted">
      <ol className="flex min-h-6 flex-wrap items-center gap-x-1">
        {above.map(({ label, href }) => (
          <li key={href} className="flex items-center gap-1">
            <a href={href} dir="auto" className="py-0.5 transition-colors hover:text-ink pointer-coarse:py-3">
              {label}
            </a>
            <Icon name="chevron-right" className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0 truncate aria-[current=page]:text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
