const FORGES: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']);

/** The page of a repository on a well-known forge; undefined for every other address. */
export function repositoryOf(address: string, base: URL): string | undefined {
  if (!URL.canParse(address, base.href)) return undefined;
  const { protocol, hostname, pathname } = new URL(address, base);
  const host = hostname.replace(/^www\./, '');
  const [owner, name, ...rest] = pathname.split('/').filter((part) => part !== '');
  const isRepository = owner !== undefined && name !== undefined && rest.length === 0 && owner !== 'sponsors';
  return /^https?:$/.test(protocol) && FORGES.has(host) && isRepository
    ? `https://${host}/${owner}/${name.replace(/\.git$/, '')}`
    : undefined;
}

const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the repository has the name of the site: `acme` and `acme.js` for acme.dev, `acme.dev` for itself. */
export function isNamedLike(repository: string, { hostname }: URL): boolean {
  const host = hostname.toLowerCase().replace(/^www\./, '');
  const name = new URL(repository).pathname.split('/')[2] ?? '';
  const known = new Set([
    keyOf(host),
    keyOf(host.split('.').slice(0, -1).join('.')),
    keyOf(host.split('.').at(-2) ?? ''),
  ]);
  return [name, name.replace(/\.?js$/i, '')].some((each) => keyOf(each) !== '' && known.has(keyOf(each)));
}
