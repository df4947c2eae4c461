import { Icon, type IconName } from '@/components/ui/icon';
import { SiteMark } from './site-mark';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

export function Logo() {
  return (
    <a
      href="/"
      className="flex items-center gap-2 rounded-control text-lg font-extrabold tracking-[calc(var(--tight)*1.25)]"
    >
      <SiteMark className="size-8 rounded-image" markClassName="size-5" />
      <span className="max-[22rem]:sr-only">{site.name}</span>
    </a>
  );
}

/** Icons of known networks, by a word in the link's label. Other links get a generic icon. */
const NETWORK_ICONS: readonly { word: RegExp; icon: IconName }[] = [
  { word: /github/i, icon: 'github' },
  { word: /bluesky/i, icon: 'bluesky' },
  { word: /mastodon/i, icon: 'mastodon' },
  { word: /discord/i, icon: 'discord' },
  { word: /linkedin/i, icon: 'linkedin' },
  { word: /youtube/i, icon: 'youtube' },
  { word: /^x$|twitter/i, icon: 'x' },
  { word: /rss|feed|atom/i, icon: 'rss' },
  { word: /mail/i, icon: 'mail' },
];

export function SocialLinks() {
  if (site.social.length === 0) return null;
  return (
    <ul
      aria-label={t('siteLinks.socialLinks', 'Social links')}
      className="flex min-w-0 items-center overflow-x-auto"
    >
      {site.social.map(({ label, url }) => (
        <li key={url}>
          <a
            href={url}
            rel="me noopener"
            aria-label={label}
            title={label}
            className="grid size-target-small place-items-center rounded-control text-muted -outline-offset-2 transition-colors hover:text-ink pointer-coarse:size-target-thumb"
          >
            <Icon
              name={NETWORK_ICONS.find(({ word }) => word.test(label))?.icon ?? 'link'}
              className="size-4"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
