import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { CLAIM_TOKEN, type ClaimMethod, verificationFile, VERIFICATION_NAMES } from '@/lib/contract/claim';
import { FetchRefusal } from './fetch-limits';
import type { FetchedPage, GuardedFetch } from './guarded-fetch';
import type { TextResolver } from './public-address';
import { text } from '@/lib/texts/texts';

type ProofDeps = {
  fetchPage: GuardedFetch;
  resolveText: TextResolver;
  /** The contents of the meta elements of a page that can prove a claim. */
  readTokens: (page: FetchedPage) => Promise<readonly string[]>;
};

type Claimed = {
  host: string;
  names: readonly string[];
  isFrontPage: boolean;
  token: string;
};

/** The start of a front page, with all of its head. */
const PAGE_BYTES_MAX = 256 * 1024;
/** A hundred tokens. */
const FILE_BYTES_MAX = 4 * 1024;

const PLAIN_TEXT = /^text\/plain *(?:; *charset *= *"?(?:utf-8|us-ascii|iso-8859-1|windows-1252)"? *)?;? *$/;
const HTML = /^text\/html *(?:;|$)/;

/**
 * Looks for the token where only the owner of a site writes: in a meta element of its front page, in a file of nothing but
 * tokens, and in the DNS. Other hosts prove nothing, except the same one with or without `www.`, nor does plain HTTP.
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

async function isInMeta(deps: ProofDeps, claimed: Claimed, signal: AbortSignal): Promise<boolean> {
  const { page } = await fetchOwn(deps, claimed, { path: '/', bytesMax: PAGE_BYTES_MAX, signal });
  return (
    page !== undefined && HTML.test(page.contentType) && (await readOwn(deps, page)).includes(claimed.token)
  );
}

/** A page that takes too long to read proves nothing. */
async function readOwn({ readTokens }: ProofDeps, page: FetchedPage): Promise<readonly string[]> {
  try {
    return await readTokens(page);
  } catch (error) {
    if (error instanceof FetchRefusal) return [];
    throw error;
  }
}

async function isInFile(deps: ProofDeps, claimed: Claimed, signal: AbortSignal): Promise<boolean> {
  for (const name of VERIFICATION_NAMES)
    if (await isInFileAt(verificationFile(name), deps, claimed, signal)) return true;
  return false;
}

async function isInFileAt(
  path: string,
  deps: ProofDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<boolean> {
  const { page } = await fetchOwn(deps, claimed, { path, isExact: true, bytesMax: FILE_BYTES_MAX, signal });
  if (!page || page.isCut || !PLAIN_TEXT.test(page.contentType)) return false;
  const lines = linesOf(page);
  const isProof = lines.includes(claimed.token) && lines.every((line) => CLAIM_TOKEN.test(line));
  return isProof && (await answersOthersOtherwise(deps, claimed, signal));
}

const linesOf = ({ bytes }: FetchedPage): string[] =>
  bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter(Boolean);

/**
 * Whether made-up paths beside the file answer with an error, a page, or always the same text. On a site that
 * answers every path, the file is no file, and its text may be anybody's.
 */
async function answersOthersOtherwise(
  deps: ProofDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<boolean> {
  const fetchOther = () => {
    const path = verificationFile(randomBytes(12).toString('hex'));
    return fetchOwn(deps, claimed, { path, isExact: true, bytesMax: FILE_BYTES_MAX, signal });
  };
  const { page, isError } = await fetchOther();
  if (!page) return isError;
  if (page.bytes.includes(claimed.token)) return false;
  if (!page.contentType.startsWith('text/plain')) return true;
  if (linesOf(page).some((line) => CLAIM_TOKEN.test(line))) return false;
  // Texts that change with each request can be posts of members by turns.
  return (await fetchOther()).page?.bytes.equals(page.bytes) ?? false;
}

type OwnOptions = {
  path: string;
  /** Follows redirects only to the same path. */
  isExact?: boolean;
  bytesMax: number;
  signal: AbortSignal;
};

/** Statuses that say to come back later. */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * Fetches a page of the host by HTTPS. Each of its redirects must lead to the host with or without `www.`, because anybody
 * could have changed what another host or plain HTTP sends.
 *
 * @returns without a page, whether the site has said that it has none there: an error of the request, or a redirect elsewhere.
 */
async function fetchOwn(
  { fetchPage }: Pick<ProofDeps, 'fetchPage'>,
  { host }: Claimed,
  { path, isExact = false, bytesMax, signal }: OwnOptions,
): Promise<{ page?: FetchedPage; isError: boolean }> {
  const url = new URL(path, `https://${host}`);
  const redirect = { isElsewhere: false };
  const beforeRedirect = ({ protocol, port, hostname, pathname, search }: URL) => {
    const isOwn = protocol === 'https:' && port === '' && withoutWWW(hostname) === withoutWWW(host);
    redirect.isElsewhere = !isOwn || (isExact && (pathname !== url.pathname || search !== ''));
    return redirect.isElsewhere
      ? Promise.reject(
          new FetchRefusal('target', text('fetch.redirectsElsewhere', 'The page redirects elsewhere.')),
        )
      : Promise.resolve();
  };
  try {
    return {
      page: await fetchPage(url, { accept: '*/*', bytesMax, beforeRedirect, signal }),
      isError: false,
    };
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    const { status = 0 } = error.answer ?? {};
    return { isError: redirect.isElsewhere || (status >= 400 && status < 500 && !TEMPORARY.has(status)) };
  }
}

const withoutWWW = (host: string) => host.toLowerCase().replace(/^www\./, '');

async function isInDNS({ resolveText }: ProofDeps, { names, token }: Claimed, signal: AbortSignal) {
  for (const name of names) {
    const records = await resolveText(name, signal).catch(() => []);
    const proofs = VERIFICATION_NAMES.map((each) => `${each}=${token}`);
    if (records.some((record) => proofs.includes(record.trim()))) return true;
  }
  return false;
}
