import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import type { Elements } from '@/components/ui/elements';
import { Icon, type IconName } from '@/components/ui/icon';

export type NavigationItem = {
  /** The path of the page, and of the pages below it. */
  path: string;
  /** By default `path`. */
  href?: string;
  /** Paths of pages that belong to this item but are not below its path. */
  pages?: readonly string[];
  label: string;
  icon?: IconName;
};

// The outline is inside the item, because the strip would cut off an outer one.
export const stripItemClasses =
  'relative flex min-h-target-thumb items-center gap-1.5 rounded-control px-3 font-semibold whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink';
export const currentItemClasses =
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-ink';

/** How much of the previous item stays visible. */
const marginPx = 72;

type NavigationStripProps = {
  label: string;
  items: readonly NavigationItem[];
  /** Items in several rows where the screen is wide enough for a few only. On a phone, there is one row. */
  isWrapped?: boolean;
  className: string;
  children?: Elements;
};

/** The links to the pages of a section, in one row on a phone, which is scrolled to the current page. */
export function NavigationStrip({ label, items, isWrapped, className, children }: NavigationStripProps) {
  const { pathname: pattern, query } = useRouter();
  // The path of a page like `/moderation/[section]`, as it is without its query.
  const pathname = pattern.replace(/\[(\w+)\]/g, (_, name: string) => String(query[name]));
  const strip = useRef<HTMLElement>(null);

  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    const { offsetLeft, offsetWidth } = current;
    // From right to left, the strip scrolls from 0 to negative positions.
    strip.current.scrollLeft =
      document.dir === 'rtl'
        ? offsetLeft + offsetWidth + marginPx - strip.current.clientWidth
        : offsetLeft - marginPx;
  }, [pathname]);

  return (
    <nav ref={strip} aria-label={label} className={`strip relative border-b border-line ${className}`}>
      <ul className={`-mx-3 flex gap-x-1 ${isWrapped ? 'md:flex-wrap' : ''}`}>
        {items.map((item) => (
          <li key={item.path}>
            <a
              href={item.href ?? item.path}
              aria-current={currentOf(item, pathname, items)}
              className={`${stripItemClasses} ${currentItemClasses}`}
            >
              {item.icon && <Icon name={item.icon} className="size-4 max-md:hidden" />}
              <span>{item.label}</span>
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}

/**
 * `page` for the item of the current page. Without such an item: `true` for the item whose `pages` name the current page,
 * else for the item whose path the path of the current page begins with.
 */
function currentOf(
  { path, pages = [] }: NavigationItem,
  pathname: string,
  items: readonly NavigationItem[],
): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  if (pages.includes(pathname)) return 'true';
  const isListed = items.some((item) => item.path === pathname || item.pages?.includes(pathname));
  return !isListed && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}
