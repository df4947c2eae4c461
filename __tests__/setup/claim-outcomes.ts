import { createServer } from 'node:http';
import { once } from 'node:events';
import { buildConnector } from 'undici';
import type { ClaimMethod } from '@/lib/contract/claim';
import { prove, PROOF_MS_MAX } from '@/server/commands/sites/claim-product';
import { claimableHost } from '@/server/web/shared-hosts';
import { createGuardedFetch } from '@/server/web/guarded-fetch';
import type { TextWorkers } from '@/server/workers/text-workers';
import type { ClaimSite } from './claim-site';

const PUBLIC_ADDRESS = '93.184.215.14';

/** A claim of a site: how it was proved, `refused` when no member can claim the site, or undefined. */
type ClaimOutcome = { site: ClaimSite; outcome: ClaimMethod | 'refused' | undefined };

/**
 * Serves sites on loopback, one after the other, and claims each with a token of its own. Only name resolution and dialing
 * are replaced.
 */
export async function claimSites(
  sites: readonly ClaimSite[],
  textWorkers: TextWorkers,
): Promise<ClaimOutcome[]> {
  let served: { site: ClaimSite; token: string; count: number } | undefined;
  const server = createServer(({ url: path = '/', headers: { host = '' } }, res) => {
    if (served) served.site.answer({ path, host, token: served.token, count: (served.count += 1) }, res);
    if (!res.headersSent) res.writeHead(404, { 'content-type': 'text/html' }).end('<p>No such page');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' ? address?.port : address);
  const connect = buildConnector({ timeout: 4_000 });
  const fetchPage = createGuardedFetch({
    userAgent: 'claims',
    resolve: () => Promise.resolve([PUBLIC_ADDRESS]),
    dial: (options, callback) =>
      connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port }, callback),
  });
  const outcomes: ClaimOutcome[] = [];
  try {
    for (const [index, site] of sites.entries()) {
      const token = `Tok3n_-${String(index).padStart(3, '0')}aBcDeFgHiJkLmNoPqRsTuV`;
      served = { site, token, count: 0 };
      const claimable = claimableHost(site.url ?? 'https://figgle.example/');
      const resolveText = () => Promise.resolve(site.records?.(token) ?? []);
      const deps = { fetchPage, resolveText, textWorkers };
      const outcome =
        'problem' in claimable
          ? 'refused'
          : await prove(deps, { ...claimable, token }, AbortSignal.timeout(PROOF_MS_MAX));
      outcomes.push({ site, outcome });
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return outcomes;
}
