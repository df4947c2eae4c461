import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { checkNextIcon } from '@/server/commands/images/check-site-icon';
import { checkNextSite } from '@/server/commands/sites/check-site';
import { recheckNextClaim } from '@/server/commands/sites/recheck-claim';
import { deleteOpenClaims } from '@/server/queries/products/claims';
import { deletePastHosts } from '@/server/queries/products/site-checks';
import { type Job, MINUTE_RUN_MS, type SubjectJobs } from './job-runner';

/** Reads the icons of listed sites, one site at a time. Off where the site's owner says so. */
export const fetchSiteIcons: Job = {
  name: 'fetch-site-icons',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    if (!deps.env.fetchesSiteIcons) return;
    const endAt = deps.now().getTime() + MINUTE_RUN_MS;
    while (!signal.aborted && deps.now().getTime() < endAt && (await checkNextIcon(deps, signal)));
  },
};

/** One slow site delays no other, and a large directory is visited within a week. */
const siteChecksAtOnce = 8;

/** Visits the sites of listed products. Off where the site's owner says so. */
export const checkSites: Job = {
  name: 'check-sites',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    if (!deps.env.checksSites) return;
    const endAt = deps.now().getTime() + MINUTE_RUN_MS;
    const checkOnes = async () => {
      while (!signal.aborted && deps.now().getTime() < endAt && (await checkNextSite(deps, signal)));
    };
    await Promise.all(Array.from({ length: siteChecksAtOnce }, checkOnes));
  },
};

/** Looks again for the proofs of verified owners, one site at a time. Each is due once in 30 days. */
export const recheckClaims: Job = {
  name: 'recheck-claims',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const endAt = deps.now().getTime() + MINUTE_RUN_MS;
    while (!signal.aborted && deps.now().getTime() < endAt && (await recheckNextClaim(deps, signal)));
  },
};

export const siteJobs: SubjectJobs = {
  jobs: [fetchSiteIcons, checkSites, recheckClaims],
  purge: [
    ({ db }, daysAgo) => deletePastHosts(db, daysAgo(1)),
    ({ db }, daysAgo) => deleteOpenClaims(db, daysAgo(RETENTION_DAYS.unverifiedClaims)),
  ],
};
