import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine, runProgram } from '@/server/cli/run-program';
import { OwnerError } from '@/server/errors';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { seededDraw } from '@/server/tiles/tile-paint';
import { drillCacheKeys } from './cache-keys';
import { drillChangedFields } from './changed-fields';
import { drillImages } from './drill-images';
import { drillInjection } from './drill-injection';
import { drillImportLoad } from './import-load';
import { drillAxe, drillSearchKeys } from './in-browser';
import { drillImportFacts } from './import-facts';
import { drillImportNoise } from './larger-tests';
import { drillMarkdown } from './drill-markdown';
import { drillEdgeCaches } from './edge-caches';
import { drillCards } from './cards';
import { drillExports } from './exports';
import { drillFuzz } from './fuzz-drill';
import { drillGuardedFetch } from './guarded-fetch';
import { drillInstantSearch } from './instantsearch';
import { killFirstStarts } from './kill-first-starts';
import { killImports } from './kill-imports';
import { drillMutants } from './mutants';
import { killNewsletter } from './kill-newsletter';
import { drillOtherNoun } from './other-noun';
import { drillOutage } from './outage';
import { drillCache } from './nginx-cache';
import { drillObservatory } from './observatory';
import { drillPackage } from './package';
import { raceForFolder } from './race-for-folder';
import { drillRanking } from './ranking';
import { drillRateLimits } from './rate-limits';
import { drillSlowHTTP } from './slow-http';
import { drillSoak } from './soak';
import { drillValidity } from './validity';
import { drillVotes } from './votes';

/** The drills of the embedded database. A round returns a line that describes it, and throws when it fails. */
const databaseDrills = [
  { name: 'first-starts', title: 'kill -9 during the first start', rounds: 20, drill: killFirstStarts },
  { name: 'imports', title: 'kill -9 during an import', rounds: 20, drill: killImports },
  { name: 'races', title: 'two processes on one folder', rounds: 15, drill: raceForFolder },
];
/** The drills of the whole site. They take minutes, and need packages of Debian or npm. */
const siteDrills = [
  { name: 'rate-limits', title: 'the cost of the rate limits', rounds: 1, drill: drillRateLimits },
  { name: 'import-load', title: 'an import while others search', rounds: 1, drill: drillImportLoad },
  { name: 'newsletter', title: 'kill -9 while the newsletter is sent', rounds: 2, drill: killNewsletter },
  { name: 'slow-http', title: 'slow connections', rounds: 1, drill: drillSlowHTTP },
  { name: 'outage', title: 'outages of PostgreSQL, and signals under load', rounds: 1, drill: drillOutage },
  { name: 'injection', title: 'hostile texts in every field', rounds: 1, drill: drillInjection },
  { name: 'nginx-cache', title: 'poisoning and deceiving a cache', rounds: 1, drill: drillCache },
  {
    name: 'edge-caches',
    title: 'what reaches the site behind eight caches',
    rounds: 1,
    drill: drillEdgeCaches,
  },
  { name: 'cache-keys', title: 'making up keys of pages', rounds: 1, drill: drillCacheKeys },
  { name: 'axe', title: 'axe on every page and state', rounds: 1, drill: drillAxe },
  { name: 'search-keys', title: 'random keys in the search modal', rounds: 1, drill: drillSearchKeys },
  { name: 'instantsearch', title: 'InstantSearch in a browser', rounds: 1, drill: drillInstantSearch },
  { name: 'other-noun', title: 'another noun and site file', rounds: 1, drill: drillOtherNoun },
  { name: 'fields', title: 'a field renamed, retyped and removed', rounds: 1, drill: drillChangedFields },
  { name: 'import-noise', title: 'much noise in every import format', rounds: 1, drill: drillImportNoise },
  { name: 'cards', title: 'cards of hard names', rounds: 1, drill: drillCards },
  { name: 'validity', title: 'validators on everything that is served', rounds: 1, drill: drillValidity },
  { name: 'package', title: 'the package in an empty folder', rounds: 1, drill: drillPackage },
  { name: 'observatory', title: "grading by Mozilla's observatory", rounds: 1, drill: drillObservatory },
];
const roundDrills = [...databaseDrills, ...siteDrills];
const names = [
  ...roundDrills.map(({ name }) => name),
  ...[
    'mutants',
    'markdown',
    'images',
    'guarded-fetch',
    'soak',
    'fuzz',
    'exports',
    'votes',
    'ranking',
    'import-facts',
  ],
];
const SEARCH_SECONDS = (10 * MINUTE_MS) / SECOND_MS;
const SOAK_MINUTES = 30;
const VOTES_MINUTES = 10;
const MUTANTS = 40;
const FUZZ_REQUESTS = 100_000;
const EXPORTED_PRODUCTS = 1_000_000;
const SEED_MAX = 2 ** 31;

