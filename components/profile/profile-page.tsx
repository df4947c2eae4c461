import { RoleMark } from '@/components/layout/role-mark';
import { Page } from '@/components/layout/page';
import { ResponsiveImage } from '@/components/layout/images';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { EmptyState } from '@/components/ui/empty-state';
import type { Profile } from '@/lib/contract/profile';
import { formatMonth } from '@/lib/format/figures';
import { profilePath, tileURL } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ProfilePageProps = {
  profile: Profile;
  /** The member's products; undefined if there are none. */
  cards?: Elements;
  /** The cursor of this page; null for the first page. */
  after: string | null;
  nextCursor: string | null;
};

export function ProfilePage({ profile, cards, after, nextCursor }: ProfilePageProps) {
  const { handle, name, avatarURL, createdAt, productCount, role } = profile;
  return (
    <Page
      title={`${name} (@${handle})`}
      description={t(
        'profilePage.description',
        '{count, plural, one {# {noun}} other {# {nouns}}} that {name} found for {siteName}.',
        { count: productCount, name },
      )}
      canonicalPath={profilePath(handle, { after: after ?? undefined })}
      feedOf={profilePath(handle)}
      markdownOf={profilePath(handle, { after: after ?? undefined })}
    >
      <header className="flex items-center gap-4 sm:gap-6">
        <Avatar name={name} avatarURL={avatarURL} className="size-16 shrink-0 sm:size-20" />
        <div className="min-w-0">
          <h1 dir="auto" className="text-page-start text-xl font-extrabold">
            {name}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-4 text-muted">
            <RoleMark role={role} />
            <span dir="auto">{`@${handle}`}</span>
            <span>
              {rich('profilePage.memberSince', 'Member since <time>{month}</time>', {
                time: (text) => <time dateTime={createdAt}>{text}</time>,
                month: formatMonth(createdAt),
              })}
            </span>
          </p>
        </div>
      </header>
      <section aria-labelledby="submitted" className="mt-10">
        <h2 id="submitted" className="mb-2 text-xl font-bold md:mb-4">
          {productCount > 0
            ? t(
                'profilePage.submittedCount',
                '{count, plural, one {# {noun} submitted} other {# {nouns} submitted}}',
                { count: productCount },
              )
            : t('profilePage.submitted', 'Submitted {nouns}' /* heading of what a member has submitted */)}
        </h2>
        {cards ?? (
          <EmptyState
            title={after ? t('profilePage.end', "That's all of them") : t('list.none', 'No {nouns} here yet')}
            action={
              <a href={after ? profilePath(handle) : '/new'} className={buttonClasses()}>
                {after
                  ? t('profilePage.backToNewest', 'Back to the newest')
                  : t('profilePage.seeNewest', 'See the newest {nouns}')}
              </a>
            }
          >
            {!after && t('profilePage.aboutNone', 'Approved {nouns} from {name} appear here.', { name })}
          </EmptyState>
        )}
        {nextCursor && (
          <p className="mt-8 text-center">
            <a
              href={profilePath(handle, { after: nextCursor })}
              rel="next"
              className={buttonClasses({ size: 'large', className: 'min-w-48' })}
            >
              {t('list.loadMore', 'Load more')}
            </a>
          </p>
        )}
      </section>
    </Page>
  );
}

type AvatarProps = { name: string; avatarURL: string | null; className: string };

/** A decorative image: the name is beside it. Shows the initials of the name if the member has no image. */
function Avatar({ name, avatarURL, className }: AvatarProps) {
  const initials = tileURL(name);
  return (
    <ResponsiveImage
      src={avatarURL ?? initials}
      fallbackSrc={initials}
      sizes="5rem"
      width={160}
      height={160}
      className={`rounded-full bg-raised object-cover ${className}`}
      isEager
    />
  );
}
