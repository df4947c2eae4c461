import { canParseURL } from '@/lib/contract/plain/can-parse-url';
/** Which part of a URL names a thing at a host where many things are. What else is in the URL makes no difference. */
type HostIdentity = {
  /** The kinds of page that count as the thing itself. */
  path: RegExp;
  /** The canonical path, with the groups of `path`. */
  as: (groups: Readonly<Record<string, string>>) => string;
  /** A parameter of the query that names the thing. */
  parameter?: string;
  /** Whether the thing is the source code of a product, or a page about it: its own site says more. */
  is?: 'repository' | 'page';
};

const lower = (text = ''): string => text.toLowerCase();

/** A repository in two segments; its branches and tabs are views of it. */
const repository = (views: string): HostIdentity => ({
  path: new RegExp(`^/(?<owner>[\\w.-]+)/(?<name>[\\w.-]+?)(?:\\.git)?(?:/(?:${views})(?:/[\\w.-]+)?)?/?$`),
  as: ({ owner, name }) => `/${lower(owner)}/${lower(name)}`,
  is: 'repository',
});

const youtube: HostIdentity = { path: /^\/watch\/?$/, as: ({ v = '' }) => `/watch?v=${v}`, parameter: 'v' };

const HOSTS: Readonly<Record<string, readonly HostIdentity[]>> = {
  'github.com': [repository('tree|blob(?=/(?:main|master)$)')],
  'gitlab.com': [repository('-/tree')],
  'codeberg.org': [repository('src/branch')],
  'bitbucket.org': [repository('src')],
  'npmjs.com': [
    {
      path: /^\/package\/(?<name>(?:@[\w.-]+\/)?[\w.-]+)(?:\/v\/[^/]+)?\/?$/,
      as: ({ name }) => `/package/${lower(name)}`,
      is: 'page',
    },
  ],
  'pypi.org': [
    {
      path: /^\/(?:project|pypi)\/(?<name>[\w.-]+)(?:\/[\d.]+\w*)?\/?$/,
      // PEP 503: letter case and runs of signs make no difference.
      as: ({ name }) => `/project/${lower(name).replace(/[-_.]+/g, '-')}`,
      is: 'page',
    },
  ],
  'crates.io': [
    {
      path: /^\/crates\/(?<name>[\w-]+)(?:\/[\d.]+[\w.+-]*)?\/?$/,
      as: ({ name }) => `/crates/${lower(name).replaceAll('_', '-')}`,
      is: 'page',
    },
  ],
  'youtube.com': [
    youtube,
    { path: /^\/(?:shorts|embed|live|v)\/(?<v>[\w-]{11})\/?$/, as: youtube.as },
    {
      path: /^\/(?<handle>@[\w.-]+)(?:\/(?:videos|featured|about))?\/?$/,
      as: ({ handle }) => `/${lower(handle)}`,
    },
  ],
  'play.google.com': [
    {
      path: /^\/store\/apps\/details\/?$/,
      as: ({ id = '' }) => `/store/apps/details?id=${id}`,
      parameter: 'id',
    },
  ],
  'apps.apple.com': [
    // The number names the app; the country and the words before it are for people.
    { path: /^\/(?:[a-z]{2}\/)?app\/(?:[^/]+\/)?(?<id>id\d+)\/?$/, as: ({ id = '' }) => `/app/${id}` },
  ],
  'producthunt.com': [
    {
      path: /^\/(?<kind>posts|products)\/(?<slug>[\w-]+)\/?$/,
      as: ({ kind, slug }) => `/${kind ?? ''}/${lower(slug)}`,
      is: 'page',
    },
  ],
};

/** Other names of a host. */
const ALIASES: Readonly<Record<string, string>> = {
  'm.youtube.com': 'youtube.com',
  'music.youtube.com': 'youtube.com',
  'youtube-nocookie.com': 'youtube.com',
  'itunes.apple.com': 'apps.apple.com',
  'pypi.python.org': 'pypi.org',
  'npmjs.org': 'npmjs.com',
};

type Identity = { host: string; rest: string; is?: 'repository' | 'page' };

/** The thing that a URL leads to, at a host with a rule; undefined for all other URLs. */
export function identityAtHost(url: URL): Identity | undefined {
  if (!['', '80', '443'].includes(url.port)) return undefined;
  const written = url.hostname.replace(/^www\./, '');
  if (written === 'youtu.be' && /^\/[\w-]{11}\/?$/.test(url.pathname)) {
    return { host: 'youtube.com', rest: youtube.as({ v: url.pathname.slice(1, 12) }) };
  }
  const article = wikipediaArticle(written, url);
  if (article) return article;
  const host = ALIASES[written] ?? written;
  for (const { path, as, parameter, is } of Object.hasOwn(HOSTS, host) ? (HOSTS[host] ?? []) : []) {
    const groups = path.exec(url.pathname)?.groups;
    const value = parameter === undefined ? undefined : url.searchParams.get(parameter);
    if ((!groups && !path.test(url.pathname)) || value === null || !/^[\w.-]+$/.test(value ?? 'none'))
      continue;
    const rest = as({
      ...groups,
      ...(parameter !== undefined && value !== undefined && { [parameter]: value }),
    });
    return { host, rest, ...(is && { is }) };
  }
  return undefined;
}

/** The mobile site has the same articles. Blanks and underscores are the same in titles, and the first letter is a capital. */
function wikipediaArticle(host: string, url: URL): Identity | undefined {
  const language = /^([a-z-]+)\.(?:m\.)?wikipedia\.org$/.exec(host)?.[1];
  const title = /^\/wiki\/([^?#]+)$/.exec(url.pathname)?.[1];
  if (language === undefined || title === undefined) return undefined;
  const name = title.replace(/%20/g, '_');
  return { host: `${language}.wikipedia.org`, rest: `/wiki/${name.charAt(0).toUpperCase()}${name.slice(1)}` };
}

const identityOf = (url: string) => (canParseURL(url) ? identityAtHost(new URL(url)) : undefined);

export const isRepository = (url: string): boolean => identityOf(url)?.is === 'repository';

/** Whether a page is about a product whose own site is elsewhere: its source code, a package, a page in a directory. */
export const isAboutProduct = (url: string): boolean => identityOf(url)?.is !== undefined;
