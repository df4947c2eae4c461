import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would compress /_next/static on every request, which costs 47 times as much as sending it.
  compress: false,
  // Turns off /_next/image, which would fetch and resize images for anyone who asks.
  images: { unoptimized: true },
  // `npm run check` checks the types of the whole project, so the build does not.
  typescript: { ignoreBuildErrors: true },
  webpack(config, { isServer, webpack }) {
    if (isServer) return config;
    // Parts of Next that this site never uses, on every page: 2.1 KB for rewrites, 1 KB for next/script, and 0.7 KB for
    // a `process` of which nothing is left once its variables are replaced by their values.
    const path = (module) => fileURLToPath(import.meta.resolve(module));
    config.resolve.alias['next/dist/compiled/path-to-regexp'] = false;
    config.resolve.alias['next/dist/compiled/process'] = false;
    config.resolve.alias[path('next/dist/client/script.js')] = path('./lib/browser/no-script-loader.ts');
    config.plugins.push(new webpack.DefinePlugin({ 'process.env': '({})' }));
    return config;
  },
  // Restores the scroll position on Back after the list has rendered. The browser would restore it too early.
  experimental: { clientRouterFilter: false, scrollRestoration: true },
};
export default config;
