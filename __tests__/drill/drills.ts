import { DEFAULTS, type Drill, requirePassed } from './drill';
import { drillChangedFields } from './changed-fields';
import { drillImportLoad } from './import-load';
import { browserDrills } from './in-browser';
import { drillImportFacts } from './import-facts';
import { drillImportNoise, drillSlowTests } from './larger-tests';
import { drillCards } from './cards';
import { drillExports } from './exports';
import { drillInstantSearch } from './instantsearch';
import { killFirstStarts } from './kill-first-starts';
import { killImports } from './kill-imports';
import { killWrites } from './kill-writes';
import { drillMachines } from './machines';
import { drillModeration } from './moderation';
import { drillMutants } from './mutants';
import { killTasks } from './kill-tasks';
import { killNewsletter } from './kill-newsletter';
import { drillOtherNoun } from './other-noun';
import { drillOutage } from './outage';
import { drillObservatory } from './observatory';
import { drillOperations } from './operations';
import { drillPackage } from './package';
import { raceForFolder } from './race-for-folder';
import { drillPgbouncer } from './pgbouncer';
import { drillPoliteCrawl } from './polite-crawl';
import { drillRanking } from './ranking';
import { drillRateLimits } from './rate-limits';
import { drillRealLists } from './real-lists';
import { drillRings } from './rings';
import { drillResources } from './resources';
import { drillSoak } from './soak';
import { drillTagMerges } from './tag-merges';
import { drillTexts } from './texts';
import { drillUpgrade } from './upgrade';
import { drillValidity } from './validity';
import { drillVotes } from './votes';
import { drillAuthorization } from './authorization';
import { drillBackups } from './backups';
import { attackDrills } from './attack-drills';

/** The drills of the embedded database: those that run without a name. */
export const databaseDrills: readonly Drill[] = [
  {
    name: 'first-starts',
    help: 'kills the first start of the embedded database',
    rounds: 20,
    drill: killFirstStarts,
  },
  { name: 'imports', help: 'kills imports into the embedded database', rounds: 20, drill: killImports },
  { name: 'races', help: 'starts two processes on one data folder', rounds: 15, drill: raceForFolder },
];

