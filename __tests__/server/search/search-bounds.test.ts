import { manySearches, packedParams, searchParams } from '@/server/search/search-params';
import { findUnbounded } from '../../setup/find-unbounded';

it('the search protocol takes no text, list or number without a bound', () => {
  expect([searchParams, packedParams, manySearches].flatMap((schema) => findUnbounded(schema))).toEqual([]);
});
