import { readFile } from 'node:fs/promises';
import { CLAIM_LIMITS, VERIFICATION_FILE } from '@/lib/contract/claim';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { recheckClaims } from '@/server/jobs/site-jobs';
import { leaseDueClaim } from '@/server/queries/products/claims';
import { buildIdentity, buildProduct, buildUser } from '../../setup/build';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { emailsOf } from '../../setup/tasks';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });
const recheck = () => recheckClaims.run(api.deps(), new AbortController().signal);

type Claimed = { slug: string; memberId: string; host: string; token: string; dueAt: Date };

async function buildVerified({ slug, memberId, host, token, dueAt }: Claimed) {
  const { id } = await buildProduct(api.db, { slug });
  await api.pool.query(
    `INSERT INTO product_claims (product_id, member_id, token, host, method, created_at, verified_at, check_due_at)
     VALUES ($1, $2, $3, $4, 'file', $5, $5, $6)`,
    [id, memberId, token, host, testNow, dueAt],
  );
}

async function verifiedSlugs() {
  const { rows } = await api.pool.query<{ slug: string }>(
    'SELECT slug FROM product_claims JOIN products ON products.id = product_id WHERE verified_at IS NOT NULL ORDER BY slug',
  );
  return rows.map(({ slug }) => slug);
}

const emails = async () => (await emailsOf(api.db)).map(({ subject }) => subject);

it('checks every claim that is due in one run', async () => {
  const { id: memberId } = await buildUser(api.db);
  for (const slug of ['one', 'two', 'three']) {
    // Of a host that the product has no more, so that the claim lapses without a visit.
    await buildVerified({ slug, memberId, host: 'former.example', token: slug, dueAt: testNow });
  }
  await recheck();
  expect(await verifiedSlugs()).toEqual([]);
});

it('leases the claim that has been due for longest, and none twice before the lease ends', async () => {
  const { id: memberId } = await buildUser(api.db);
  const host = 'former.example';
  const dueAt = (minutes: number) => new Date(testNow.getTime() - minutes * MINUTE_MS);
  await buildVerified({ slug: 'second', memberId, host, token: 'second', dueAt: dueAt(0) });
  await buildVerified({ slug: 'first', memberId, host, token: 'first', dueAt: dueAt(1) });
  await buildVerified({ slug: 'later', memberId, host, token: 'later', dueAt: dueAt(-1) });
  const leasedUntil = new Date(testNow.getTime() + MINUTE_MS);
  const lease = async (now: Date) =>
    (await leaseDueClaim(api.db, { now, leasedUntil: new Date(now.getTime() + MINUTE_MS) }))?.token;
  expect([await lease(testNow), await lease(testNow), await lease(testNow)]).toEqual([
    ...['first', 'second', undefined],
  ]);
  expect(['first', 'second', 'later']).toContain(await lease(leasedUntil));
});

it('looks at every verified owner again after the upgrade to strict proofs, and tells those who fail', async () => {
  const member = await buildUser(api.db);
  await buildIdentity(api.db, member, { email: 'ada@x.example', isEmailVerified: true });
  const upgradedAt = Date.now();
  const dueAt = new Date(upgradedAt + 20 * DAY_MS);
  const [strict, loose] = ['strict'.padEnd(32, '-'), 'loose'.padEnd(32, '-')];
  for (const [slug, token] of Object.entries({ strict, loose })) {
    await buildVerified({ slug, memberId: member.id, host: `${slug}.example`, token, dueAt });
  }
  const headers = { 'content-type': 'text/plain' };
  web.serve(`strict.example${VERIFICATION_FILE}`, strict, headers);
  web.serve(`loose.example${VERIFICATION_FILE}`, `The newest posts:\n${loose}\n`, headers);

  const migration = new URL('../../../server/db/migrations/0156_recheck_claims.sql', import.meta.url);
  await api.pool.query(await readFile(migration, 'utf8'));
  await recheck();
  expect(web.dialled).toEqual([]);
  api.clock.now = new Date(upgradedAt + 2 * HOUR_MS);
  await recheck();
  expect(await verifiedSlugs()).toEqual(['loose', 'strict']);
  expect(await emails()).toEqual(["We can't find your proof for loose.example"]);
  const bodies = async () => (await emailsOf(api.db)).map(({ body }) => body?.split('\n\n'));
  const why = 'You get this email because you claimed this tool on Listgrove.';
  expect(await bodies()).toEqual([
    [
      expect.stringMatching(
        /^We looked for the proof that you run loose\.example, and didn't find it\. We'll look again on .*\. If it's missing then, you're no longer the verified owner of loose\.example on Listgrove\.$/,
      ),
      'Under “Claim”, the page shows what to publish, and where:',
      expect.stringMatching(/\/tool\/loose/),
      why,
    ],
  ]);
  api.clock.now = new Date(api.clock.now.getTime() + CLAIM_LIMITS.retryDays * DAY_MS);
  await recheck();

  expect(await verifiedSlugs()).toEqual(['strict']);
  expect((await emails()).at(-1)).toBe("You're no longer the verified owner of loose.example");
  expect((await bodies()).at(-1)).toEqual([
    expect.stringMatching(
      /^Your verification for .* on Listgrove has ended: either the proof on loose\.example was missing twice, or .* isn't listed with loose\.example any more\.$/,
    ),
    'You can claim it again at any time:',
    expect.stringMatching(/\/tool\/loose/),
    why,
  ]);
});