const USAGE = `Usage: npm run drill -- [--rounds <number>] [--seed <number>] [name ...]

Runs the drills with these names, one after the other; without a name, those of the database.

  first-starts  kills the first start of the embedded database
  imports       kills imports into the embedded database
  races         starts two processes on one data folder
  rate-limits   measures what the rate limits cost in memory and time
  import-load   measures what an import into the running site does to searches and memory
  newsletter    kills the site ten times while it sends the newsletter to 2,000 subscribers
  slow-http     attacks the built site with slow connections while others use it
  guarded-fetch attacks the link preview from a hostile web on this machine
  outage        stops and freezes PostgreSQL, and signals the start commands, all under load
  soak          measures the memory of the built site under 100 requests a second
  nginx-cache   puts nginx in front of the demo as a cache, and tries to poison and to deceive it
  edge-caches   puts eight caches in front of the demo, as a CDN does, and counts what reaches the site
  cache-keys    makes up keys of pages for a minute as fast as the built site answers, while visitors look at pages
  observatory   serves the demo over https, and has Mozilla's observatory grade its headers
  package       packs the project, installs it in an empty folder, and makes that folder a site
  validity      follows every link of the demo, and checks its pages, feeds, sitemaps and structured data; needs Java
  cards         draws the cards of hard names, and measures their size, their time and what other requests wait
  exports       measures feeds, sitemaps and open data with a million products on PostgreSQL
  axe           looks for violations of WCAG 2.2 AA on every page and state, at three widths and in both themes
  search-keys   presses 10,000 random sequences of keys in the search modal of the built site
  import-facts  reads the lists of --list, and compares what arrives with what their lines state
  instantsearch filters the site by 200 random combinations of InstantSearch's widgets, and compares the counts with SQL
  other-noun    serves tools, fonts and books from one build, uses the fonts in a browser, and looks for words of others
  fields        changes the site file of 10,000 products, and compares what pages show with what the dry run has said
  import-noise  has every import format read half a megabyte of each of six kinds of noise
  mutants       breaks ${MUTANTS} random lines of the product; the tests must notice nine of ten
  markdown      searches for the slowest description, and sends it while others read pages; needs a build
  fuzz          sends random requests to every call; each response must be as documented
  images        uploads images that cost much memory or time together with others; needs a build
  votes         votes on one product and on many, beside pgbench, through kill -9 and at random from two processes
  ranking       simulates a year of submissions and upvotes, and watches the first page of the hot list
  injection     puts hundreds of hostile texts into every field, and opens every page that shows them

  --rounds      how often to repeat each drill of the database, or the number of mutants
  --minutes     how long the soak takes, ${SOAK_MINUTES} without it; or the random part of votes, ${VOTES_MINUTES}
  --seconds     how long to search for the slowest description; ${SEARCH_SECONDS} without it
  --requests    how many requests fuzz sends; ${FUZZ_REQUESTS} without it
  --products    how many products exports has; ${EXPORTED_PRODUCTS} without it
  --list        a list for import-facts; may be given several times
  --seed        repeats the mutants, the search, the attacks or the requests of an earlier drill`;

