import { summarizeProduct } from '@/lib/pages/product-summary';
import { buildWireProduct } from '../../setup/build-product';

const HOUR_MS = 60 * 60 * 1000;

it('says of a product when it was listed, as exactly as rows show its age', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const listedAt = (approvedAt: string) => summarizeProduct(buildWireProduct(1, { approvedAt })).listedAt;
  const [today, yesterday, old] = [hoursAgo(23), hoursAgo(47), hoursAgo(49)];
  expect(listedAt(today)).toBe(`${today.slice(0, 16)}Z`);
  expect(listedAt(yesterday)).toBe(`${yesterday.slice(0, 13)}:00Z`);
  expect(listedAt(old)).toBe(old.slice(0, 10));
});
