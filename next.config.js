/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would compress /_next/static anew on each request; host/ compresses.
  compress: false,
  // `npm run check` holds the types of the whole project; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Going back to a list finds the place one left; the browser alone restores it before the list is there.
  experimental: { clientRouterFilter: false, scrollRestoration: true },
};
export default config;
