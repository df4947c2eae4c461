import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';

/** How the accounts of a ring hide: behind a few networks of a VPN, or each behind a home of its own. */
export type RingKind = 'vpn' | 'homes';

type Simulation = {
  /** From 0 to 1. */
  random: () => number;
  now: Date;
  memberCount: number;
  productCount: number;
  ringSize: number;
  ringKind: RingKind;
};

type Member = { joinedAtMs: number; networks: string[] };
type Vote = { member: number; product: number; atMs: number };

const DAYS = 28;

/**
 * Fills a database with four weeks of upvotes: habits, launch days, a newsletter that brings 300 people within an hour,
 * an office behind one address, and friends of makers, some of whom have joined for the launch. Among them is a ring.
 *
 * @returns the ids of the members of the ring.
 */
export async function simulateVotes(pool: Pool, simulation: Simulation): Promise<string[]> {
  const { random, now, memberCount, productCount, ringSize, ringKind } = simulation;
  const scale = memberCount / 10_000;
  const startMs = now.getTime() - DAYS * DAY_MS;
  const below = (end: number) => Math.floor(random() * end);
  const someOf = (count: number, end = memberCount) => {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, end)) chosen.add(below(end));
    return [...chosen];
  };
  const scaled = (count: number) => Math.max(2, Math.round(count * scale));

  // Half of the members are behind one of 40 networks of large providers.
  const members: Member[] = Array.from({ length: memberCount }, (_, index) => ({
    joinedAtMs: now.getTime() - random() * 700 * DAY_MS - 2 * DAY_MS,
    networks: [random() < 0.5 ? `provider ${below(40)}` : `home ${index}`],
  }));
  const productAtMs = Array.from(
    { length: productCount },
    (_, index) => startMs + (index / productCount) * (DAYS - 1) * DAY_MS,
  );
  const votes = new Map<string, Vote>();
  const vote = (member: number, product: number, atMs: number) => {
    const joined = members[member];
    if (!joined || atMs >= now.getTime() || votes.has(`${member} ${product}`)) return;
    // No member upvotes before joining.
    joined.joinedAtMs = Math.min(joined.joinedAtMs, atMs - HOUR_MS);
    votes.set(`${member} ${product}`, { member, product, atMs });
  };
  const listedAt = (product: number) => productAtMs[product] ?? startMs;
  const later = (halfLifeMs: number) => -Math.log2(1 - random()) * halfLifeMs;

  // Habits: three of ten members vote at all, most of them a few times, on what is new and popular.
  for (const member of someOf(0.3 * memberCount)) {
    const count = Math.min(80, Math.ceil(2 * (1 - random()) ** -0.8));
    for (let index = 0; index < count; index += 1) {
      const product = Math.floor(productCount * (1 - random() ** 1.5));
      vote(member, product, listedAt(product) + later(DAY_MS));
    }
  }
  // Launch days.
  for (const product of someOf(10, productCount)) {
    for (const member of someOf(scaled(200 + below(300))))
      vote(member, product, listedAt(product) + later(2 * HOUR_MS));
  }
  // A newsletter with three links each week. A third of its readers have joined through it.
  const readers = someOf(scaled(900));
  for (let week = 0; week < DAYS / 7; week += 1) {
    const sentAtMs = startMs + (week * 7 + 2) * DAY_MS + 9 * HOUR_MS;
    const featured = someOf(3, Math.max(3, Math.floor((productCount * (week * 7 + 2)) / DAYS)));
    for (const reader of readers.filter(() => random() < 1 / 3)) {
      const joined = members[reader];
      if (joined && random() < 1 / 3)
        joined.joinedAtMs = Math.max(joined.joinedAtMs, sentAtMs - HOUR_MS * (1 + random()));
      for (const product of featured)
        if (random() < 0.5) vote(reader, product, sentAtMs + random() * HOUR_MS);
    }
  }
  // An office of 20 behind one address, whose people like the same field, and show each other links.
  const office = someOf(20);
  const field = someOf(Math.min(60, productCount), productCount);
  for (const member of office) {
    members[member]?.networks.splice(0, 1, 'office');
    for (const product of field.filter(() => random() < 0.2))
      vote(member, product, listedAt(product) + later(DAY_MS));
  }
  for (let link = 0; link < 6; link += 1) {
    const product = field[below(field.length)] ?? 0;
    const atMs = listedAt(product) + random() * DAY_MS;
    for (const member of office.filter(() => random() < 0.4))
      vote(member, product, atMs + random() * HOUR_MS);
  }
  // Makers launch three products; fifteen friends of each vote within three hours. Four of ten have joined for it.
  for (let maker = 0; maker < 5; maker += 1) {
    const friends = someOf(15);
    const joinedAtMs = startMs + random() * 5 * DAY_MS;
    for (const friend of friends) {
      const joined = members[friend];
      if (joined && random() < 0.4) joined.joinedAtMs = joinedAtMs - random() * DAY_MS;
    }
    for (const product of someOf(3, productCount)) {
      for (const friend of friends.filter(() => random() < 0.9))
        vote(friend, product, listedAt(product) + random() * 3 * HOUR_MS);
    }
  }

  // The ring votes for nine products, each within 90 minutes, and for a few others to hide.
  const ring = Array.from({ length: ringSize }, (_, index) => {
    const batch = index % 3;
    const joinedDaysAgo = ringKind === 'vpn' ? 29 + batch * 3 + random() : 29 + random() * 300;
    const network = () => (ringKind === 'vpn' ? `vpn ${below(6)}` : `ring ${index}`);
    return (
      members.push({ joinedAtMs: now.getTime() - joinedDaysAgo * DAY_MS, networks: [network(), network()] }) -
      1
    );
  });
  for (const product of someOf(9, productCount)) {
    const atMs = Math.min(listedAt(product) + random() * DAY_MS, now.getTime() - 2 * HOUR_MS);
    for (const member of ring.filter(() => random() < 0.8))
      vote(member, product, atMs + random() * 90 * MINUTE_MS);
  }
  for (const member of ring) {
    for (const product of someOf(below(7), productCount))
      vote(member, product, listedAt(product) + later(DAY_MS));
  }

  return insert(pool, { members, productAtMs, votes: [...votes.values()], ring, now });
}

