import { LimitedPool } from '@/server/db/limited-pool';

it('calls back once it has ended, as pg does', async () => {
  const pool = new LimitedPool({});
  await new Promise<void>((resolve) => pool.end(resolve));
  expect(pool.ended).toBe(true);
});
