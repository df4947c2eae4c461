// What only visitors who compare load.
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { type Compared, readCompared, writeCompared } from './compared';
import { showToast } from './toasts';
import { t } from '@/lib/texts/texts';

export const parseCompared = (text: string | null): Compared[] =>
  (text ?? '').split('\n').flatMap((line) => {
    const end = line.indexOf(' ');
    return end > 0 ? [{ slug: line.slice(0, end), name: line.slice(end + 1) }] : [];
  });

export function toggle({ slug, name }: Compared): void {
  const before = parseCompared(readCompared());
  const others = before.filter((product) => product.slug !== slug);
  const after = others.length < before.length ? others : [...before, { slug, name }];
  if (after.length > COMPARED_MAX) {
    void showToast(
      'error',
      t('compare.tooMany', 'You can compare {max} at most. Remove one first.', { max: COMPARED_MAX }),
    );
    return;
  }
  writeCompared(after.map((product) => `${product.slug} ${product.name}`).join('\n'));
}
