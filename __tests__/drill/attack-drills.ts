import { SECOND_MS } from '@/lib/contract/plain/durations';
import { seededDraw } from '@/server/tiles/tile';
import { DEFAULTS, type Drill, requirePassed } from './drill';
import { drillCacheKeys } from './cache-keys';
import { drillClaims } from './claims';
import { drillCodes } from './codes';
import { drillImages } from './drill-images';
import { drillInjection } from './drill-injection';
import { drillMarkdown } from './drill-markdown';
import { drillEdgeCaches } from './edge-caches';
import { drillFuzz } from './fuzz-drill';
import { drillGuardedFetch } from './guarded-fetch';
import { drillCache } from './nginx-cache';
import { drillSlowHTTP } from './slow-http';
import { drillRequestCost } from './request-cost';

/** The drills that attack: hostile texts, files, sites, connections and requests. */
export const attackDrills: readonly Drill[] = [
  {
    name: 'slow-http',
    help: 'attacks the built site with slow connections while others use it',
    drill: drillSlowHTTP,
  },
  {
    name: 'injection',
    help: 'puts hundreds of hostile texts into every field, and opens every page that shows them',
    drill: drillInjection,
  },
  {
    name: 'nginx-cache',
    help: 'puts nginx in front of the demo as a cache, and tries to poison and to deceive it',
    drill: drillCache,
  },
  {
    name: 'edge-caches',
    help: 'puts eight caches in front of the demo, as a CDN does, and counts what reaches the site',
    drill: drillEdgeCaches,
  },
  {
    name: 'cache-keys',
    help: 'makes up keys of pages for a minute as fast as the built site answers, while visitors look at pages',
    drill: drillCacheKeys,
  },
  {
    name: 'images',
    help: 'uploads images that cost much memory or time together with others; needs a build',
    drill: () => drillImages(),
  },
  {
    name: 'markdown',
    help: 'searches for the slowest description, and sends it while others read pages; needs a build',
    drill: (_folder, _round, { seconds = DEFAULTS.searchSeconds, seed }) =>
      drillMarkdown(seconds * SECOND_MS, seed),
  },
  {
    name: 'guarded-fetch',
    help: 'attacks the link preview from a hostile web on this machine',
    drill: (_folder, _round, { seed }) => requirePassed(drillGuardedFetch(seededDraw(String(seed)))),
  },
  {
    name: 'codes',
    help: 'guesses, replays and plants codes by email, and looks for the addresses of accounts by text and time',
    drill: drillCodes,
  },
  { name: 'claims', help: 'claims hostile and honest sites, and counts false proofs', drill: drillClaims },
  {
    name: 'fuzz',
    help: 'sends random requests to every call; each response must be as documented',
    drill: (_folder, _round, { requests = DEFAULTS.fuzzRequests, seed }) =>
      requirePassed(drillFuzz(requests, seed)),
  },
  {
    name: 'request-cost',
    help: 'searches calls, files and pages for what costs the main thread most, and sends it from ten addresses',
    drill: drillRequestCost,
  },
];