type Request = {
  chosen: string[];
  rounds: number | undefined;
  seconds: number;
  minutes: number | undefined;
  requests: number;
  products: number;
  seed: number;
  lists: string[];
};

function readArguments(): Request {
  const text = { type: 'string' } as const;
  const options = {
    rounds: text,
    seconds: text,
    minutes: text,
    requests: text,
    products: text,
    seed: text,
    list: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ allowPositionals: true, options }),
  );
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new OwnerError(`There is no drill named ${unknown.join(', ')}. Choose from ${names.join(', ')}.`);
  }
  return {
    chosen: positionals.length > 0 ? positionals : databaseDrills.map(({ name }) => name),
    rounds: readNumber('--rounds', values.rounds, 1),
    seconds: readNumber('--seconds', values.seconds, 1) ?? SEARCH_SECONDS,
    minutes: readNumber('--minutes', values.minutes, 1),
    requests: readNumber('--requests', values.requests, 1) ?? FUZZ_REQUESTS,
    products: readNumber('--products', values.products, 1_000) ?? EXPORTED_PRODUCTS,
    seed: readNumber('--seed', values.seed, 0) ?? randomInt(SEED_MAX),
    lists: values.list ?? [],
  };
}

function readNumber(option: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) < SEED_MAX) return Number(text);
  throw new OwnerError(`${option} must be a whole number of at least ${min}.`);
}

async function runRounds({ title, drill }: (typeof roundDrills)[number], rounds: number): Promise<void> {
  console.log(`\n=== ${title}, ${rounds} times`);
  const startedAtMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`  ${String(round).padStart(2)}: ${await drill(folder, round)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  console.log(`=== ${title}: ${rounds} of ${rounds} rounds passed in ${seconds} s`);
}

await runProgram(async () => {
  const { chosen, rounds, seconds, minutes, requests, products, seed, lists } = readArguments();
  for (const each of roundDrills) {
    if (chosen.includes(each.name)) await runRounds(each, rounds ?? each.rounds);
  }
  if (chosen.includes('import-facts')) {
    console.log('\n=== facts of lists');
    if (!(await drillImportFacts(lists))) return 1;
  }
  if (chosen.includes('images')) {
    console.log('\n=== images');
    await drillImages();
  }
  if (chosen.includes('markdown')) {
    console.log(`\n=== markdown, a search of ${seconds} s with seed ${seed}`);
    await drillMarkdown(seconds * SECOND_MS, seed);
  }
  if (chosen.includes('guarded-fetch')) {
    console.log(`\n=== guarded fetch against a hostile web, with seed ${seed}`);
    if (!(await drillGuardedFetch(seededDraw(String(seed))))) return 1;
  }
  if (chosen.includes('soak')) {
    console.log(`\n=== memory over ${minutes ?? SOAK_MINUTES} minutes at 100 requests a second`);
    await drillSoak(minutes ?? SOAK_MINUTES);
  }
  if (chosen.includes('votes')) {
    console.log('\n=== votes');
    if (!(await drillVotes(minutes ?? VOTES_MINUTES))) return 1;
  }
  if (chosen.includes('ranking')) {
    console.log(`\n=== ranking, a simulated year with seed ${seed}`);
    if (!(await drillRanking(seed))) return 1;
  }
  if (chosen.includes('exports')) {
    console.log(`\n=== exports of ${products} products`);
    await drillExports(products);
  }
  if (chosen.includes('fuzz')) {
    console.log(`\n=== fuzz, ${requests} requests with seed ${seed}`);
    if (!(await drillFuzz(requests, seed))) return 1;
  }
  if (!chosen.includes('mutants')) return 0;
  console.log(`\n=== mutants, ${rounds ?? MUTANTS} random one-line breaks with seed ${seed}`);
  return (await drillMutants(rounds ?? MUTANTS, seed)) ? 0 : 1;
});
