import { Button } from '@/components/ui/button';
import { siteDescription } from '@/lib/contract/plain/site-words';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { useScrolledPast } from '@/hooks/use-browser';
import { siteNotices } from '@/lib/in-process';
import { site } from '@/lib/site';
import { Logo, SocialLinks } from './site-links';
import { t } from '@/lib/texts/texts';

const explore = () =>
  [
    { href: '/', label: t('list.hot', 'Hot' /* the list of what is popular now */) },
    { href: '/new', label: t('list.new', 'New' /* the list of the newest */) },
    { href: '/top/week', label: t('footer.topThisWeek', 'Top this week') },
    { href: '/tags', label: t('list.allTags', 'All tags') },
    { href: '/ranking', label: t('ranking.title', 'How ranking works') },
  ] as const;

const about = () =>
  [
    { href: '/privacy', label: t('privacy.title', 'Privacy' /* a link to the page */) },
    { href: '/terms', label: t('terms.title', 'Terms' /* a link to the terms of use */) },
    { href: '/support', label: t('footer.support', 'Support/Contact') },
    { href: '/moderation-log', label: t('moderationLog.title', 'Moderation log') },
    { href: '/developers', label: t('footer.api', 'API') },
  ] as const;

type FooterProps = {
  newsletter: Elements;
};

export function Footer({ newsletter }: FooterProps) {
  // oxlint-disable-next-line react/purity -- only the turn of a year changes it
  const year = new Date().getFullYear();
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-content grid-cols-2 gap-x-8 gap-y-10 px-4 pt-12 pb-8 md:grid-cols-[1fr_auto_auto] md:gap-x-16 md:px-6">
        <div className="col-span-2 flex max-w-md flex-col items-start gap-4 md:col-span-1">
          <Logo />
          <p className="text-muted">{siteDescription(site.description)}</p>
          {newsletter}
        </div>
        <FooterLinks
          title={t('footer.explore', 'Explore' /* the headline of links to lists */)}
          links={explore()}
        />
        <FooterLinks
          title={t('footer.about', 'About' /* the headline of links about the site */)}
          links={[...about(), ...(siteNotices().links ?? [])]}
        />
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4 max-md:col-span-2 md:col-span-3">
          <p className="text-sm text-muted">{`© ${year} ${site.name}`}</p>
          <div className="-me-3">
            <SocialLinks />
          </div>
        </div>
      </div>
      <ScrollToTop />
    </footer>
  );
}

type FooterLinksProps = { title: string; links: readonly { href: string; label: string }[] };

function FooterLinks({ title, links }: FooterLinksProps) {
  return (
    <nav aria-label={title}>
      <p className="mb-1 text-sm font-semibold">{title}</p>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex items-center py-1 pointer-coarse:min-h-target-thumb text-muted transition-colors hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const appearsAfterPx = 300;

function scrollToTop() {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

export function ScrollToTop() {
  const isFarDown = useScrolledPast(appearsAfterPx);
  if (!isFarDown) return null;
  return (
    <Button
      size="icon"
      aria-label={t('footer.scrollToTop', 'Scroll to top')}
      onClick={scrollToTop}
      className="fixed end-4 bottom-[calc(var(--bottom-bar)+5rem)] z-30 [box-shadow:var(--float)] motion-safe:animate-appear md:end-6 md:bottom-6"
    >
      <Icon name="arrow-up" />
    </Button>
  );
}
