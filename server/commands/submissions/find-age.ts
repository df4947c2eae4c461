import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { findKnownAge, upsertKnownAge } from '@/server/queries/products/gate';
import { FetchRefusal } from '@/server/web/fetch-limits';

const lookupMs = 5 * SECOND_MS;
const keptMs = 30 * DAY_MS;
/** A registry that fails is asked again after this. */
const unknownMs = HOUR_MS;

/** How often each member has asked a registry in an hour, in this process. The hour begins with the first question, and ends while the member goes on. */
const asked = new LRUCache<string, { count: number; endsAtMs: number }>({ max: 10_000 });
const askedMax = 30;
function countQuestion(userId: string, nowMs: number): boolean {
  const known = asked.get(userId);
  const hour = known && known.endsAtMs > nowMs ? known : { count: 0, endsAtMs: nowMs + HOUR_MS };
  if (hour.count >= askedMax) return false;
  asked.set(userId, { ...hour, count: hour.count + 1 });
  return true;
}

type Registry = {
  subject: string;
  kind: 'domain' | 'repository';
  url: string;
  read: (answer: unknown) => string;
};

const rdap = z.object({ events: z.array(z.looseObject({ eventAction: z.string(), eventDate: z.string() })) });
const created = z.object({ created_at: z.string() });
const createdAt = (answer: unknown) => created.parse(answer).created_at;

const FORGES: Readonly<Record<string, (path: string) => string>> = {
  'github.com': (path) => `https://api.github.com/repos/${path}`,
  'gitlab.com': (path) => `https://gitlab.com/api/v4/projects/${encodeURIComponent(path)}`,
  'codeberg.org': (path) => `https://codeberg.org/api/v1/repos/${path}`,
};

/** The registry of the repository at a URL, or else of its registrable domain. Undefined for an IP address. */
export function registryOf(link: string): Registry | undefined {
  if (!canParseURL(link)) return undefined;
  const { hostname, pathname } = new URL(link);
  const forge = hostname.replace(/^www\./, '');
  const urlOf = FORGES[forge];
  const [owner, name] = pathname.split('/').filter(Boolean);
  if (urlOf && owner && name) {
    const path = `${owner}/${name.replace(/\.git$/, '')}`.toLowerCase();
    return { subject: `${forge}/${path}`, kind: 'repository', url: urlOf(path), read: createdAt };
  }
  const domain = getDomain(hostname);
  if (domain === null) return undefined;
  return {
    subject: domain,
    kind: 'domain',
    // Leads to the registry of the top-level domain: RFC 7484.
    url: `https://rdap.org/domain/${domain}`,
    read: (answer) =>
      rdap.parse(answer).events.find(({ eventAction }) => eventAction === 'registration')?.eventDate ?? '',
  };
}

/**
 * Since when a domain or repository exists. Null when its registry does not say, or not in time, and when the member has
 * asked for too many.
 */
export async function findAge(
  { db, fetchPage, now }: Pick<Deps, 'db' | 'fetchPage' | 'now'>,
  { userId }: Pick<Viewer, 'userId'>,
  { subject, url, read }: Registry,
): Promise<Date | null> {
  const known = await findKnownAge(db, subject, now());
  if (known !== undefined) return known;
  if (!countQuestion(userId, now().getTime())) return null;
  const existsSince = await askRegistry(fetchPage, url, read);
  const expiresAt = new Date(now().getTime() + (existsSince ? keptMs : unknownMs));
  await upsertKnownAge(db, { subject, existsSince, expiresAt });
  return existsSince;
}

async function askRegistry(
  fetchPage: Deps['fetchPage'],
  url: string,
  read: Registry['read'],
): Promise<Date | null> {
  try {
    const { bytes, isCut } = await fetchPage(new URL(url), {
      accept: 'application/rdap+json, application/json;q=0.9',
      signal: AbortSignal.timeout(lookupMs),
    });
    const since = isCut ? new Date(Number.NaN) : new Date(read(JSON.parse(bytes.toString('utf8'))));
    return Number.isNaN(since.getTime()) ? null : since;
  } catch (error) {
    if (error instanceof FetchRefusal || error instanceof SyntaxError || error instanceof z.core.$ZodError)
      return null;
    throw error;
  }
}
