import { Head, Html, Main, NextScript } from 'next/document';
import { LIST_PLACE_SCRIPT } from '@/lib/browser/list-place';
import { TRUSTED_TYPES_SCRIPT } from '@/lib/browser/trusted-types';

export default function Document() {
  return (
    // next-themes sets the theme's class here before the page hydrates.
    <Html lang="en" suppressHydrationWarning>
      <Head>
        <script dangerouslySetInnerHTML={{ __html: TRUSTED_TYPES_SCRIPT }} />
        {/* Blocks painting until this element, and thus the theme's script before it, has arrived: slow HTML would flash. */}
        <link rel="expect" href="#skip-link" blocking="render" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* The default theme's --ground. pages/_app.tsx changes it with the theme. */}
        <meta name="theme-color" content="#0b0d10" />
      </Head>
      <body>
        <Main />
        <script dangerouslySetInnerHTML={{ __html: LIST_PLACE_SCRIPT }} />
        <NextScript />
      </body>
    </Html>
  );
}
