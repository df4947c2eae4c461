import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would compress /_next/static on every request, which costs 47 times as much as sending it.
  compress: false,
  // `host` makes its own, faster and once for each page that it keeps.
  generateEtags: false,
  // Turns off /_next/image, which would fetch and resize images for anyone who asks.
  images: { unoptimized: true },
  // `npm run check` checks the types of the whole project, so the build does not.
  typescript: { ignoreBuildErrors: true },
  webpack(config, { dev, isServer, webpack }) {
    const path = (module) => fileURLToPath(import.meta.resolve(module));
    const form = isServer ? 'messages' : dev ? 'development' : 'identifiers';
    config.module.rules.push({
      test: /\.tsx?$/,
      exclude: /node_modules/,
      enforce: 'pre',
      // `host/build.ts` makes the second one, which plain Node.js can run.
      use: { loader: path(dev ? './host/texts/loader.ts' : './dist/texts-loader.mjs'), options: { form } },
    });
    const messages = path(`./lib/texts/${isServer ? 'built' : 'browser'}-messages.ts`);
    config.plugins.push(new webpack.NormalModuleReplacementPlugin(/^@\/lib\/texts\/messages$/, messages));
    if (isServer || dev) return config;
    const { alias } = config.resolve;
    // Next ships its browser code twice. From the ES modules, webpack leaves out what no page uses.
    for (const folder of ['client', 'lib', 'shared']) {
      alias[path(`next/dist/${folder}`)] = path(`next/dist/esm/${folder}`);
    }
    alias[path('next/dist/esm/build/polyfills')] = path('next/dist/build/polyfills');
    alias['next/head$'] = path('next/dist/esm/shared/lib/head.js');
    alias['next/router$'] = path('next/dist/esm/client/router.js');
    // Parts of Next that this site never uses, on every page: 2.1 KB for rewrites, 1 KB for next/script, and 0.7 KB for
    // a `process` of which nothing is left once its variables are replaced by their values.
    alias['next/dist/compiled/path-to-regexp'] = false;
    alias['next/dist/compiled/process'] = false;
    alias[path('next/dist/esm/client/script.js')] = path('./components/ui/next-client.ts');
    const hydrateInSteps = (request) => {
      if (/next[\\/]dist/.test(request.context)) request.request = path('./components/ui/next-client.ts');
    };
    config.plugins.push(new webpack.NormalModuleReplacementPlugin(/^react-dom\/client$/, hydrateInSteps));
    // Next's 20,000 bytes, before minification, split the lists' code in two as soon as another page shares a part of it:
    // 0.6 KB more on the home page.
    config.optimization.splitChunks.minSize = 40_000;
    // Every page loads the names of all files that are loaded later. A name also has the number of its file, so that half
    // the digits tell two versions of it apart.
    config.output.hashDigestLength = 8;
    config.plugins.push(new webpack.DefinePlugin({ 'process.env': '({})' }));
    return config;
  },
  // Restores the scroll position on Back after the list has rendered. The browser would restore it too early.
  experimental: { clientRouterFilter: false, scrollRestoration: true },
};
export default config;
