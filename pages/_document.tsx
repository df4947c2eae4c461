import { type DocumentProps, Head, Html, Main, NextScript } from 'next/document';
import type { ComponentProps, ReactElement } from 'react';
import { EARLY_SCRIPT } from '@/lib/browser/early-script';
import { LATE_SCRIPTS_LOADER, lateScripts, TRUSTED_TYPES_SCRIPT } from '@/lib/browser/inline-scripts';
import { LIST_PLACE_SCRIPT } from '@/lib/browser/list-place';
import { isPrivatePage } from '@/lib/contract/plain/page-paths';
import { CARD_PX } from '@/lib/contract/plain/site';
import { siteColorStyle } from '@/lib/contract/plain/site-color';
import { PUBLIC_VALUES_ID, publicValuesJSON, showsCredit, siteColor, siteVerification } from '@/lib/env';
import { siteNotices } from '@/lib/in-process';
import { site } from '@/lib/site';
import { currentCatalog, textsLanguage } from '@/lib/texts/language';
import { cardOf } from '@/lib/pages/card';
import { structuredData, writeStructuredData } from '@/lib/pages/structured-data';
import { t } from '@/lib/texts/texts';

/** In a build, a head without what the page loads later or never. */
class LeanHead extends Head {
  override getScripts(...files: Parameters<Head['getScripts']>) {
    const scripts: ReactElement<ComponentProps<'script'>>[] = super.getScripts(...files);
    if (this.context.isDevelopment) return scripts;
    const prefix = currentCatalog()?.prefix ?? '';
    const urls = scripts.flatMap(({ props: { src } }) => (src === undefined ? [] : prefix + src));
    return [<script key="late" {...lateScripts(urls)} />];
  }

  /** Without the preload of a style sheet that the next element loads. */
  override getCssLinks(...files: Parameters<Head['getCssLinks']>) {
    const links: ReactElement<ComponentProps<'link'>>[] = super.getCssLinks(...files) ?? [];
    return links.filter(({ props }) => props.rel !== 'preload');
  }

  /** Next's polyfills are for browsers that do not run these scripts. */
  override getPolyfillScripts() {
    return [];
  }
}

/** As Open Graph has it: `de_DE`, with the likeliest region if the tag names none. */
function locale(): string {
  const { language, region = '' } = new Intl.Locale(textsLanguage()).maximize();
  return `${language}_${region}`;
}

export default function Document({ __NEXT_DATA__: nextData }: DocumentProps) {
  const { page, props } = nextData;
  const catalog = currentCatalog();
  // Next's router loads the scripts of other pages, and webpack those that are loaded later, from where the first came from.
  if (catalog?.prefix) Object.assign(nextData, { assetPrefix: catalog.prefix });
  const data = structuredData(page, props.pageProps);
  const card = cardOf(page, props.pageProps);
  const notices = siteNotices();
  const color = siteColor();
  return (
    // next-themes sets the theme's class here before the page hydrates.
    <Html lang={textsLanguage()} dir={catalog?.direction} suppressHydrationWarning>
      <LeanHead>
        <script dangerouslySetInnerHTML={{ __html: TRUSTED_TYPES_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
        {/* Blocks painting until this element, and thus the theme's script before it, has arrived: slow HTML would flash. */}
        <link rel="expect" href="#skip-link" blocking="render" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={site.name}
          href="/opensearch.xml"
        />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* The default theme's --ground. pages/_app.tsx changes it with the theme. */}
        <meta name="theme-color" content="#0b0d10" />
        {color && <style dangerouslySetInnerHTML={{ __html: siteColorStyle(color) }} />}
        <meta property="og:locale" content={locale()} />
        {page === '/' &&
          siteVerification().map(([name, content]) => (
            <meta key={name + content} name={name} content={content} />
          ))}
        {/* Only what reads the HTML needs the card, so it is not among the tags that the browser updates. */}
        {card && (
          <>
            <meta property="og:image" content={card.url} />
            <meta property="og:image:width" content={String(CARD_PX.width)} />
            <meta property="og:image:height" content={String(CARD_PX.height)} />
            {card.alt !== undefined && <meta property="og:image:alt" content={card.alt} />}
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
      </LeanHead>
      <body>
        {/* Not part of the app: visitors' browsers load no code for it. */}
        {notices.stopped !== undefined && (
          <aside
            aria-label={t('site.paused', 'Paused for now')}
            className="bg-tint px-4 py-2 text-center text-sm"
          >
            {notices.stopped}
          </aside>
        )}
        <Main />
        {showsCredit() && (
          <aside className="px-4 py-2 text-center text-sm text-muted">
            {t('site.credit', 'Runs on Listgrove' /* the name of this software */)}
          </aside>
        )}
        <script dangerouslySetInnerHTML={{ __html: LIST_PLACE_SCRIPT }} />
        {data.length > 0 && (
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: writeStructuredData(data) }}
          />
        )}
        <script
          id={PUBLIC_VALUES_ID}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: publicValuesJSON(notices, isPrivatePage(page)) }}
        />
        <NextScript />
        <script dangerouslySetInnerHTML={{ __html: LATE_SCRIPTS_LOADER }} />
      </body>
    </Html>
  );
}
