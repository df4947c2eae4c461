import { readdirSync, readFileSync } from 'node:fs';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { migrate } from '@/server/db/migrate';
import { readMigrations } from '@/server/db/apply-migrations';
import { listPersonalData } from '@/server/queries/account/account-deletion';
import { findSessionViewer } from '@/server/queries/account/sessions';
import { listLastRejections } from '@/server/queries/audit-entries';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { findProductBySlug } from '@/server/queries/products/products';
import { listReactions } from '@/server/queries/reactions/reactions';
import { searchProducts } from '@/server/queries/search/search-products';

const database = setUpTestDatabase();
const folder = new URL('../../fixtures/schemas/', import.meta.url);
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const readFixture = (name: string) => readFileSync(new URL(name, folder), 'utf8');

async function load(name: string): Promise<void> {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await database.pool.query(readFixture(name));
}

describe.each(fixtures)('the schema of %s', (name) => {
  it('has the tables that the file lists, each with a row', async () => {
    await load(name);
    const { rows } = await database.pool.query<{ table: string }>(
      `SELECT tablename AS "table" FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C"`,
    );
    const tables = rows.map(({ table }) => table);

    expect(tables).toEqual(/^-- tables: (.*)$/m.exec(readFixture(name))?.[1]?.split(' '));
    for (const table of tables) {
      const { rowCount } = await database.pool.query(`SELECT FROM ${table} LIMIT 1`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 1 });
    }
  });

  it('is migrated to the present schema, with its rows', async () => {
    await load(name);
    await migrate(database.pool);

    const applied = await database.pool.query('SELECT name FROM migrations ORDER BY name');
    expect(applied.rows).toEqual((await readMigrations()).map((migration) => ({ name: migration.name })));
    const { db } = database;
    for (const sort of ['hot', 'new', 'top'] as const) {
      const rows = await listApprovedProducts(db, { sort, limit: 10 });
      expect(rows.map(({ slug }) => slug)).toEqual(['grid-lab', 'color-picker']);
    }
    expect(await findProductBySlug(db, 'colour-picker')).toMatchObject({
      slug: 'color-picker',
      description: 'Works **offline**.',
      screenshotKey: 'AAAAAAAAAAAAAAAAAAAAA1',
      submitterHandle: 'ben',
      tags: [
        { slug: 'color', name: 'Color' },
        { slug: 'css', name: 'CSS' },
      ],
      upvoteCount: 2,
      rankingUpvoteCount: 1,
      approvedAt: new Date('2026-01-11T12:00:00.123Z'),
    });
    expect(await listReactions(db, '1', ['1', '2'])).toEqual({ upvoted: ['1', '2'], bookmarked: ['1'] });
    expect(await listLastRejections(db, ['4'])).toEqual(
      new Map([['4', { reason: 'Not a web tool', createdAt: new Date('2026-02-03T00:00:00.000Z') }]]),
    );
    const session = {
      sessionId: '1',
      secretHash: Buffer.alloc(32, 0x11),
      now: new Date('2026-03-02T00:00:00Z'),
    };
    expect(await findSessionViewer(db, session)).toMatchObject({
      userId: '1',
      role: 'admin',
      isBanned: false,
    });
    const conditions = { any: "'color'", head: "'t/color'", name: "'n/color'", nameKeys: ['colorpicker'] };
    expect(await searchProducts(db, { readings: [conditions], window: { from: 0, to: 10 } })).toMatchObject({
      hits: [{ id: '1', content: 'Pick a color from any page. Works offline.' }],
      total: 1,
    });
    expect((await listPersonalData(db, '2')).products).toHaveLength(3);
    // The job that writes the search documents again has not run yet.
    const rewrites = await database.pool.query('SELECT migration FROM search_rewrites');
    expect(rewrites.rows).toEqual([{ migration: '0261_folded_letters' }]);
  });

  it('continues its sequences', async () => {
    await load(name);
    await migrate(database.pool);

    const { rows } = await database.pool.query<{ id: string }>(
      "INSERT INTO users (handle, name) VALUES ('new', 'New') RETURNING id",
    );
    expect(rows).toEqual([{ id: '6' }]);
  });
});
