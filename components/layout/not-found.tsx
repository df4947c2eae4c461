import { buttonClasses } from '@/components/ui/button';
import { site } from '@/lib/site';
import { Message } from './message-page';

export const NOT_FOUND_TITLE = 'Page not found';

/** Content of every page that does not exist, or that this visitor may not see. */
export function NotFound() {
  return (
    <Message
      icon="search"
      title={NOT_FOUND_TITLE}
      actions={
        <a href="/" className={buttonClasses()}>
          {`See what's hot`}
        </a>
      }
    >
      <p>There&apos;s no page here. The link may be mistyped, or the {site.noun} may have been removed.</p>
      <form role="search" aria-label="This site" action="/search" className="mt-6 flex gap-2">
        <input
          type="search"
          name="q"
          aria-label="Search for"
          placeholder={`Search ${site.nounPlural}`}
          className="field h-target"
        />
        <button type="submit" className={buttonClasses({ look: 'primary' })}>
          Search
        </button>
      </form>
    </Message>
  );
}
