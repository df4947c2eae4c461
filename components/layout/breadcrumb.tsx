import { Icon } from '@/components/ui/icon';

type BreadcrumbProps = {
  /** The pages above this one, the topmost first. */
  above: readonly { label: string; href: string }[];
  /** The name of this page. */
  current: string;
};

/** The way from the home page to this page. */
export function Breadcrumb({ above, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted">
      <ol className="flex min-h-6 flex-wrap items-center gap-x-1">
        {above.map(({ label, href }) => (
          <li key={href} className="flex items-center gap-1">
            <a href={href} dir="auto" className="py-0.5 transition-colors hover:text-ink pointer-coarse:py-3">
              {label}
            </a>
            <Icon name="chevron-right" className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0 truncate aria-[current=page]:text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
