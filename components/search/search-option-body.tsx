import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/lib/format/figures';
import type { SearchOption } from './search-options';

/** An option that is not a product: an icon, a label and, for a tag, the number of its products. */
export function PlainBody({ option: { icon, label, count }, id }: { option: SearchOption; id: string }) {
  return (
    <>
      <Icon name={icon} className="size-4 text-muted" />
      <span id={`${id}-title`} className="min-w-0 flex-1 truncate" dir="auto">
        {label}
      </span>
      {count !== undefined && <span className="tag-count">{formatCount(count)}</span>}
    </>
  );
}
