/**
 * Recounts a list of the site from its vote counts, and prints the slugs of its products, the first one first:
 *
 *   curl https://tools.example.com/data/votes.csv | node docs/recount.js hot
 *
 * The list is hot, new, day, week, month or all (the top of these periods); a tag may follow, and an instant instead of now.
 */
import { readFileSync } from 'node:fs';

const DAY_MS = 86_400_000;
const PERIOD_DAYS = { day: 1, week: 7, month: 30 };
const [list = 'hot', tag = '', now = new Date().toISOString()] = process.argv.slice(2);

/** Seven days are worth ten times the upvotes. Without an upvote, a product comes after all others. */
const hot = ({ listedAtMs, votes }) => listedAtMs / (7 * DAY_MS) + (votes > 0 ? Math.log10(votes) : -10_000);
const scores = { hot, new: ({ listedAtMs }) => listedAtMs };
const score = scores[list] ?? (({ votes }) => votes);
const since = PERIOD_DAYS[list] ? Date.parse(now) - PERIOD_DAYS[list] * DAY_MS : -Infinity;

const [heading, ...records] = readFileSync(0, 'utf8')
  .trim()
  .split('\r\n')
  .map((line) => line.slice(1, -1).split('","'));

const products = records.map((record) => {
  const of = (column) => record[heading.indexOf(column)];
  const counting = heading.filter((column) => column.startsWith('counting'));
  return {
    id: Number(of('id')),
    slug: of('slug'),
    tags: of('tags').split('; '),
    listedAtMs: Date.parse(of('listedAt')),
    votes: counting.reduce((sum, column) => sum + Number(of(column)), 0),
  };
});

const listed = products
  .filter(({ tags, listedAtMs }) => (tag === '' || tags.includes(tag)) && listedAtMs >= since)
  .sort((one, other) => score(other) - score(one) || other.id - one.id);
for (const { slug } of listed) console.log(slug);
