import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { dismissPromos } from '@/lib/browser/early-script';
import { focusMain } from '@/lib/browser/document';
import { siteNotices } from '@/lib/in-process';
import { site } from '@/lib/site';
import { SocialLinks } from './social-links';

function dismiss() {
  dismissPromos();
  focusMain();
}

/**
 * The site owner's announcements, which a visitor can dismiss for the session, and on larger screens the social links. A
 * phone shows one announcement at a time; the next one is a swipe away.
 */
export function PromoStrip() {
  const { promos } = siteNotices();
  const hasPromos = promos.length > 0;
  const hasLinks = site.social.length > 0;
  if (!hasPromos && !hasLinks) return null;
  return (
    <div className={`promo-strip ${hasLinks ? '' : 'promos-only'} ${hasPromos ? '' : 'max-md:hidden'}`}>
      <div className="mx-auto flex min-h-promo-height max-w-content items-center gap-2 px-4 md:gap-4 md:px-6">
        {hasPromos && (
          <ul aria-label="Announcements" className="promos">
            {promos.map(({ label, url }) => (
              <li key={url}>
                <a href={url}>
                  <span>{label}</span>
                  <Icon name="arrow-right" className="size-3.5" />
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className="ml-auto max-md:hidden">
          <SocialLinks />
        </div>
        {hasPromos && (
          <Button
            look="quiet"
            aria-label="Dismiss announcements"
            title="Dismiss"
            className="promos-close needs-script -mr-2"
            onClick={dismiss}
          >
            <Icon name="close" className="size-4" />
          </Button>
        )}
      </div>
    </div>
  );
}
