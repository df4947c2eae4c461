import { Icon } from '@/components/ui/icon';
import { site } from '@/lib/site';

/** The site owner's announcements, in one line that scrolls sideways if it doesn't fit. */
export function PromoBanners() {
  if (site.promos.length === 0) return null;
  return (
    <ul
      aria-label="Announcements"
      className="flex min-w-0 flex-1 items-center gap-6 overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] pr-6 [scrollbar-width:none]"
    >
      {site.promos.map(({ label, url }) => (
        <li key={url} className="shrink-0">
          <a
            href={url}
            className="group flex h-target items-center gap-1 text-sm text-muted transition-colors hover:text-ink"
          >
            {label}
            <Icon name="arrow-right" className="size-3.5 transition-transform group-hover:translate-x-0.5" />
          </a>
        </li>
      ))}
    </ul>
  );
}
