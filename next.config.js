/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Next would compress /_next/static anew on each request; host/ compresses.
  compress: false,
  experimental: { clientRouterFilter: false },
};
export default config;
