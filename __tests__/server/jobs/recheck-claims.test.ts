import { recheckClaims } from '@/server/jobs/recheck-claims';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();

it('checks every claim that is due in one run', async () => {
  const { id: memberId } = await buildUser(api.db);
  for (const slug of ['one', 'two', 'three']) {
    const { id } = await buildProduct(api.db, { slug });
    // Of a host that the product has no more, so that the claim lapses without a visit.
    await api.pool.query(
      `INSERT INTO product_claims (product_id, member_id, token, host, method, created_at, verified_at, check_due_at)
       VALUES ($1, $2, $3, 'former.example', 'meta', $4, $4, $4)`,
      [id, memberId, slug, testNow],
    );
  }
  await recheckClaims.run(api.deps(), new AbortController().signal);
  const { rowCount } = await api.pool.query('SELECT FROM product_claims WHERE verified_at IS NOT NULL');
  expect(rowCount).toBe(0);
});
