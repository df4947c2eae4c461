import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { fieldClasses } from '@/components/ui/field';
import { site } from '@/lib/site';
import { Message } from './message-page';

export const NOT_FOUND_TITLE = 'Nothing grows here';

/** What every address says that leads nowhere, or nowhere for whoever is looking. */
export function NotFound() {
  return (
    <Message
      icon="search"
      title={NOT_FOUND_TITLE}
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
          className={`${fieldClasses()} h-target`}
        />
        <button type="submit" className={buttonClasses({ look: 'primary' })}>
          Search
        </button>
      </form>
    </Message>
  );
}
