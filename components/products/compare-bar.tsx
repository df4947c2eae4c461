import { buttonClasses } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useCompared } from '@/hooks/use-browser';
import { type Compared, writeCompared } from '@/lib/browser/compared';
import { parseCompared, toggle } from '@/lib/browser/compared-products';
import { focusMain } from '@/lib/browser/window';
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { compareFormPath, comparePath } from '@/lib/pages/product-paths';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

/** What is collected to be compared, at the bottom edge of every page. Loaded when the first product is collected. */
export function CompareBar() {
  const stored = useCompared();
  if (stored === null) return null;
  const compared = parseCompared(stored);
  const slugs = compared.map(({ slug }) => slug);

  function end(): void {
    writeCompared(null);
    focusMain();
  }

  return (
    <section
      aria-label={t('compare.verb', 'Compare' /* verb */)}
      className="compare-bar sticky bottom-(--bottom-bar) z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2"
    >
      <VisuallyHidden live>
        {compared.length === 0
          ? ''
          : t('compareBar.comparing', 'Comparing {names}.', {
              names: formatRow(compared.map(({ name }) => name)),
            })}
      </VisuallyHidden>
      {compared.length === 0 ? (
        <p className="text-sm text-muted">
          {t('compareBar.choose', 'Choose up to {max} {nouns} with “Compare”.', {
            max: COMPARED_MAX,
          })}
        </p>
      ) : (
        <ul
          aria-label={t('compareBar.chosen', 'Chosen {nouns}' /* products that were chosen to be compared */)}
          className="flex min-w-0 gap-2 overflow-x-auto"
        >
          {compared.map(({ slug, name }) => (
            <Chip
              key={slug}
              name={name}
              className="shrink-0 border-edge font-semibold"
              onRemove={() => {
                toggle({ slug, name });
                focusMain();
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex shrink-0 items-center">
        <a
          href={compared.length > 1 ? comparePath(slugs) : compareFormPath(slugs)}
          className={buttonClasses({ look: compared.length > 1 ? 'primary' : 'secondary' })}
        >
          {compared.length > 1
            ? t('compareBar.compareCount', 'Compare {count}' /* verb; how many products */, {
                count: compared.length,
              })
            : t('compareBar.searchToAdd', 'Search to add')}
        </a>
        <button
          type="button"
          aria-label={t('compareBar.stop', 'Stop comparing')}
          title={t('compareBar.stop', 'Stop comparing')}
          className={buttonClasses({ look: 'quiet', size: 'icon' })}
          onClick={end}
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  );
}

/** In a list, once the visitor collects products to compare. */
export function CompareButton({ product: { slug, name } }: { product: Compared }) {
  const stored = useCompared();
  if (stored === null) return null;
  const isPressed = parseCompared(stored).some((product) => product.slug === slug);
  return (
    <button
      type="button"
      className="font-semibold hover:underline aria-pressed:text-accent"
      aria-label={t('compareBar.compareProduct', 'Compare {name}' /* verb */, { name })}
      aria-pressed={isPressed}
      onClick={() => toggle({ slug, name })}
    >
      <Icon name={isPressed ? 'check' : 'plus'} className="me-2 inline size-3.5" />
      {t('compare.verb', 'Compare' /* verb */)}
    </button>
  );
}
