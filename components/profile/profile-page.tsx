import { RoleMark } from '@/components/layout/role-mark';
import { Page } from '@/components/layout/page';
import { ResponsiveImage } from '@/components/layout/images';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { EmptyState } from '@/components/ui/empty-state';
import type { Profile } from '@/lib/contract/profile';
import { countOf, formatMonth } from '@/lib/format/figures';
import { profilePath, tileURL } from '@/lib/pages/paths';
import { site } from '@/lib/site';

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
  const counted = countOf(productCount, site.noun, site.nounPlural);
  return (
    <Page
      title={`${name} (@${handle})`}
      description={`${counted} that ${name} found for ${site.name}.`}
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
              Member since <time dateTime={createdAt}>{formatMonth(createdAt)}</time>
            </span>
          </p>
        </div>
      </header>
      <section aria-labelledby="submitted" className="mt-10">
        <h2 id="submitted" className="mb-2 text-xl font-bold md:mb-4">
          {productCount > 0 ? `${counted} submitted` : `Submitted ${site.nounPlural}`}
        </h2>
        {cards ?? (
          <EmptyState
            title={after ? `That's all of them` : `No ${site.nounPlural} here yet`}
            action={
              <a href={after ? profilePath(handle) : '/new'} className={buttonClasses()}>
                {after ? 'Back to the newest' : `See the newest ${site.nounPlural}`}
              </a>
            }
          >
            {!after && `Approved ${site.nounPlural} from ${name} appear here.`}
          </EmptyState>
        )}
        {nextCursor && (
          <p className="mt-8 text-center">
            <a
              href={profilePath(handle, { after: nextCursor })}
              rel="next"
              className={buttonClasses({ size: 'large', className: 'min-w-48' })}
            >
              Load more
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