type World = { members: Member[]; productAtMs: number[]; votes: Vote[]; ring: number[]; now: Date };

async function insert(pool: Pool, { members, productAtMs, votes, ring, now }: World): Promise<string[]> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const { rows: users } = await pool.query<{ id: string }>(
    `INSERT INTO users (handle, name, created_at)
     SELECT 'voter-' || place, 'Voter', joined FROM unnest($1::timestamptz[]) WITH ORDINALITY AS members (joined, place)
     ORDER BY place RETURNING id`,
    [members.map(({ joinedAtMs }) => iso(joinedAtMs))],
  );
  const { rows: products } = await pool.query<{ id: string }>(
    `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
     SELECT 'voted-' || place, 'Voted ' || place, 'A product', 'https://x.example', 'x' || place, 'approved', listed
     FROM unnest($1::timestamptz[]) WITH ORDINALITY AS listed (listed, place) ORDER BY place RETURNING id`,
    [productAtMs.map(iso)],
  );
  await pool.query(
    `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
     SELECT product, member, at, true FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS votes (product, member, at)
     ORDER BY at`,
    [
      votes.map(({ product }) => products[product]?.id),
      votes.map(({ member }) => users[member]?.id),
      votes.map(({ atMs }) => iso(atMs)),
    ],
  );
  await pool.query(`
    UPDATE products SET upvote_count = total, weighing_upvote_count = total
    FROM (SELECT product_id, count(*) AS total FROM upvotes GROUP BY product_id) AS counts WHERE product_id = id`);
  await pool.query(
    'INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products ON CONFLICT DO NOTHING',
  );
  const voters = [...new Set(votes.map(({ member }) => member))];
  const seen = voters.flatMap((member) =>
    [...new Set(members[member]?.networks)].map((network) => ({
      id: users[member]?.id,
      network: createHash('sha256').update(network).digest('hex').slice(0, 24),
    })),
  );
  await pool.query(
    `INSERT INTO voter_networks (user_id, network, seen_at)
     SELECT id, decode(network, 'hex'), $3 FROM unnest($1::bigint[], $2::text[]) AS seen (id, network)`,
    [seen.map(({ id }) => id), seen.map(({ network }) => network), now],
  );
  return ring.flatMap((member) => users[member]?.id ?? []);
}
