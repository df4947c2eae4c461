import { useRouter } from 'next/router';
import { Button } from '@/components/ui/button';
import { useAttempt } from '@/hooks/use-attempt';
import { call, unlessGone } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { removeAlternativeCall } from '@/lib/contract/alternative';
import type { AlternativeSummary } from '@/lib/pages/product-paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** For moderators: takes approved pairs off the pages of both products. */
export function RemoveAlternatives({ products }: { products: readonly AlternativeSummary[] }) {
  const router = useRouter();
  const { isUnderWay, failure, attempt } = useAttempt();

  async function remove({ name, pair }: AlternativeSummary): Promise<void> {
    const hasWorked = await attempt(async () => {
      await unlessGone(call(removeAlternativeCall, { params: { id: pair.id } }));
    });
    if (!hasWorked) return;
    void showToast(
      'success',
      t('alternatives.removed', '{name} is no longer listed as an alternative.', { name }),
    );
    await router.replace(router.asPath, undefined, { scroll: false });
  }

  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {t('alternatives.removeSummary', 'Moderators: remove an alternative')}
      </summary>
      <ul className="mt-2 max-w-prose">
        {products.map((product) => (
          <li key={product.id} className="flex items-center justify-between gap-4 py-1">
            <span dir="auto" className="min-w-0 truncate">
              {product.name}
            </span>
            <Button aria-disabled={isUnderWay} onClick={() => void remove(product)}>
              {rich(
                'alternatives.remove',
                'Remove<hidden> {name}</hidden>' /* takes a product out of the alternatives */,
                {
                  hidden: (text) => <span className="sr-only">{text}</span>,
                  name: product.name,
                },
              )}
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-danger">
        {failure?.message}
      </p>
    </details>
  );
}
