import { Head, Html, Main, NextScript } from 'next/document';

export default function Document() {
  return (
    // next-themes puts the theme's class here before the page hydrates.
    <Html lang="en" suppressHydrationWarning>
      <Head>
        {/* Nothing is painted before this element, and so not before the theme's script ahead of it: slow HTML would flash. */}
        <link rel="expect" href="#skip-link" blocking="render" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta name="theme-color" content="#0b0d10" />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
