import { isIP } from 'node:net';
import { type ClaimMethod, VERIFICATION_FILE, VERIFICATION_NAME } from '@/lib/contract/claim';
import { FetchRefusal } from './fetch-refusal';
import type { FetchedPage, GuardedFetch } from './guarded-fetch';
import type { TextResolver } from './resolve-host';

type ProofDeps = {
  fetchPage: GuardedFetch;
  resolveText: TextResolver;
  /** The content of the meta element of a page. */
  readMeta: (page: FetchedPage) => Promise<string | undefined>;
};

type Claimed = {
  host: string;
  names: readonly string[];
  isFrontPage: boolean;
  token: string;
};

/** The file has the token alone, or a line of it. */
const LINES_MAX = 100;

/**
 * Looks for the token on a site: in a meta element of its front page, in a file, and in the DNS. A redirect to another
 * host proves nothing, except between a host and the same one with `www.`; a redirect to plain HTTP proves nothing.
 *
 * @returns how it was proved; undefined when it was not.
 */
export async function findProof(
  deps: ProofDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<ClaimMethod | undefined> {
  if (isIP(claimed.host)) return undefined;
  if (claimed.isFrontPage && (await isInMeta(deps, claimed, signal))) return 'meta';
  if (await isInFile(deps, claimed, signal)) return 'file';
  return (await isInDNS(deps, claimed, signal)) ? 'dns' : undefined;
}

async function isInMeta(
  { readMeta, ...deps }: ProofDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<boolean> {
  const page = await fetchOwn(deps, claimed, '/', signal);
  if (!page || !/^(?:text\/html|application\/xhtml\+xml)\b/.test(page.contentType)) return false;
  return (await readMeta(page))?.trim() === claimed.token;
}

async function isInFile(deps: Omit<ProofDeps, 'readMeta'>, claimed: Claimed, signal: AbortSignal) {
  const page = await fetchOwn(deps, claimed, VERIFICATION_FILE, signal);
  if (!page) return false;
  const lines = page.bytes.toString('utf8').split('\n', LINES_MAX);
  return lines.some((line) => line.trim() === claimed.token);
}

/** A page of the host. Undefined when the page can't be read, comes from another host, or was sent over plain HTTP, where anybody could have changed it. */
async function fetchOwn(
  { fetchPage }: Pick<ProofDeps, 'fetchPage'>,
  { host }: Claimed,
  path: string,
  signal: AbortSignal,
): Promise<FetchedPage | undefined> {
  try {
    const page = await fetchPage(new URL(path, `https://${host}`), { accept: '*/*', signal });
    const isOwn = withoutWWW(page.url.hostname) === withoutWWW(host);
    return isOwn && page.url.protocol === 'https:' ? page : undefined;
  } catch (error) {
    if (error instanceof FetchRefusal) return undefined;
    throw error;
  }
}

const withoutWWW = (host: string) => host.toLowerCase().replace(/^www\./, '');

async function isInDNS({ resolveText }: ProofDeps, { names, token }: Claimed, signal: AbortSignal) {
  for (const name of names) {
    const records = await resolveText(name, signal).catch(() => []);
    if (records.some((record) => record.trim() === `${VERIFICATION_NAME}=${token}`)) return true;
  }
  return false;
}
