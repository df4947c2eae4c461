import { buttonClasses } from '@/components/ui/button';
import { Message } from './message-page';
import { t } from '@/lib/texts/texts';

export const NOT_FOUND_TITLE = 'Page not found';

/** Content of every page that does not exist, or that this visitor may not see. */
export function NotFound() {
  return (
    <Message
      icon="search"
      title={NOT_FOUND_TITLE}
      actions={
        <a href="/" className={buttonClasses()}>
          {t('messagePage.seeWhatsHot', "See what's hot")}
        </a>
      }
    >
      <p>
        {t(
          'notFound.theresNoPageHere',
          "There's no page here. The link may be mistyped, or the {noun} may have been removed.",
        )}
      </p>
      <form
        role="search"
        aria-label={t('notFound.thisSite', 'This site')}
        action="/search"
        className="mt-6 flex gap-2"
      >
        <input
          type="search"
          name="q"
          aria-label={t('notFound.search', 'Search for')}
          placeholder={t('notFound.searchNouns', 'Search {nouns}')}
          className="field h-target"
        />
        <button type="submit" className={buttonClasses({ look: 'primary' })}>
          {t('notFound.search2', 'Search')}
        </button>
      </form>
    </Message>
  );
}
