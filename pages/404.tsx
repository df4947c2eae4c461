import Link from 'next/link';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';
import { fieldClasses } from '@/components/ui/field';
import { site } from '@/lib/site';

export default function NotFoundPage() {
  return (
    <MessagePage
      icon="search"
      title="Nothing grows here"
      actions={
        <Link href="/" className={buttonClasses()}>
          {`See what's hot`}
        </Link>
      }
    >
      <p>
        This page does not exist, or no longer. The address may be mistyped, or the {site.noun} was taken
        down.
      </p>
      <form role="search" aria-label="This site" action="/search" className="mt-6 flex gap-2">
        <input
          type="search"
          name="q"
          aria-label="Search for"
          placeholder={`Search ${site.nounPlural}`}
          className={`${fieldClasses()} h-10`}
        />
        <button type="submit" className={buttonClasses({ look: 'primary' })}>
          Search
        </button>
      </form>
    </MessagePage>
  );
}
