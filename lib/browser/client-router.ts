/** The router of Next.js, as far as it changes pages. */
type Target = string | { href?: string | null; pathname?: string | null };
export type ClientRouter = Record<
  'push' | 'replace',
  (url: Target, as?: Target, options?: object) => Promise<boolean>
> & { events?: { on: (event: 'routeChangeComplete', run: () => void) => void } };
