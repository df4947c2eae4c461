import { CONTRIBUTIONS } from '@/server/queries/products/removals';
import { setUpTestDatabase } from '../../setup/test-database';

const database = setUpTestDatabase();

/**
 * Rows of members that the database deletes with a row that they refer to, and why no member loses anything by that. What
 * hangs on a product is in `CONTRIBUTIONS`: a member can't delete such a product.
 */
const DELETED_WITH: Readonly<Record<string, string>> = {
  'product_versions of products': 'copies of texts; what members suggested is in suggestions',
  'suggestion_agreements of suggestions':
    'a suggestion with agreements of others stays when its author leaves it',
  'former_authors of products': 'marks of who submitted a product that stays',
  'former_authors of suggestions': 'as of products',
  'alternative_upvotes of alternatives': 'a pair with upvotes of others stays when its proposer leaves',
  'merged_pairs of product_merges': 'a merge is deleted when it is undone, or can no longer be undone',
  'appeals of member_measures': 'a measure is deleted with its member alone',
  'vote_ring_members of vote_rings': 'signs that moderators judge, written anew by a job',
  'set_aside_upvotes of products': 'marks of upvotes, which are contributions themselves',
  'tag_merges of tags': 'a tag of a merge that can be undone is not deleted',
  'set_aside_upvotes of vote_rings': 'as vote_ring_members',
};

it('lists every table whose rows of members are deleted with the row of somebody else', async () => {
  const { rows } = await database.pool.query<{ child: string; parent: string }>(`
    SELECT DISTINCT hanging.conrelid::regclass::text AS child, hanging.confrelid::regclass::text AS parent
    FROM pg_constraint AS hanging
    WHERE hanging.contype = 'f' AND hanging.confdeltype = 'c' AND hanging.confrelid <> 'users'::regclass
      AND EXISTS (
        SELECT FROM pg_constraint AS naming
        WHERE naming.conrelid = hanging.conrelid AND naming.contype = 'f' AND naming.confrelid = 'users'::regclass
      )`);
  const known = [
    ...Object.keys(CONTRIBUTIONS).map((table) => `${table} of products`),
    ...Object.keys(DELETED_WITH),
  ];
  expect(rows.map(({ child, parent }) => `${child} of ${parent}`).sort()).toEqual(known.sort());
});