/** The others take minutes, and need packages of Debian or npm. */
export const otherDrills: readonly Drill[] = [
  { name: 'authorization', help: 'makes every call as each of 18 actors', drill: drillAuthorization },
  ...browserDrills,
  { name: 'rate-limits', help: 'measures the memory and time of the rate limits', drill: drillRateLimits },
  {
    name: 'import-load',
    help: 'measures what an import into the running site does to searches and memory',
    drill: drillImportLoad,
  },
  {
    name: 'kills',
    help: 'kills the built site twenty times under every kind of write, on both databases',
    rounds: 2,
    drill: killWrites,
  },
  {
    name: 'resources',
    help: 'gives the built site few files, a full and a read-only disk, and a clock that jumps; needs root',
    drill: drillResources,
  },
  {
    name: 'newsletter',
    help: 'kills the site ten times while it sends the newsletter to 2,000 subscribers',
    rounds: 2,
    drill: killNewsletter,
  },
  {
    name: 'tasks',
    help: 'kills one of two processes ten times while they run 2,000 tasks of all kinds',
    drill: killTasks,
  },
  {
    name: 'outage',
    help: 'stops and freezes PostgreSQL, and signals the start commands, all under load',
    drill: drillOutage,
  },
  {
    name: 'pgbouncer',
    help: "runs the server's tests on PostgreSQL behind PgBouncer in transaction mode",
    drill: drillPgbouncer,
  },
  {
    name: 'machines',
    help: 'runs two web processes and a product server on PostgreSQL behind nginx, and restarts them under load',
    drill: drillMachines,
  },
  { name: 'moderation', help: 'decides on 500 pending products by keyboard', drill: drillModeration },
  {
    name: 'instantsearch',
    help: "filters the site by 200 random combinations of InstantSearch's widgets, and compares the counts with SQL",
    drill: drillInstantSearch,
  },
  {
    name: 'other-noun',
    help: 'serves tools, fonts and books from one build, uses the fonts in a browser, and looks for words of others',
    drill: drillOtherNoun,
  },
  {
    name: 'fields',
    help: 'changes the site file of 10,000 products, and compares what pages show with what the dry run has said',
    drill: drillChangedFields,
  },
  { name: 'import-noise', help: 'has every import format read much noise', drill: drillImportNoise },
  {
    name: 'cards',
    help: 'draws the cards of hard names, and measures their size, their time and what other requests wait',
    drill: drillCards,
  },
  {
    name: 'validity',
    help: 'follows every link of the demo, and checks its pages, feeds, sitemaps and structured data; needs Java',
    drill: drillValidity,
  },
  {
    name: 'package',
    help: 'packs the project, installs it in an empty folder, and makes that folder a site',
    drill: drillPackage,
  },
  {
    name: 'operations',
    help: 'runs the commands of docs/operations.md in an empty Debian root, and visits the site; needs root',
    drill: drillOperations,
  },
  {
    name: 'observatory',
    help: "has Mozilla's observatory grade the demo's headers",
    drill: drillObservatory,
  },
  {
    name: 'import-facts',
    help: 'reads the lists of --list, and compares what arrives with what their lines state',
    drill: (_folder, _round, { lists }) => requirePassed(drillImportFacts([...lists])),
  },
  {
    name: 'real-lists',
    help: 'reads the lists of the tests and 10,000 made-up ones, in parts of any size; with --list, accounts for every link of these',
    rounds: null,
    drill: (_folder, _round, { lists, rounds, seed }) => drillRealLists({ lists, rounds, seed }),
  },
  {
    name: 'soak',
    help: 'measures the memory of the built site under 100 requests a second',
    drill: (_folder, _round, { minutes = DEFAULTS.soakMinutes }) => drillSoak(minutes),
  },
  {
    name: 'votes',
    help: 'votes on one product and on many, beside pgbench, through kill -9 and at random from two processes',
    drill: (_folder, _round, { minutes = DEFAULTS.votesMinutes }) => requirePassed(drillVotes(minutes)),
  },
  {
    name: 'crawl',
    help: 'reads the demo as a polite search engine, and counts the addresses',
    drill: drillPoliteCrawl,
  },
  { name: 'tag-merges', help: 'merges two large tags, and measures what others wait', drill: drillTagMerges },
  { name: 'rings', help: 'looks for 50 accounts that upvote together among 10,000', drill: drillRings },
  {
    name: 'ranking',
    help: 'simulates a year of submissions and upvotes, and watches the first page of the hot list',
    drill: (_folder, _round, { seed }) => requirePassed(drillRanking(seed)),
  },
  {
    name: 'exports',
    help: 'measures feeds, sitemaps and open data with a million products on PostgreSQL',
    drill: (_folder, _round, { products = DEFAULTS.exportedProducts }) => drillExports(products),
  },
  {
    name: 'mutants',
    help: 'breaks 40 random lines of the product; the tests must notice nine of ten',
    rounds: null,
    drill: (_, __, { rounds = DEFAULTS.mutants, seed }) => requirePassed(drillMutants(rounds, seed)),
  },
  { name: 'slow-tests', help: 'runs the tests that are too slow for a whole run', drill: drillSlowTests },
  {
    name: 'backups',
    help: 'backs up and restores a site with many products while members use it, on both databases',
    drill: (folder, _round, { products = DEFAULTS.backedUpProducts }) => drillBackups(folder, products),
  },
  {
    name: 'upgrade',
    help: 'upgrades a site of 0.1 on PostgreSQL while its process serves on, and counts what fails and waits',
    drill: (folder, _round, { products = DEFAULTS.upgradedProducts }) => drillUpgrade(folder, products),
  },
  {
    name: 'texts',
    help: 'compares every text of the demo with what the commit of --base says: pages, emails, feeds and failures',
    drill: (_folder, _round, request) => drillTexts(request),
  },
  ...attackDrills,
];
