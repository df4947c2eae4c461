import { renderHook } from '@testing-library/react';
import { useListPlace } from '@/hooks/use-list-place';
import { readListPlace } from '@/lib/browser/list-place';

const reservedHeight = () => document.documentElement.style.getPropertyValue('--restored-height');

type ListProps = { list: string | null; pageCount: number; isComplete: boolean };

/** Renders a list on a page that was left with this many pages. */
function render(storedCount: number, pageCount: number) {
  if (storedCount > 0) sessionStorage.setItem('listPlaces', `${storedCount} 900 0 /`);
  const asked: number[] = [];
  const initialProps: ListProps = { list: 'hot', pageCount, isComplete: false };
  const { rerender } = renderHook(
    (props: ListProps) =>
      useListPlace({ ...props, showPages: (count) => Promise.resolve(void asked.push(count)) }),
    { initialProps },
  );
  return { asked, rerender: (changed: Partial<ListProps>) => rerender({ ...initialProps, ...changed }) };
}

it.each([
  { storedCount: 0, pageCount: 1, asked: [], height: '' },
  { storedCount: 2, pageCount: 2, asked: [], height: '' },
  { storedCount: 2, pageCount: 3, asked: [], height: '' },
  { storedCount: 3, pageCount: 2, asked: [3], height: '900px' },
  { storedCount: 2, pageCount: 1, asked: [2], height: '900px' },
])('restores a list of $storedCount pages that begins with $pageCount', ({ height, ...row }) => {
  expect(render(row.storedCount, row.pageCount).asked).toEqual(row.asked);
  expect(reservedHeight()).toBe(height);
});

it('keeps the height until all pages are there', () => {
  const { rerender } = render(3, 1);
  rerender({ pageCount: 2 });
  expect(reservedHeight()).toBe('900px');
  rerender({ pageCount: 3 });
  expect(reservedHeight()).toBe('');
  expect(readListPlace()?.pageCount).toBe(3);
});

it('gives up the height when no more pages come, and stores how many there are', () => {
  const { rerender } = render(4, 1);
  rerender({ pageCount: 2, isComplete: true });
  expect(reservedHeight()).toBe('');
  expect(readListPlace()?.pageCount).toBe(2);
});

it('stores no place for the first page alone', () => {
  render(0, 1);
  expect(readListPlace()).toBeUndefined();
});

it('restores a list once it can be loaded, and gives up the height with the list', () => {
  const { asked, rerender } = render(2, 0);
  rerender({ list: null });
  expect(reservedHeight()).toBe('');
  rerender({ list: 'new' });
  expect(asked).toEqual([2, 2]);
  expect(reservedHeight()).toBe('900px');
});
